"""Four players in two teams: partners sit opposite and score as one (R-MODE-TEAMS)."""

from illimat_core.messages import english
from illimat_core.mode_rules import ModeRules

english({"teams.title": "team game"})

RULES = ModeRules(mode="teams", players=(4,), partners=((0, 2), (1, 3)), converges=False)
