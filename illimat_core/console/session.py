"""A game without a server: a state and a source of chance (for scenarios and the protocol)."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from illimat_core.cards import DEALER, Seat
from illimat_core.decider import advance, begin, read, settle_chance
from illimat_core.events import Event
from illimat_core.folding import fold
from illimat_core.options import read_options
from illimat_core.positions.loading import load
from illimat_core.rules.sources import SeededSource, Source
from illimat_core.state import State

Thing = TypeVar("Thing")


class Scripted(Source):
    """Scripted chance: given answers in their order, then those of a seed.

    A list answers a shuffle of exactly its things; any other value answers a pick. A deal uses a
    given answer only if it fits; elsewhere an answer that does not fit raises ``ValueError``.
    """

    def __init__(self, seed: bytes, given: Sequence[Any] = ()) -> None:
        self._seeded = SeededSource(seed)
        self.left: list[Any] = list(given)

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the next given order if it is one of these things, else one from the seed."""
        if not self.left or not isinstance(self.left[0], list | tuple):
            return self._seeded.shuffle(label, things)
        order = tuple(self.left[0])
        if sorted(map(str, order)) == sorted(map(str, things)):
            del self.left[0]
            return order
        if label.startswith("deal/"):
            return self._seeded.shuffle(label, things)
        raise ValueError(f"Chance was given {list(order)} for a shuffle of {list(things)}.")

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return the next given pick if it is one of these things, else one from the seed."""
        if not self.left or isinstance(self.left[0], list | tuple):
            return self._seeded.pick(label, things)
        if self.left[0] in things:
            return self.left.pop(0)  # type: ignore[no-any-return]
        if label.startswith("deal/"):
            return self._seeded.pick(label, things)
        raise ValueError(f"Chance was given {self.left[0]!r} to pick among {list(things)}.")


class ConsoleSession(msgspec.Struct, frozen=True):
    """A state with the seed and the given answers of its chance; immutable, like the state."""

    state: State
    seed: bytes = b""
    chance: tuple[Any, ...] = ()

    def apply(
        self, seat: Seat | None, action: Mapping[str, Any]
    ) -> tuple["ConsoleSession", list[Event]]:
        """Raise ``RuleError`` if it is refused, ``ValueError`` if given chance does not fit."""
        source = Scripted(self.seed, self.chance)
        state, events = advance(self.state, seat, read(self.state, seat, action), source)
        return msgspec.structs.replace(self, state=state, chance=tuple(source.left)), events


def new_session(options: Mapping[str, Any], seed: bytes) -> ConsoleSession:
    """Return a new game, dealt from a seed. Raises ``OptionsError``."""
    events = begin(read_options(options))
    state, _ = settle_chance(fold(events), events, SeededSource(seed))
    return ConsoleSession(state, seed)


def load_session(
    position: Mapping[str, Any], chance: Sequence[Any] = (), seed: bytes = b""
) -> ConsoleSession:
    """Return a game from a position. Raises ``PositionError``."""
    source = Scripted(seed, chance)
    state, _ = settle_chance(load(position), [], source)
    return ConsoleSession(state, seed, tuple(source.left))


def awaited_seat(state: State) -> Seat | None:
    return next((seat for seat in state.awaited if seat != DEALER), None)
