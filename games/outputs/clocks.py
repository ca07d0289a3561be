"""Clocks in the games API: time controls, and what the clocks of seats show."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated

import msgspec
from django.utils.translation import gettext

from api.schemas import Moment
from games.clocks import controls
from games.clocks.reckoning import SeatTime, Status
from games.clocks.spans import SECOND
from games.reading.tables import Table
from games.time.circumstances import as_datetime
from games.time.seat_times import seat_times
from illimat_core.annotations import says


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """How much time people have, in seconds; null if this kind of clock has no such length."""

    kind: Annotated[controls.ControlKind, says("The kind of clock.")]
    preset: Annotated[str | None, says("The name of the preset; null if it is not a preset.")]
    time: Annotated[
        int | None,
        says("The seconds for each decision or, with `total`, for all decisions together."),
    ] = None
    initial: Annotated[int | None, says("The seconds in the bank when the game begins.")] = None
    increment: Annotated[int | None, says("The seconds that each decision adds to the bank.")] = (
        None
    )
    cap: Annotated[int | None, says("The most seconds that the bank holds.")] = None
    idle: Annotated[
        int | None,
        says("Without a clock: the seconds without an action after which the game is called off."),
    ] = None


class ClockPreset(msgspec.Struct, frozen=True, kw_only=True):
    """A time control that can be chosen by its name."""

    title: Annotated[str, says("The time control, described in a sentence.")]
    clock: TimeControl


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a seat.

    While it runs, the time left now is `left` minus the time since `since`.
    """

    seat: Annotated[int, says("The seat whose clock it is.")]
    status: Annotated[
        Status,
        says(
            "Whether the clock runs, or why it is stopped: `waiting` for others, `house` while the "
            "house plays, `untold` if no time is left but the notice of the turn came too late."
        ),
    ]
    left: Annotated[int | None, says("The seconds that were left at `since`.")]
    since: Annotated[
        Moment | None, says("When the clock got this status; null if it is `waiting`.")
    ]
    deadline: Annotated[
        Moment | None,
        says("The earliest time at which the seat can be out of time, as far as is known now."),
    ]


def clocks(table: Table) -> list[SeatClock]:
    """Return the clocks of a game's seats; empty if none run."""
    times = seat_times([(table.game, table.assignments)])
    return seat_clocks(times.get(table.game.pk, ()))


def preset(each: controls.ControlPreset) -> ClockPreset:
    return ClockPreset(title=gettext(each.title), clock=describe_control(each.control))


def describe_control(control: controls.Control) -> TimeControl:
    """Return a time control, in seconds."""
    return TimeControl(preset=controls.preset_of(control), **control.given)


def seat_clocks(times: Iterable[SeatTime]) -> list[SeatClock]:
    return [
        SeatClock(
            seat=each.seat,
            status=each.why,
            left=None if each.left_then is None else each.left_then // SECOND,
            since=_moment(each.since),
            deadline=_moment(each.deadline),
        )
        for each in times
        if each.seat is not None
    ]


def _moment(value: int | None) -> datetime | None:
    return None if value is None else as_datetime(value)
