"""Setting up a round: the deal (R-SETUP)."""

from collections.abc import Iterator, Sequence
from itertools import cycle

from illimat_core.cards import DEALER, FIELDS, HAND, Card, Seat, clockwise, own_field
from illimat_core.decisions import Pending, Step
from illimat_core.errors import RuleError
from illimat_core.events import FirstDealerDrawn, HandDealt, RoundDealt
from illimat_core.rules.chance import Deal, fields_kept, luminaries_to_deal, set_goes_on
from illimat_core.rules.hooks import DecisionRules, Draft, Tabletop
from illimat_core.rules.sources import Source
from illimat_core.state import State

FACE_UP = 3


def ask_for_the_deal(draft: Draft, _: Step) -> None:
    draft.ask("deal", DEALER)


def a_deal_by_chance(table: Tabletop, source: Source, label: str) -> Deal:
    """Shuffle the deck and the luminaries, and draw the first dealer (R-SETUP-2, R-SETUP-3)."""
    state = table.state
    players = range(state.options.players)
    deck = source.shuffle(f"{label}/deck", state.options.deck)
    of_luminaries = source.of_luminaries(set_began(state))
    luminaries = of_luminaries.shuffle(f"{label}/luminaries", luminaries_to_deal(state))
    return Deal(
        deck=deck,
        luminaries=luminaries,
        dealer=source.pick(f"{label}/dealer", players) if state.dealer is None else None,
        deck_root=source.root(f"{label}/deck", deck),
        luminaries_root=of_luminaries.root(f"{label}/luminaries", luminaries),
    )


def set_began(state: State) -> int:
    """Return the round in which the set begins from which the next round's luminaries are dealt."""
    return state.set_began if set_goes_on(state) else state.round + 1


def check_deal(table: Tabletop, _: Pending, __: Seat, deal: Deal) -> None:
    """Refuse a deal without each card and luminary once, and a dealer if asked for."""
    state = table.state
    honest = (
        sorted(deal.deck) == sorted(state.options.deck)
        and sorted(deal.luminaries) == sorted(luminaries_to_deal(state))
        and deal.dealer in (range(state.options.players) if state.dealer is None else [None])
    )
    if not honest:
        raise RuleError("R-SETUP-3", "chance.deal")


def deal_round(draft: Draft, _: Pending, __: Seat, deal: Deal) -> None:
    """Lay out the board, then deal the hands.

    The dealer's role passes left (R-SETUP-2). Cards are dealt clockwise, beginning with the
    dealer's own field and left neighbour (R-SETUP-3). Each player puts up an okus (R-SETUP-4), and
    each field gets a luminary (R-SETUP-5).
    """
    dealer = _next_dealer(draft, deal)
    mode = draft.state.options.mode_rules
    state = draft.state
    first = _player_left_of(state, dealer)
    start = own_field(dealer, len(state.players))
    order = clockwise(start)
    cards = iter(deal.deck)
    fields = _face_up(order, cards)
    hands = _hands(draft, dealer, first, cards)
    deck = tuple(cards)
    stay = fields_kept(state)
    empty = [at for at in order if at not in stay]
    luminaries = deal.luminaries[: len(empty)]
    draft.emit(
        RoundDealt(
            round=state.round + 1,
            dealer=dealer,
            first=first,
            summer=start,
            fields=tuple(tuple(fields[at]) for at in FIELDS),
            okuses=state.staying if mode.okuses else (),
            deck_count=len(deck),
            kept=stay,
            down=tuple(empty[: len(luminaries)]),
            reserve_count=len(deal.luminaries) - len(luminaries),
            deck=deck,
            luminaries=luminaries,
            reserve=deal.luminaries[len(luminaries) :],
            deck_root=deal.deck_root,
            luminaries_root=deal.luminaries_root,
        )
    )
    for seat, hand in hands.items():
        dealt = HandDealt(seat=seat, count=len(hand), cards=tuple(hand), open=mode.open_hand)
        draft.emit(dealt)


def _next_dealer(draft: Draft, deal: Deal) -> Seat:
    """Return who deals the next round, once it is recorded if chance has drawn them."""
    state = draft.state
    if state.options.mode_rules.dealer is not None:
        return state.options.mode_rules.dealer
    if deal.dealer is not None:
        draft.emit(FirstDealerDrawn(seat=deal.dealer))
        return deal.dealer
    assert state.dealer is not None
    return _player_left_of(state, state.dealer)


def _face_up(order: Sequence[str], cards: Iterator[Card]) -> dict[str, list[Card]]:
    """Deal the cards that lie face up, one to each field in `order` at a time."""
    fields: dict[str, list[Card]] = {at: [] for at in FIELDS}
    for _turn in range(FACE_UP):
        for at in order:
            fields[at].append(next(cards))
    return fields


def _player_left_of(state: State, seat: Seat) -> Seat:
    """Return the next player clockwise: an automaton does not deal, and does not play first."""
    around = (*state.seats_from(seat)[1:], seat)
    return next(each for each in around if each in _players(state))


def _players(state: State) -> list[Seat]:
    return [seat for seat in state.staying if not state.options.automaton_at(seat)]


def _hands(
    draft: Draft, dealer: Seat, first: Seat, cards: Iterator[Card]
) -> dict[Seat, list[Card]]:
    """Return the hands: four cards each from the dealer's left, fewer for the first player."""
    state = draft.state
    hands: dict[Seat, list[Card]] = {seat: [] for seat in _players(state)}
    around = [s for s in (*state.seats_from(dealer)[1:], dealer) if s in hands]
    least = state.options.mode_rules.first_hand
    wanted = HAND * (len(hands) - 1) + least
    turns = cycle(around)
    while sum(map(len, hands.values())) < wanted:
        seat = next(turns)
        if seat != first or len(hands[seat]) < least:
            hands[seat].append(next(cards))
    return hands


DEAL = DecisionRules(
    asked="chance",
    by_chance=a_deal_by_chance,
    accepts=("deal",),
    check=check_deal,
    answer=deal_round,
)
