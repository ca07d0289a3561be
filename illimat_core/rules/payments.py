"""Payments: the hand cards of a play, their values, and the passive card that must be kept."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final

from illimat_core.cards import HAND, ORDER, VALUES, Card, FieldId, Seat, in_deck_order
from illimat_core.rules.hooks import Tabletop

Cards = tuple[Card, ...]

HIGHEST: Final = 4 * 14
"""The highest value of four cards played as one."""
_FOUR_CARDS: Final = 2 ** (HIGHEST + 1) - 1


def full_harvest(table: Tabletop, seat: Seat) -> bool:
    """Return whether all four cards of a hand may be played as one (R-VAR-FULL-HARVEST)."""
    return table.state.options.full_harvest and len(table.state.players[seat].hand) == HAND


def most_joined(table: Tabletop, field: FieldId) -> int:
    """Return the most cards a harvest may play through the field's luminary (Union, Collective)."""
    rules = table.rules_in(field)
    return rules.joins.most if rules and rules.joins else 1


def payable_counts(table: Tabletop, seat: Seat, field: FieldId) -> tuple[int, ...]:
    """Return the numbers of cards that one harvest of a seat into a field may play."""
    most = most_joined(table, field)
    return (*range(1, most + 1), *((HAND,) if most < HAND and full_harvest(table, seat) else ()))


def needs_single_item(table: Tabletop, seat: Seat, field: FieldId, count: int) -> bool:
    """Return whether ``count`` cards must take a single item of their sum (Collective)."""
    rules = table.rules_in(field)
    bound = rules is not None and rules.joins is not None and rules.joins.single_item
    return bound and count > 1 and not (count == HAND and full_harvest(table, seat))


def payments(table: Tabletop, seat: Seat, fields: Collection[FieldId]) -> Iterator[Cards]:
    """Return the sets of hand cards that may be played as one in the fields, in canonical order."""
    numbers = {size for field in fields for size in payable_counts(table, seat, field)}
    hand = table.state.players[seat].hand
    if table.state.options.mode_rules.in_order:
        found = [in_deck_order(hand[:size]) for size in numbers if size <= len(hand)]
        return iter(sorted(found, key=lambda cards: [ORDER[card] for card in cards]))
    if numbers == {1}:
        return ((card,) for card in in_deck_order(hand))
    return _sets(in_deck_order(hand), numbers)


def sums_to_pay(table: Tabletop, seat: Seat, field: FieldId) -> Iterator[tuple[int, int]]:
    """Return the numbers of hand cards that can be played as one, each with a sum they make.

    Each pair appears once, up to the highest sum of four cards: more cards take a single item.
    """
    hand = table.state.players[seat].hand
    numbers = [number for number in payable_counts(table, seat, field) if number <= len(hand)]
    if table.state.options.mode_rules.in_order:
        for number in numbers:
            yield from ((number, value) for value in values_of(hand[:number]))
        return
    sums = [1] + [0] * max(numbers, default=0)  # by number of cards, as bits
    for card in hand:
        for number in range(len(sums) - 1, 0, -1):
            for counts in VALUES[card]:
                sums[number] |= sums[number - 1] << counts & _FOUR_CARDS
    for number in numbers:
        yield from ((number, v) for v in range(1, HIGHEST + 1) if sums[number] >> v & 1)


def _sets(hand: Cards, numbers: Collection[int], chosen: Cards = ()) -> Iterator[Cards]:
    """Yield the sets of these numbers of cards that begin with the chosen ones, prefixes first."""
    if len(chosen) in numbers:
        yield chosen
    if len(chosen) < max(numbers, default=0):
        for place, card in enumerate(hand):
            yield from _sets(hand[place + 1 :], numbers, (*chosen, card))


def single_cards(table: Tabletop, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that may be played alone, in deck order; one if the mode fixes it."""
    hand = table.state.players[seat].hand
    return hand[:1] if table.state.options.mode_rules.in_order else in_deck_order(hand)


def values_of(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return all sums that cards can make, a Fool counting 1 or 14 (R-CARD-2)."""
    if len(cards) == 1:
        return VALUES[cards[0]]
    return tuple(sorted({sum(each) for each in product(*(VALUES[card] for card in cards))}))


def cards_kept(table: Tabletop, seat: Seat, card: Card) -> tuple[Card, ...]:
    """Return the cards kept after one is played; only later ones if the mode fixes the order."""
    hand = table.state.players[seat].hand
    if table.state.options.mode_rules.in_order and card in hand:
        return hand[hand.index(card) + 1 :]
    return tuple([other for other in hand if other != card])


def stockpile_values(table: Tabletop, seat: Seat, card: Card) -> list[int]:
    """Return the values of the cards held beside the card played (R-STOCK-1).

    Each is that of a single card, 14 at most, whatever luminary is in play (R-STOCK-8).
    """
    return sorted({value for other in cards_kept(table, seat, card) for value in VALUES[other]})


def passive_for(table: Tabletop, seat: Seat, card: Card, value: int) -> Card | None:
    """Return the passive card of a stockpile: the first kept card of its value in deck order.

    It is determined when the stockpile is made, and never again (R-STOCK-6).
    """
    serving = (other for other in cards_kept(table, seat, card) if value in VALUES[other])
    return min(serving, key=ORDER.__getitem__, default=None)
