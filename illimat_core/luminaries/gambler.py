"""The Gambler: discard up to four cards, shuffle them back, draw as many (R-LUM-GAMBLER)."""

from collections.abc import Iterator
from itertools import combinations

from illimat_core.actions import Discard
from illimat_core.cards import DEALER, ORDER, FieldId, Seat, in_deck_order
from illimat_core.decisions import Pending, Step, step
from illimat_core.errors import RuleError
from illimat_core.events import CardsReturned, ChoiceMade, DeckReshuffled, HandDrawn
from illimat_core.menu_entries import DiscardTemplate
from illimat_core.messages import english
from illimat_core.rules.chance import Reshuffle
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Tabletop
from illimat_core.rules.plays import check_in_hand
from illimat_core.rules.sources import Source

english(
    {
        "gambler.name": "the Gambler",
        "gambler.short": "Lets you discard up to four cards and draw as many.",
        "gambler.on_reveal": (
            "All players secretly choose up to four hand cards to shuffle into the draw pile, and"
            " draw as many."
        ),
        "gambler.on_claim": (
            "You may choose up to four hand cards to shuffle into the draw pile, and draw as many."
        ),
        "gambler.prompt": "The Gambler: discard up to four cards, and draw as many.",
        "gambler.too_many": "Discard at most four cards.",
        "gambler.none": "Discard at least one card, or pass.",
        "gambler.shuffle": "A shuffle is an order of exactly the draw pile's cards.",
    }
)

MAX_CARDS = 4


def every_player_may_discard(draft: Draft, at: FieldId) -> None:
    """Ask each player who holds a card, whichever it is (R-TURN-6)."""
    state = draft.state
    holding = [seat for seat in state.seats_from(state.turn.seat) if state.players[seat].hand]
    draft.next(step("shuffle_back"))
    draft.ask("gambler", *holding, at=at)


def you_may_discard(draft: Draft, at: FieldId) -> None:
    """Ask if you hold a card, whichever it is (R-TURN-6)."""
    seat = draft.state.turn.seat
    if draft.state.players[seat].hand:
        draft.next(step("shuffle_back"))
        draft.ask("gambler", seat, at=at, optional=True)


def discards(table: Tabletop, pending: Pending, seat: Seat) -> Iterator[Discard]:
    hand = in_deck_order(table.state.players[seat].hand)
    sizes = range(1 if pending.optional else 0, MAX_CARDS + 1)
    found = [cards for size in sizes for cards in combinations(hand, size)]
    for cards in sorted(found, key=lambda cards: [ORDER[card] for card in cards]):
        yield Discard(cards=cards)


def discards_in_a_menu(table: Tabletop, pending: Pending, seat: Seat) -> DiscardTemplate:
    hand = in_deck_order(table.state.players[seat].hand)
    least, most = int(pending.optional), min(MAX_CARDS, len(hand))
    return DiscardTemplate(cards=list(hand), least=least, most=most)


def check_discard(table: Tabletop, pending: Pending, seat: Seat, action: Discard) -> None:
    check_in_hand(table, seat, action.cards)
    if len(action.cards) > MAX_CARDS:
        raise RuleError("R-LUM-GAMBLER", "gambler.too_many")
    if pending.optional and not action.cards:
        raise RuleError("R-LUM-GAMBLER", "gambler.none")


def set_them_aside(draft: Draft, _: Pending, seat: Seat, action: Discard) -> None:
    draft.emit(ChoiceMade(seat=seat, cards=action.cards))


def shuffle_back(draft: Draft, _: Step) -> None:
    """Put all discards back into the draw pile; then each player draws as many, you first."""
    state = draft.state
    chosen = [
        (seat, state.players[seat].chosen)
        for seat in state.seats_from(state.turn.seat)
        if state.players[seat].chosen is not None
    ]
    for seat, cards in chosen:
        draft.emit(CardsReturned(seat=seat, count=len(cards or ()), cards=cards or ()))
    owed = [(seat, len(cards)) for seat, cards in chosen if cards]
    if owed:
        draft.next(*(step("draw_replacements", seat=seat, count=count) for seat, count in owed))
        draft.ask("reshuffle", DEALER)


def a_shuffle_by_chance(table: Tabletop, source: Source, label: str) -> Reshuffle:
    deck = source.shuffle(f"{label}/deck", table.state.deck)
    return Reshuffle(deck=deck, deck_root=source.root(f"{label}/deck", deck))


def check_reshuffle(table: Tabletop, _: Pending, __: Seat, action: Reshuffle) -> None:
    if sorted(action.deck) != sorted(table.state.deck):
        raise RuleError("R-LUM-GAMBLER", "gambler.shuffle")


def the_deck_is_shuffled(draft: Draft, _: Pending, __: Seat, action: Reshuffle) -> None:
    draft.emit(DeckReshuffled(count=len(action.deck), deck=action.deck, deck_root=action.deck_root))


def draw_replacements(draft: Draft, now: Step) -> None:
    """Draw as many cards as the seat discarded, or none if it has left since (R-END-3)."""
    seat = now.seat
    assert seat is not None
    if draft.state.players[seat].gone:
        return
    cards = draft.state.deck[: now.count]
    draft.emit(HandDrawn(seat=seat, count=len(cards), cards=cards))


RULES = LuminaryRules(
    luminary="gambler",
    emblem=(
        "M-12.4-6.4-3-12 3.4-2.6-6 3zM0 3.4 10.6 1.4 12.6 12 2 14zM-6.6-6.4h.1M-2.4-7.6h.1"
        "M-4.2-1h.1M3.6 6.2h.1M9.4 5h.1M6.3 7.8h.1M4.6 11.4h.1M10.2 10.2h.1"
    ),
    on_reveal=every_player_may_discard,
    on_claim=you_may_discard,
)
CHOICE = DecisionRules(
    asked="together",
    prompt="gambler.prompt",
    accepts=("discard",),
    check=check_discard,
    answer=set_them_aside,
    options=discards,
    template=discards_in_a_menu,
)
SHUFFLE = DecisionRules(
    asked="chance",
    by_chance=a_shuffle_by_chance,
    accepts=("reshuffle",),
    check=check_reshuffle,
    answer=the_deck_is_shuffled,
)
