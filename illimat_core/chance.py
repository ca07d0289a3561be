"""Chance as a seat: what it is asked, what it may answer, and a stream to answer from.

The core never draws anything: it asks the DEALER, whose answer is checked like anybody's and is in
the events it leads to. ``answer`` makes such an answer from a source; ``SeededSource`` is an
unbiased one, the same for the same key on every machine.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from illimat_core.actions import Action
from illimat_core.cards import Card, Luminary, Seat
from illimat_core.state import State

Thing = TypeVar("Thing")


class Deal(Action, frozen=True, kw_only=True, tag="deal"):
    """A round: the shuffled deck and luminaries, top first; and the first dealer, when asked."""

    deck: tuple[Card, ...]
    luminaries: tuple[Luminary, ...] = ()
    dealer: Seat | None = None


class Source(Protocol):
    """Where chance comes from. A label keeps one question's answers apart from another's."""

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """The things in random order."""
        ...

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """One of the things."""
        ...


class SeededSource:
    """Answers from an HMAC-SHA256 counter stream under a key, one stream a label.

    A number below n is drawn by rejection from 64 bits, so every outcome is equally likely.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Fisher and Yates, from the last place down."""
        order, numbers = list(things), self._words(label)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, numbers)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        return things[_below(len(things), self._words(label))]

    def _words(self, label: str) -> Iterator[int]:
        counter = 0
        while True:
            block = hmac.new(self._key, f"{label}/{counter}".encode(), hashlib.sha256).digest()
            for start in range(0, 32, 8):
                yield int.from_bytes(block[start : start + 8], "big")
            counter += 1


def _below(bound: int, words: Iterator[int]) -> int:
    fair = 2**64 - 2**64 % bound
    return next(word for word in words if word < fair) % bound


def answer(state: State, source: Source) -> Action:
    """The answer of chance to what the game waits for.

    Labels name the version of the state, so no draw of a game repeats another.
    """
    pending = state.pending
    assert pending is not None
    label = f"{pending.kind}/{state.version}"
    return Deal(
        deck=source.shuffle(f"{label}/deck", state.options.deck),
        luminaries=source.shuffle(f"{label}/luminaries", luminaries_to_deal(state)),
        dealer=source.pick(f"{label}/dealer", tuple(state.seats)) if state.dealer is None else None,
    )


def luminaries_to_deal(state: State) -> tuple[Luminary, ...]:
    """The luminaries that a new round is dealt from."""
    return state.options.luminary_set
