"""The Soldiers: hidden cards beneath the cards of their field (R-LUM-SOLDIERS).

What a hidden card does once its cover is harvested or stockpiled is in `rules.plays`, since it does
so even when the Soldiers are gone.
"""

from itertools import cycle, islice

from illimat_core.cards import FieldId
from illimat_core.events import CardsHidden
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, LuminaryRules, Tabletop

english(
    {
        "soldiers.name": "the Soldiers",
        "soldiers.short": "Each card sown here gets a hidden card beneath it.",
        "soldiers.in_play": (
            "Each card sown into their field gets a hidden card beneath it, which turns up when "
            "the card above it is harvested."
        ),
        "soldiers.on_reveal": (
            "A hidden card is put beneath each of the three cards of their field."
        ),
    }
)

HIDDEN = 3


def a_hidden_card_under_each_of_three(draft: Draft, at: FieldId) -> None:
    """Under the field's first items, oldest first, going round again where there are fewer."""
    names = [item.name for item in draft.state.field(at).items]
    beneath = tuple(islice(cycle(names), HIDDEN))
    cards = draft.state.deck[: len(beneath)]
    if cards:
        draft.emit(CardsHidden(field=at, beneath=beneath, count=len(cards), cards=cards))


def a_sow_into_their_field_hides_a_card(_: Tabletop, at: FieldId, field: FieldId) -> bool:
    return field == at


RULES = LuminaryRules(
    luminary="soldiers",
    emblem=(
        "M-9 13V-6M0 13V-9M9 13V-6M-9-14-11.4-8.6-9-6-6.6-8.6zM0-15-2.4-10.6 0-8 2.4-10.6z"
        "M9-14 6.6-8.6 9-6 11.4-8.6zM-12 5H12M-12 8H12"
    ),
    needs=HIDDEN,
    on_reveal=a_hidden_card_under_each_of_three,
    hides=a_sow_into_their_field_hides_a_card,
)
