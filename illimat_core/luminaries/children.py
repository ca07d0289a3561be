"""The Children: three cards beneath them, unseen by all, for who claims them (R-LUM-CHILDREN).

An Audience that acts as them shares these cards; whichever is claimed first brings them all.
"""

from illimat_core.cards import FieldId
from illimat_core.draft import Draft
from illimat_core.events import CardsTucked, TuckedCardsTaken
from illimat_core.hooks import Description, Rules

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
    plural=True,
    description=Description(
        on_reveal="Three cards of the draw pile are put beneath them, unseen by anyone.",
        on_claim="The cards beneath them join your harvest pile, and only you may look at them.",
    ),
    needs=BENEATH,
    on_reveal=three_cards_are_put_beneath_them,
    on_claim=the_cards_beneath_join_your_harvest,
)
