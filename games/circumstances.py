"""What the clocks of a game depend on besides its events, read from the database."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

import msgspec

from games.availability import calendars_of
from games.clocks.calendars import EPOCH, MICROSECOND
from games.clocks.controls import Control, NoClock
from games.clocks.entries import Awaited
from games.clocks.folding import Circumstances
from games.clocks.notices import Notice
from games.clocks.states import ClockState
from games.models import Game, SeatAssignment
from games.uptime import outages_of
from illimat_core.sealing import microseconds

NOTIFIED: Final = Notice(off=True)
"""The notice of a person who gets no mails about games: as if it had arrived at once."""


def control_of(game: Game) -> Control:
    """Return the time control of a game."""
    return msgspec.convert(game.control, Control)  # type: ignore[no-any-return]


def moment_of(value: int) -> datetime:
    """Convert microseconds since 1970 to a moment."""
    return EPOCH + value * MICROSECOND


def circumstances(
    game: Game,
    assignments: Sequence[SeatAssignment],
    state: ClockState,
    now: datetime,
    *,
    whole: bool = False,
) -> Circumstances:
    """Return what the clocks of a game depend on besides its events, as known at `now`.

    In a game without clocks, outages are queried only while spectators decide, or if the `whole`
    game is to be reckoned, with its idle time and vacancies.
    """
    control = control_of(game)
    since = moment_of(state.looks_back_to)
    if not isinstance(control, NoClock):
        return Circumstances(
            control, calendars_of(assignments, since=since), outages_of(game, since, now)
        )
    counts = whole or state.spectators.decision is not None
    return Circumstances(control, outages=outages_of(game, since, now) if counts else ())


def notices(state: ClockState, assignments: Sequence[SeatAssignment]) -> Mapping[Awaited, Notice]:
    """Return the notice of each seat's open decision, as the rows of the seats tell it.

    A person who switched mails about games off is told of each turn at once.
    """
    return {
        each.number: _notice(state, each) if each.gets_mails else NOTIFIED for each in assignments
    }


def _notice(state: ClockState, seat: SeatAssignment) -> Notice:
    """Return the last notice for a seat, without what happened before the decision opened."""
    decision = state.of(seat.number).decision
    opened = decision.opened if decision else 0
    left, held = _as_microseconds(seat.notified_at), _as_microseconds(seat.held_at)
    return Notice(
        left_at=left if left is not None and left >= opened else None,
        held_until=(
            _as_microseconds(seat.held_until) if held is not None and held >= opened else None
        ),
        failed_at=_as_microseconds(seat.failed_at),
    )


def _as_microseconds(value: datetime | None) -> int | None:
    return None if value is None else microseconds(value)
