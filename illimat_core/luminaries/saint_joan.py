"""Saint Joan: worth two; her field is reseeded with your hand (R-LUM-SAINT-JOAN)."""

from illimat_core.cards import HAND, FieldId, in_deck_order
from illimat_core.events import HandSown
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, LuminaryRules
from illimat_core.rules.turn import draw_to

english(
    {
        "saint_joan.name": "Saint Joan",
        "saint_joan.short": "Worth two points. Whoever claims her sows their hand here.",
        "saint_joan.on_claim": (
            "Your whole hand is sown into her field in place of new cards, and you draw up; she "
            "is worth two points instead of one."
        ),
    }
)


def your_hand_reseeds_her_field(draft: Draft, at: FieldId) -> None:
    seat = draft.state.turn.seat
    hand = draft.state.players[seat].hand
    if hand:
        draft.emit(HandSown(seat=seat, field=at, cards=in_deck_order(hand)))
    draw_to(draft, seat, HAND)


RULES = LuminaryRules(
    luminary="saint_joan",
    emblem=(
        "M0-14V14M-6-6H6M-2 14H2M-12 6C-14 1-9-1-9-6-6-3-7 2-6 5"
        "M12 6C14 1 9-1 9-6 6-3 7 2 6 5M0-14-1.6-11V-6M0-14 1.6-11V-6"
    ),
    worth=2,
    reseeds_itself=True,
    on_claim=your_hand_reseeds_her_field,
)
