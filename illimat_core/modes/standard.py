"""The standard game: everybody for themselves, with luminaries."""

from illimat_core.messages import english
from illimat_core.mode_rules import ModeRules

english({"standard.title": "standard game"})

RULES = ModeRules(mode="standard")
