"""Clock entries: what the events of a game mean for its clocks, in the order of the events.

`at` is when an event was recorded, in microseconds. A seat of None stands for the spectators.
"""

from typing import Literal

import msgspec

Seat = int
Awaited = Seat | None


class _Entry(msgspec.Struct, frozen=True, tag=True):
    """Something that happened at a moment."""

    at: int


class Moved(_Entry, frozen=True):
    """The game went on: `awaited` are the seats that it waits for now.

    `decided` are the seats whose players made a decision, `substituted` those for which the house
    (or for spectators, chance) made one. A seat in neither that is still awaited has the same
    decision open as before, for example after a free action that precedes the play.
    """

    awaited: tuple[Awaited, ...]
    decided: tuple[Awaited, ...] = ()
    substituted: tuple[Awaited, ...] = ()


class Missed(_Entry, frozen=True):
    """A seat's time ran out. The house plays its decision unless the seat is vacated."""

    seat: Awaited


class Vacated(_Entry, frozen=True):
    """A seat is vacant, and the game stands still, for the time `lasts` unless it is taken.

    The same applies while the opponent in a game of two may choose to go on against the house.
    """

    seat: Seat
    lasts: int


class Seated(_Entry, frozen=True):
    """Somebody takes a seat: a substitute, the person who left it, or the house."""

    seat: Seat
    who: Literal["substitute", "returner", "house"]


class Forfeited(_Entry, frozen=True):
    """A seat is out of play. A `Moved` follows, with the seats that are awaited then."""

    seat: Seat


class Paused(_Entry, frozen=True):
    """All agreed to a pause; it ends by itself at `until`."""

    until: int


class Resumed(_Entry, frozen=True):
    """All agreed to end a pause early."""


Entry = Moved | Missed | Vacated | Seated | Forfeited | Paused | Resumed
