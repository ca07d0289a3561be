"""The Rusalka: any card played into her field turns the Illimat (R-LUM-RUSALKA)."""

from illimat_core.cards import DEALER, FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.events import CardStolen
from illimat_core.messages import english
from illimat_core.rules.chance import Steal
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Outcome, Tabletop
from illimat_core.rules.sources import Source

english(
    {
        "rusalka.name": "the Rusalka",
        "rusalka.short": "Any card played here turns the Illimat.",
        "rusalka.in_play": (
            "Any card played into her field turns the Illimat, as a face card would."
        ),
        "rusalka.on_claim": "A random card from each opponent's hand joins your harvest pile.",
        "rusalka.one_each": "One card is taken from each opponent's hand.",
    }
)


def a_random_card_from_each_opponents_hand(draft: Draft, _: FieldId) -> None:
    if opponents_with_cards(draft):
        draft.ask("steal", DEALER)


def opponents_with_cards(table: Tabletop) -> list[Seat]:
    """Return the opponents with a card in hand, clockwise from you."""
    state = table.state
    return [seat for seat in table.opponents(state.turn.seat) if state.players[seat].hand]


def cards_by_chance(table: Tabletop, source: Source, label: str) -> Steal:
    hands = {seat: table.state.players[seat].hand for seat in opponents_with_cards(table)}
    return Steal(cards=tuple(source.pick(f"{label}/{seat}", hand) for seat, hand in hands.items()))


def they_join_your_harvest(table: Tabletop, _: Pending, __: Seat, action: Steal) -> Outcome:
    you, robbed = table.state.turn.seat, opponents_with_cards(table)
    hands = [table.state.players[seat].hand for seat in robbed]
    if len(action.cards) != len(robbed) or any(
        card not in hand for card, hand in zip(action.cards, hands, strict=True)
    ):
        raise RuleError("R-LUM-RUSALKA", "rusalka.one_each")

    def steal(draft: Draft) -> None:
        for owner, card in zip(robbed, action.cards, strict=True):
            draft.emit(CardStolen(seat=you, owner=owner, card=card))

    return steal


RULES = LuminaryRules(
    luminary="rusalka",
    emblem=(
        "M-3 13C-5 5 5 1 2-6"
        "M2-6C-2-7-7-10-8.6-14-3-14.6 1-12 2.4-9.4 4.6-12.4 8.6-13.6 12.6-12 11-8.6 6-6 "
        "2-6zM4 13C8 6 8 2 5.6-1M-14 13C-11 10.6-9 10.6-6 13M7 13C10 10.6 12 10.6 15 13"
        "M-14 7C-12 5.4-10.6 5.4-8.6 7"
    ),
    turns_for_any_card=True,
    on_claim=a_random_card_from_each_opponents_hand,
)
STEALING = DecisionRules(
    asked="chance",
    by_chance=cards_by_chance,
    accepts=("steal",),
    check=they_join_your_harvest,
)
