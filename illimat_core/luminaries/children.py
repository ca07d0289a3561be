"""The Children: three hidden cards beneath them go to their claimant (R-LUM-CHILDREN).

An Audience that acts as them shares these cards; whichever is claimed first brings them all.
"""

from illimat_core.cards import FieldId
from illimat_core.events import CardsTucked, TuckedCardsTaken
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, LuminaryRules

english(
    {
        "children.name": "the Children",
        "children.short": "Three cards that nobody has seen lie beneath them.",
        "children.on_reveal": (
            "Three cards of the draw pile are put beneath them, unseen by anyone."
        ),
        "children.on_claim": (
            "The cards beneath them join your harvest pile, and only you may look at them."
        ),
    }
)

BENEATH = 3


def three_cards_are_put_beneath_them(draft: Draft, at: FieldId) -> None:
    cards = draft.state.deck[:BENEATH]
    draft.emit(CardsTucked(field=at, count=len(cards), cards=cards))


def the_cards_beneath_join_your_harvest(draft: Draft, at: FieldId) -> None:
    cards, seat = draft.state.beneath, draft.state.turn.seat
    if cards:
        draft.emit(TuckedCardsTaken(seat=seat, field=at, count=len(cards), cards=cards))


RULES = LuminaryRules(
    luminary="children",
    emblem=(
        "M-9-2.5a3 3 0 1 1 .01 0zM0-6.5a3.4 3.4 0 1 1 .01 0zM9.4 1a2.6 2.6 0 1 1 .01 0z"
        "M-12.4 12-10.8 0H-7.2L-5.6 12zM-4.2 12-2.4-4H2.4L4.2 12z"
        "M6.4 12 7.8 3.4H11L12.4 12zM-5.8 4-3.6 5M3.6 5 7.4 6"
    ),
    needs=BENEATH,
    on_reveal=three_cards_are_put_beneath_them,
    on_claim=the_cards_beneath_join_your_harvest,
)
