"""One player against the Fields, who play by themselves (R-MODE-SOLO-FIELDS).

How they play, and how the game is won, is told in ``mode_steps/solo_fields.py``.
"""

from illimat_core.messages import english
from illimat_core.mode_rules import Automaton, ModeRules

english(
    {"solo_fields.title": "solo game against the Fields", "solo_fields.automaton": "the Fields"}
)

RULES = ModeRules(
    mode="solo_fields",
    players=(1,),
    automaton=Automaton(name="solo_fields.automaton", plays="fields_play"),
    dealer=0,
    converges=False,
    round_ends="end_round_with_the_fields",
)
