"""Chance as a seat: its questions, its answers, and a random source to answer from.

The core never draws anything. It asks the DEALER, whose answer is checked like any other and
recorded in the resulting events. ``answer`` draws such an answer from a source; ``SeededSource`` is
an unbiased source that gives the same results for the same key on every machine.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType

from illimat_core.actions import Action, NameSeason
from illimat_core.cards import FIELDS, SEASONS, Card, FieldId, Luminary, Seat
from illimat_core.rules.hooks import Tabletop
from illimat_core.sealing import random_words
from illimat_core.state import State

Thing = TypeVar("Thing")


class Deal(Action, frozen=True, kw_only=True, tag="deal"):
    """A round's shuffled deck and luminaries, top first, and the first dealer if asked for.

    The roots are commitments to these orders, if there are any.
    """

    deck: tuple[Card, ...]
    luminaries: tuple[Luminary, ...] = ()
    dealer: Seat | None = None
    deck_root: str | UnsetType = UNSET
    luminaries_root: str | UnsetType = UNSET


class Reshuffle(Action, frozen=True, kw_only=True, tag="reshuffle"):
    """The draw pile in a new order, top first, and the commitment to it, if there is one."""

    deck: tuple[Card, ...]
    deck_root: str | UnsetType = UNSET


class Steal(Action, frozen=True, kw_only=True, tag="steal"):
    """One card of each opponent's hand, clockwise from the player who claimed the Rusalka."""

    cards: tuple[Card, ...]


class Source(ABC):
    """A source of randomness. Draws under different labels are independent."""

    @abstractmethod
    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things in random order."""

    @abstractmethod
    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things at random."""

    def root(self, label: str, cards: Sequence[str]) -> str | UnsetType:  # noqa: ARG002 - for others
        """Return a commitment to cards that were shuffled under a label; by default none."""
        return UNSET

    def of_luminaries(self, began: int) -> "Source":  # noqa: ARG002 - for others
        """Return the source of the set of luminaries that begins in a round."""
        return self


class SeededSource(Source):
    """Answers from an HMAC-SHA256 counter stream under a key, one stream a label.

    A number below n is drawn by rejection from 64 bits, so every outcome is equally likely.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things shuffled after Fisher and Yates, from the last place down."""
        order, numbers = list(things), random_words(self.key, label)
        for last in range(len(order) - 1, 0, -1):
            other = _below(last + 1, numbers)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things, each with the same probability."""
        return things[_below(len(things), random_words(self.key, label))]


def _below(bound: int, words: Iterator[int]) -> int:
    fair = 2**64 - 2**64 % bound
    return next(word for word in words if word < fair) % bound


def answer(table: Tabletop, source: Source) -> Action:
    """Return the answer of chance to the open decision.

    Labels name the version of the state, so no draw of a game repeats another.
    """
    pending = table.state.pending
    assert pending is not None
    by_chance = table.edition.decisions[pending.kind].by_chance
    assert by_chance is not None, f"{pending.kind} is not for chance to answer"
    return by_chance(table, source, f"{pending.kind}/{table.state.version}")


def any_season(_: Tabletop, source: Source, label: str) -> NameSeason:
    """Name a season at random."""
    return NameSeason(season=source.pick(label, SEASONS))


def luminaries_to_deal(state: State) -> tuple[Luminary, ...]:
    """Return the luminaries a round is dealt from: all, or those unused (R-VAR-PERSISTENT)."""
    return state.reserve if goes_on(state) else state.options.luminary_set


def goes_on(state: State) -> bool:
    """Return whether the set of luminaries goes on in the next round (R-VAR-PERSISTENT)."""
    return bool(state.options.luminaries_persist and state.round and (state.reserve or kept(state)))


def kept(state: State) -> tuple[FieldId, ...]:
    """Return the fields whose luminary, still face down, stays for the next round."""
    if not state.options.luminaries_persist or not state.round:
        return ()
    return tuple(
        at
        for at, field in zip(FIELDS, state.fields, strict=True)
        if field.luminary is not None and not field.face_up
    )
