"""The Children: three hidden cards beneath them go to their claimant (R-LUM-CHILDREN).

An Audience that acts as them shares these cards; whichever is claimed first brings them all.
"""

from illimat_core.cards import FieldId
from illimat_core.events import CardsTucked, TuckedCardsTaken
from illimat_core.messages import english
from illimat_core.rules.draft import Draft
from illimat_core.rules.hooks import Rules

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


RULES = Rules(
    luminary="children",
    needs=BENEATH,
    on_reveal=three_cards_are_put_beneath_them,
    on_claim=the_cards_beneath_join_your_harvest,
)
