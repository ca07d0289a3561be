"""Solitaire: an open hand of four played in order, and all luminaries to claim (R-MODE-SOLITAIRE).

How it is won and lost is told in ``mode_steps/solitaire.py``.
"""

from illimat_core.cards import HAND
from illimat_core.messages import english
from illimat_core.mode_rules import LuminaryChoice, ModeRules

english(
    {
        "solitaire.title": "solitaire",
        "solitaire.won": "Won: all {all} luminaries are claimed.",
        "solitaire.lost": "{claimed} of {all} luminaries are claimed.",
        "solitaire.forfeited": "Forfeited with {claimed} of {all} luminaries claimed.",
        "solitaire.goal": "A win takes all {all}.",
        "solitaire.luminaries": (
            "Solitaire is played with core luminaries: at least four, and not the Rake."
        ),
    }
)

RULES = ModeRules(
    mode="solitaire",
    players=(1,),
    first_hand=HAND,
    all_suits=True,
    okuses=False,
    luminaries=LuminaryChoice(
        of="core",
        without=("rake",),
        least=4,
        refusal="solitaire.luminaries",
    ),
    open_hand=True,
    in_order=True,
    draws_when_empty=True,
    converges=False,
    round_ends="end_solitaire",
    won_by_claiming=True,
)
