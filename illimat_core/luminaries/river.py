"""The River: six cards in its field; who claimed it gains by being Frostbit (R-LUM-RIVER)."""

from illimat_core.cards import FieldId
from illimat_core.draft import Draft
from illimat_core.hooks import Description, Rules
from illimat_core.turn import SEEDS, deal_into


def three_more_cards_are_dealt(draft: Draft, at: FieldId) -> None:
    deal_into(draft, at, SEEDS)


RULES = Rules(
    luminary="river",
    description=Description(
        on_reveal="Three more cards are dealt into its field, so that six lie there.",
        on_claim=(
            "If you are Frostbit at the end of the round, you gain two points instead of "
            "losing two."
        ),
    ),
    seeds=6,
    needs=3,
    on_reveal=three_more_cards_are_dealt,
    spares_the_frostbitten=True,
)
