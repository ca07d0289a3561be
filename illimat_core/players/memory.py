"""Memory: what the log showed a seat in this round and the table no longer shows.

It is folded from the events as the seat may see them (``redact``). Everything else that a seat
knows lies on the table or in its hand.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from illimat_core.cards import Card, Luminary, Seat

ShownEvent = Any
"""An event as ``redact`` returns it; its tag tells its type."""


class Memory(msgspec.Struct, frozen=True):
    """What one seat remembers.

    ``held`` are cards that it knows in the hands of others, ``gone`` cards that it saw leave the
    round, and ``shown`` luminaries that it has seen this round, wherever they are now.
    """

    seat: Seat
    held: dict[Card, Seat] = {}
    gone: frozenset[Card] = frozenset()
    shown: frozenset[Luminary] = frozenset()


def remember(memory: Memory, events: Iterable[ShownEvent], hand: tuple[Card, ...] = ()) -> Memory:
    """Follow some more events, as the seat was shown them; ``hand`` is its hand before these."""
    for event in events:
        tag = event.__struct_config__.tag
        if learn := _LEARN.get(tag):
            memory = learn(memory, event, hand)
        hand = _own_hand(memory.seat, event, tag, hand)
    return memory


def _own_hand(seat: Seat, event: ShownEvent, tag: str, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the seat's own hand after an event, as far as events show it."""
    if getattr(event, "owner", getattr(event, "seat", None)) != seat:
        if tag == "ChosenCardsSown":
            sown = {card for _, cards in event.sown for card in cards}
            return tuple([card for card in hand if card not in sown])
        return hand
    if tag in {"HandDrawn", "HandDealt"}:
        return hand + tuple(event.cards)
    if tag == "CardsExchanged":
        return tuple([event.take if card == event.give else card for card in hand])
    if tag in _LEAVING:
        left = _cards_named(event)
        return tuple([card for card in hand if card not in left])
    return hand


_LEAVING: Final = {
    "CardSown", "CardsHarvested", "StockpileMade", "HandDiscarded", "HandSown", "CardsReturned",
    "CardStolen",
}  # fmt: skip
"""Events that name cards which leave the hand of their seat."""


def _forget_all(memory: Memory, *_: object) -> Memory:
    return Memory(memory.seat)


def _exchanged(memory: Memory, event: ShownEvent, _: object) -> Memory:
    held = {card: seat for card, seat in memory.held.items() if card != event.give}
    if event.seat != memory.seat:
        held[event.take] = event.seat
    return replace(memory, held=held)


def _passive_shown(memory: Memory, event: ShownEvent, _: object) -> Memory:
    """Record who showed the card, which may lie open elsewhere by now."""
    if event.seat == memory.seat:
        return memory
    return replace(memory, held={**memory.held, event.card: event.seat})


def _played(memory: Memory, event: ShownEvent, _: object) -> Memory:
    cards = _cards_named(event)
    if memory.held.keys().isdisjoint(cards):
        return memory
    held = {card: seat for card, seat in memory.held.items() if card not in cards}
    return replace(memory, held=held)


def _cards_named(event: ShownEvent) -> frozenset[Card]:
    card, cards = getattr(event, "card", None), getattr(event, "cards", None)
    return frozenset(cards or ()) | (frozenset([card]) if card else frozenset())


def _hand_in_doubt(memory: Memory, event: ShownEvent, _: object) -> Memory:
    """Forget the cards known in a hand from which some cards left unseen."""
    seat = getattr(event, "owner", event.seat)
    if getattr(event, "count", 1) == 0 or _cards_named(event):
        return memory
    return replace(memory, held={card: at for card, at in memory.held.items() if at != seat})


def _hand_gone(memory: Memory, event: ShownEvent, _: object) -> Memory:
    lost = {card for card, seat in memory.held.items() if seat == event.seat}
    lost |= _cards_named(event)
    held = {card: seat for card, seat in memory.held.items() if card not in lost}
    return replace(memory, held=held, gone=memory.gone | lost)


def _hand_sown(memory: Memory, event: ShownEvent, _: object) -> Memory:
    return replace(memory, held={c: seat for c, seat in memory.held.items() if seat != event.seat})


def _discarded_by_the_fields(memory: Memory, event: ShownEvent, _: object) -> Memory:
    return replace(memory, gone=memory.gone | {event.card}) if event.card else memory


def _moved(memory: Memory, event: ShownEvent, hand: tuple[Card, ...]) -> Memory:
    """Follow hands that move between seats: the seat's former hand is known wherever it is now."""
    known = {**memory.held, **dict.fromkeys(hand, memory.seat)}
    now_at = {other: seat for seat, other in event.takes}
    held = {card: now_at.get(seat, seat) for card, seat in known.items()}
    return replace(memory, held={c: seat for c, seat in held.items() if seat != memory.seat})


def _luminary_shown(memory: Memory, event: ShownEvent, _: object) -> Memory:
    return replace(memory, shown=memory.shown | {event.luminary})


_LEARN: Final[dict[str, Callable[[Memory, Any, tuple[Card, ...]], Memory]]] = {
    "RoundDealt": _forget_all,
    "CardsExchanged": _exchanged,
    "PassiveShown": _passive_shown,
    "CardSown": _played,
    "CardsHarvested": _played,
    "StockpileMade": _played,
    "CardsReturned": _hand_in_doubt,
    "CardStolen": _hand_in_doubt,
    "HandDiscarded": _hand_gone,
    "PlayerForfeited": _hand_gone,
    "HandSown": _hand_sown,
    "FieldsMovedOn": _discarded_by_the_fields,
    "SeatsMoved": _moved,
    "LuminaryRevealed": _luminary_shown,
    "LuminaryDiscarded": _luminary_shown,
}
"""How each type of event changes the memory, by its tag."""
