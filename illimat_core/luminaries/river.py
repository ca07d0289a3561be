"""The River: six cards in its field; who claimed it gains by being Frostbit (R-LUM-RIVER)."""

from illimat_core.cards import FieldId
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, LuminaryRules
from illimat_core.rules.turn import SEEDS, deal_into

english(
    {
        "river.name": "the River",
        "river.short": "Six cards lie here. Once it is yours, Frostbit gains points.",
        "river.on_reveal": "Three more cards are dealt into its field, so that six lie there.",
        "river.on_claim": (
            "If you are Frostbit at the end of the round, you gain two points instead of losing "
            "two."
        ),
    }
)


def three_more_cards_are_dealt(draft: Draft, at: FieldId) -> None:
    deal_into(draft, at, SEEDS)


RULES = LuminaryRules(
    luminary="river",
    emblem=(
        "M-14-7C-9-12-5-12 0-7S9-2 14-7M-14 1C-9-4-5-4 0 1S9 6 14 1M-14 9C-9 4-5 4 0 9S9 14 14 9"
    ),
    seeds=6,
    needs=3,
    on_reveal=three_more_cards_are_dealt,
    spares_the_frostbitten=True,
)
