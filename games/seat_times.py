"""What the clocks of games show, read in four queries for any number of games."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from games.availability import calendars_by_user
from games.circumstances import control_of, moment_of, notices
from games.clock_keeping import stored_clock
from games.clocks.calendars import Calendar
from games.clocks.controls import NoClock
from games.clocks.folding import Circumstances, settled
from games.clocks.reckoning import SeatTime, reckon
from games.clocks.states import ClockState
from games.models import Game, SeatAssignment
from games.uptime import outages_since
from illimat_core.cards import Seat
from illimat_core.sealing import microseconds


class Timed(NamedTuple):
    """A game in which clocks run, with the assignments of its seats."""

    game: Game
    assignments: Sequence[SeatAssignment]
    clock: ClockState


def seat_times(
    games: Sequence[tuple[Game, Sequence[SeatAssignment]]],
) -> Mapping[UUID, Sequence[SeatTime]]:
    """Return what the clock of each seat shows, for those of the games in which clocks run.

    A seat that is not awaited shows the time that its next decision starts with. The host's clock
    is precise enough for display; nothing is decided by it.
    """
    timed = [Timed(game, people, clock) for game, people in games if (clock := _running(game))]
    if not timed:
        return {}
    now = timezone.now()
    since = moment_of(min(each.clock.looks_back_to for each in timed))
    outages = outages_since(since, now)
    calendars = calendars_by_user(_people(timed), since)
    told = notices({each.game.pk: each.clock for each in timed})
    result = {}
    for game, people, clock in timed:
        given = Circumstances(control_of(game), _by_seat(people, calendars), outages)
        clock = settled(clock, given, microseconds(now))  # noqa: PLW2901 - the same, corrected
        reckoned = reckon(clock, given, told[game.pk], microseconds(now))
        awaited = {each.seat: each for each in reckoned.seats if each.seat is not None}
        result[game.pk] = [
            awaited.get(seat) or SeatTime(seat, left_then=clock.seats[seat].bank, why="waiting")
            for seat in range(game.seats)
        ]
    return result


def _running(game: Game) -> ClockState | None:
    """Return the clocks of a game, or None if they do not run."""
    running = game.state == Game.State.RUNNING and not isinstance(control_of(game), NoClock)
    return stored_clock(game) if running else None


def _people(games: Sequence[Timed]) -> set[int]:
    return {
        each.user_id for timed in games for each in timed.assignments if each.user_id is not None
    }


def _by_seat(
    people: Sequence[SeatAssignment], calendars: Mapping[int, Calendar]
) -> dict[Seat, Calendar]:
    of_seats = ((each.number, calendars.get(each.user_id or 0)) for each in people)
    return {seat: each for seat, each in of_seats if seat is not None and each is not None}
