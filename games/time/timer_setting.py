"""Setting the timers of a game: when its clocks are to be looked at, and when the house plays.

A timer of clocks is never due later than something about time can be done in the game, so all that
is due is found by it. It may be due earlier: then the clocks are reckoned again, and it is moved.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import calendar_changed, calendar_changing
from api.sql.statements import as_parameter
from games.clocks.states import ClockState
from games.models import Game, SeatAssignment
from games.models.timers import CLOCK, Timer
from games.signals import worker_needed
from games.time.availability import routines_forget
from games.time.reminders import first_look
from games.time.stored_clocks import Clocks
from illimat_core.cards import Seat

HOUSE: Final = "house"
PAUSE: Final = "pause"
PROPOSAL: Final = "proposal"
# Every play sends this; Django would take several times as long to compile it as it takes to run.
SET: Final = """
INSERT INTO games_timer (game_id, kind, due_at, remind_at) VALUES (%s, %s, %s, %s)
ON CONFLICT (game_id, kind) WHERE seat IS NULL DO UPDATE
SET due_at = excluded.due_at, remind_at = COALESCE(excluded.remind_at, games_timer.remind_at)
"""
HOUSE_DELAY: Final = timedelta(minutes=1)
"""How long the house waits, whatever it has to decide; not while a person practises."""


def set_first_timer(game: Game, clocks: Clocks) -> None:
    """Let a worker find out when to remind people: what they chose may not be known here."""
    due_at = clocks.due_at(game.moved_at)
    if due_at is not None:
        Timer.objects.create(game=game, kind=CLOCK, due_at=due_at, remind_at=game.moved_at)
    if house_seats(clocks.state):
        set_house_timers(game, clocks.state)


def set_timers(
    game: Game, assignments: Sequence[SeatAssignment], before: ClockState | None, clocks: Clocks
) -> None:
    """Set the timers of a game to which a command was just appended.

    `before` are the clocks before it, if they were known. While no clock runs, the database is not
    asked: the timer that calls the game off may be due too early.
    """
    if game.state != Game.State.RUNNING:
        Timer.objects.filter(game=game).delete()
        return
    if before is None or _may_be_due(before, clocks) or _may_be_due(clocks.state, clocks):
        remind_at = first_look(clocks.state, assignments)
        set_clock_timer(game, clocks.due_at(game.moved_at), remind_at)
    if house_seats(clocks.state) or (before and house_seats(before)):
        set_house_timers(game, clocks.state)


def set_clock_timer(game: Game, due_at: datetime | None, remind_at: datetime | None = None) -> None:
    """Set when to look at the clocks of a game; None if nothing is due unless somebody acts.

    Without `remind_at`, reminders are looked at when it was set before.
    """
    if due_at is None:
        Timer.objects.filter(game=game, kind=CLOCK).delete()
        return
    moments = map(connection.ops.adapt_datetimefield_value, (due_at, remind_at))
    with connection.cursor() as cursor:
        cursor.execute(SET, [as_parameter(game.pk), CLOCK, *moments])


def set_pause_timer(game: Game) -> None:
    Timer.objects.filter(game=game, kind=PAUSE).delete()
    if game.paused_until is not None:
        Timer.objects.create(game=game, kind=PAUSE, due_at=game.paused_until)


def set_proposal_timer(game: Game) -> None:
    """Set when a proposed pause of a game lapses, because it would be over, if one is proposed."""
    if game.pause_proposed is not None:
        due = {"due_at": game.pause_proposed}
        Timer.objects.update_or_create(game=game, kind=PROPOSAL, seat=None, defaults=due)


@receiver(calendar_changing)
def lock_games(*, user: User, **_: Any) -> None:
    """Lock the games of a person whose calendar is about to change.

    A play that has read the calendar before the change would otherwise set its timer afterwards,
    too late. Open tables are locked as well, since they may just begin.
    """
    games = Game.objects.filter(pk__in=_unfinished_games(user)).order_by("pk")
    list(games.select_for_update(no_key=True).values_list("pk"))


@receiver(calendar_changed)
def have_games_checked(*, user: User, routine: bool, **_: Any) -> None:
    """Let the next sweeps look at the games of a person whose calendar has changed."""
    timers = Timer.objects.filter(kind=CLOCK, game__in=_unfinished_games(user))
    timers.update(due_at=Now(), remind_at=Now())
    if routine:
        routines_forget(user, _unfinished_games(user))


def _unfinished_games(user: User) -> QuerySet[SeatAssignment, UUID]:
    alive = Game.State.OPEN, Game.State.RUNNING
    seats = SeatAssignment.objects.filter(user=user, game_state__in=alive)
    return seats.values_list("game", flat=True)


def house_seats(clock: ClockState) -> list[Seat]:
    """Return the awaited seats for which the house plays."""
    if clock.vacancies:
        return []
    seats = (seat for seat in clock.awaited if seat is not None)
    return [seat for seat in seats if clock.seats[seat].missed or clock.seats[seat].house]


def set_house_timers(game: Game, clock: ClockState) -> None:
    """Set when the house plays for each seat that it plays for now, unless that is set already."""
    seats = house_seats(clock)
    timers = Timer.objects.filter(game=game, kind=HOUSE)
    timers.exclude(seat__in=seats).delete()
    at_once = game.practice and any(not (seat.house or seat.gone) for seat in clock.seats)
    due_at = game.moved_at if at_once else game.moved_at + HOUSE_DELAY
    new = (Timer(game=game, kind=HOUSE, seat=seat, due_at=due_at) for seat in seats)
    Timer.objects.bulk_create(new, ignore_conflicts=True)
    if at_once and seats:
        worker_needed.send(Game, game=game)


def _may_be_due(clock: ClockState, clocks: Clocks) -> bool:
    timed = clocks.given.control.runs or bool(clock.vacancies)
    return timed or clock.spectators.decision is not None
