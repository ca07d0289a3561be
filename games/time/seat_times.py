"""What the clocks of games show, for any number of games at once.

The rows of games and seats, as `games.reading.lookup` and `games.reading.selectors` read them,
nearly always tell all there is to know. Recent outages and vacations take a query each.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from api import database_time
from games.clocks.folding import Circumstances, refund_outages
from games.clocks.pauses import RULES
from games.clocks.reckoning import SeatTime, reckon
from games.clocks.states import ClockState
from games.models import Game, SeatAssignment
from games.outages import outages_of
from games.reading.tables import Table
from games.time.availability import calendars_by_seat, vacations_by_user
from games.time.circumstances import NOTIFIED, as_datetime, control_of, notices_of
from games.time.stored_clocks import stored_clock
from illimat_core.sealing import microseconds


class Timed(NamedTuple):
    """A game in which clocks run, with the assignments of its seats."""

    game: Game
    assignments: Sequence[SeatAssignment]
    clock: ClockState


def seat_times(
    games: Sequence[tuple[Game, Sequence[SeatAssignment]]], *, as_notified: bool = False
) -> Mapping[UUID, Sequence[SeatTime]]:
    """Return what the clock of each seat shows, for those of the games in which clocks run.

    A seat that is not awaited shows the time that its next decision starts with. With
    `as_notified`, the clocks show what they would if everybody had been notified of their turn at
    once.
    """
    timed = [Timed(game, people, clock) for game, people in games if (clock := _running(game))]
    if not timed:
        return {}
    now = database_time.as_moment(timed[0].game.now or database_time.now())
    database_time.note(now)
    since = as_datetime(min(each.clock.looks_back_to for each in timed))
    outages = outages_of(timed[0].game, since, now)  # the same for all
    vacations = vacations_by_user([seat for each in timed for seat in each.assignments], since)
    times = {}
    for each in timed:
        calendars = calendars_by_seat(each.assignments, vacations)
        given = Circumstances(control_of(each.game), calendars, outages)
        times[each.game.pk] = _shown(each, given, microseconds(now), as_notified)
    return times


def own_deadline(table: Table, *, as_notified: bool = False) -> int | None:
    """Return when the viewer's time is used up, in microseconds; None if no clock runs."""
    game = table.game
    times = seat_times([(game, table.assignments)], as_notified=as_notified).get(game.pk, ())
    return next((each.deadline for each in times if each.seat == table.seat), None)


def excuses_left(game: Game, seat: SeatAssignment) -> int | None:
    """Return how many missed decisions of a person are still excused; None if no clock runs."""
    clock = _running(game)
    if clock is None or seat.number is None or seat.user_id is None:
        return None
    return max(0, game.excuses - clock.seats[seat.number].record.missed)


def pauses_left(game: Game) -> int | None:
    """Return how often a running game can still be paused; None before the start and at the end."""
    clock = stored_clock(game) if game.state == Game.State.RUNNING else None
    if clock is None:
        return None
    return max(0, RULES.most - clock.pauses) if game.pauses else 0


def _shown(timed: Timed, given: Circumstances, now: int, as_notified: bool) -> Sequence[SeatTime]:
    clock, told = (
        refund_outages(timed.clock, given, now),
        notices_of(timed.clock, timed.assignments),
    )
    if as_notified:
        told = dict.fromkeys(clock.awaited, NOTIFIED)
    awaited = {each.seat: each for each in reckon(clock, given, told, now).seats}
    return [
        awaited.get(number) or SeatTime(number, left_then=seat.bank, why="waiting")
        for number, seat in enumerate(clock.seats)
    ]


def _running(game: Game) -> ClockState | None:
    running = game.state == Game.State.RUNNING and control_of(game).runs
    return stored_clock(game) if running else None
