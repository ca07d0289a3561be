"""One player against the Fields, who play by themselves (R-MODE-SOLO-FIELDS).

How they play, and how the game is won, is told in ``mode_steps/solo_fields.py``.
"""

from illimat_core.messages import english
from illimat_core.mode_rules import Automaton, ModeRules

english(
    {
        "solo_fields.title": "solo game against the Fields",
        "solo_fields.automaton": "the Fields",
        "solo_fields.won": "Won: {score} to {other} against {name}, in round {round}.",
        "solo_fields.lost": "Not won: {score} to {other} against {name}, in round {round}.",
        "solo_fields.forfeited": (
            "Forfeited at {score} to {other} against {name}, in round {round}."
        ),
        "solo_fields.goal": (
            "A win takes {target:n points} in at most {rounds:n rounds}, and more than {name}."
        ),
    },
    plural=["solo_fields.automaton"],
)

RULES = ModeRules(
    mode="solo_fields",
    players=(1,),
    automaton=Automaton(name="solo_fields.automaton", plays="fields_play"),
    dealer=0,
    converges=False,
    rounds=3,
    round_ends="end_round_with_the_fields",
)
