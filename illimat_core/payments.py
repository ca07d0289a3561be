"""Payments: which hand cards a play puts down, what they count, and which one must be kept."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Final

from illimat_core.cards import HAND, ORDER, VALUES, Card, FieldId, Seat, in_deck_order
from illimat_core.hooks import Table

Cards = tuple[Card, ...]

HIGHEST: Final = 4 * 14
"""What four cards played as one count at most."""
_FOUR_CARDS: Final = 2 ** (HIGHEST + 1) - 1


def full_harvest(table: Table, seat: Seat) -> bool:
    """Whether all four cards of a hand may go as one (R-VAR-FULL-HARVEST)."""
    return table.state.options.full_harvest and len(table.state.players[seat].hand) == HAND


def joined(table: Table, field: FieldId) -> int:
    """How many cards the luminary of a field lets one harvest play (Union, Collective)."""
    rules = table.rules_in(field)
    return rules.joins.most if rules and rules.joins else 1


def sizes(table: Table, seat: Seat, field: FieldId) -> tuple[int, ...]:
    """How many cards one harvest of a seat into a field may play."""
    most = joined(table, field)
    return (*range(1, most + 1), *((HAND,) if most < HAND and full_harvest(table, seat) else ()))


def needs_single_item(table: Table, seat: Seat, field: FieldId, count: int) -> bool:
    """Whether so many cards go as one only by taking a single item of their sum (Collective)."""
    rules = table.rules_in(field)
    bound = rules is not None and rules.joins is not None and rules.joins.single_item
    return bound and count > 1 and not (count == HAND and full_harvest(table, seat))


def payments(table: Table, seat: Seat, fields: Collection[FieldId]) -> Iterator[Cards]:
    """The sets of hand cards that may be played as one in any of the fields, in canonical order."""
    numbers = {size for field in fields for size in sizes(table, seat, field)}
    hand = table.state.players[seat].hand
    if table.state.options.mode_rules.in_order:
        found = [in_deck_order(hand[:size]) for size in numbers if size <= len(hand)]
        return iter(sorted(found, key=lambda cards: [ORDER[card] for card in cards]))
    return _sets(in_deck_order(hand), numbers)


def sums_to_pay(table: Table, seat: Seat, field: FieldId) -> Iterator[tuple[int, int]]:
    """How many cards of a hand can be played as one into a field, and what they count then.

    Each once, up to what four cards can count: who plays more takes a single item by them.
    """
    hand = table.state.players[seat].hand
    numbers = [number for number in sizes(table, seat, field) if number <= len(hand)]
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
    """The sets of so many cards that begin with those chosen, a set before what it begins."""
    if len(chosen) in numbers:
        yield chosen
    if len(chosen) < max(numbers, default=0):
        for place, card in enumerate(hand):
            yield from _sets(hand[place + 1 :], numbers, (*chosen, card))


def single_cards(table: Table, seat: Seat) -> tuple[Card, ...]:
    """The cards that may be played alone, in deck order; with an order of play the next one."""
    hand = table.state.players[seat].hand
    return hand[:1] if table.state.options.mode_rules.in_order else in_deck_order(hand)


def values_of(cards: Sequence[Card]) -> tuple[int, ...]:
    """All sums that cards can make, a Fool counting 1 or 14 (R-CARD-2)."""
    if len(cards) == 1:
        return VALUES[cards[0]]
    return tuple(sorted({sum(each) for each in product(*(VALUES[card] for card in cards))}))


def kept(table: Table, seat: Seat, card: Card) -> tuple[Card, ...]:
    """The cards that may serve as passive once one is played; in an order of play a later one."""
    hand = table.state.players[seat].hand
    if table.state.options.mode_rules.in_order and card in hand:
        return hand[hand.index(card) + 1 :]
    return tuple(other for other in hand if other != card)


def stockpile_values(table: Table, seat: Seat, card: Card) -> list[int]:
    """The values of the cards held beside the card played (R-STOCK-1).

    Each is that of a single card, 14 at most, whatever luminary is in play (R-STOCK-8).
    """
    return sorted({value for other in kept(table, seat, card) for value in VALUES[other]})


def passive_for(table: Table, seat: Seat, card: Card, value: int) -> Card | None:
    """The card that serves a stockpile: the first in deck order of those kept with its value.

    It is looked for when the stockpile is made, and never again (R-STOCK-6).
    """
    serving = (other for other in kept(table, seat, card) if value in VALUES[other])
    return min(serving, key=ORDER.__getitem__, default=None)
