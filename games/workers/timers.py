"""Timers: what the server does in a game when nobody has acted in time.

A timer is a row that says when to look at a game (`games.time.timer_setting`). A sweep fires all
timers that are due, under their games' locks: any number of workers may sweep at once, and a killed
worker loses nothing. KINDS has a record of each kind of timer.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from django.db import connection, transaction
from msgspec import to_builtins

from api import database_time, leases
from api.traces.causes import raise_if_away
from games import actors
from games.actors import CommandSource
from games.models import Game
from games.models.timers import CLOCK, Timer
from games.outages import watch
from games.play import leavers, pauses, recorder
from games.play.commands import Command, play
from games.reading import tables
from games.reading.lookup import find_seats
from games.reading.tables import Table
from games.refusals import StaleVersionError
from games.seats import spectators
from games.stream import integrity, store
from games.time.circumstances import as_datetime
from games.time.stored_clocks import Clocks, clocks_of, fold_log, stored_clock
from games.time.timer_setting import (
    HOUSE,
    HOUSE_DELAY,
    PAUSE,
    PROPOSAL,
    house_seats,
    set_clock_timer,
    set_house_timers,
    set_pause_timer,
    set_proposal_timer,
)
from games.time_limit import SoftTimeLimitExceeded
from illimat_core import evolve
from illimat_core.events import GameCalledOff
from illimat_core.sealing import microseconds

MOST: Final = 500  # timers that one sweep fires
LOOK_AGAIN_AFTER: Final = timedelta(milliseconds=100)
TRY_AGAIN_AFTER: Final = timedelta(minutes=10)
# Sweeps send these all the time; Django would take several times as long to compile them as they
# take to run. A house player who has yet to choose is not due.
DUE: Final = "timer.due_at <= %s AND NOT (timer.kind = 'house' AND timer.choice IS NULL)"
ANY_DUE: Final = f"SELECT 1 FROM games_timer timer WHERE {DUE} LIMIT 1"  # noqa: S608 - our own
NEXT: Final = (
    "SELECT timer.* FROM games_timer timer JOIN games_game game ON game.id = timer.game_id "  # noqa: S608 - our own
    f"WHERE {DUE} ORDER BY timer.due_at, timer.id LIMIT 1"
)
LOCK_NEXT: Final = f"{NEXT} FOR NO KEY UPDATE OF timer, game SKIP LOCKED"

logger = logging.getLogger("games.timers")


class Needs(NamedTuple):
    """What the timers of a running game depend on, at the moment `now`."""

    game: Game
    clocks: Clocks
    now: datetime


class TimerKind(NamedTuple):
    """A kind of timer.

    `fire` does what one is for; one that fails fires again after the time `again`. `are_right` says
    whether those that a running game has are neither missing nor too late, and `set` sets them.
    """

    fire: Callable[[Table, Timer], object]
    are_right: Callable[[Needs, Sequence[Timer]], bool]
    set: Callable[[Needs], object]
    again: timedelta = TRY_AGAIN_AFTER


def sweep() -> int:
    """Fire the timers that are due, at most MOST; return the number handled."""
    now, box = database_time.now(), leases.TimeBox()
    watch.note_jump(now)
    if not _is_any_due(now):  # which on SQLite does not wait for another writer
        return 0
    return box.repeat(partial(_fire_next, now), MOST)


def _fire_next(now: datetime) -> bool:
    """Fire the longest overdue timer whose game is not locked; return whether there was one.

    A timer that fails is retried later; so is one that reaches the worker's time limit, but then
    the worker's task ends, by SoftTimeLimitExceeded. A database that is away ends it, too.
    """
    with transaction.atomic():
        timer = _lock_next(now)
        if timer is None:
            return False
        failure = _fire_or_postpone(timer, now)
    if isinstance(failure, SoftTimeLimitExceeded):
        raise failure
    return True


def _is_any_due(now: datetime) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(ANY_DUE, [connection.ops.adapt_datetimefield_value(now)])
        return cursor.fetchone() is not None


def _lock_next(now: datetime) -> Timer | None:
    """Return the longest overdue timer whose game is not locked, and lock it with its game.

    Whatever else changes timers locks their game first. The timer is locked so that the database
    looks again whether it is still due, if it was moved just before.
    """
    sql = LOCK_NEXT if connection.features.has_select_for_update else NEXT
    found = Timer.objects.raw(sql, [connection.ops.adapt_datetimefield_value(now)])
    return next(iter(found), None)


def _fire_or_postpone(timer: Timer, now: datetime) -> Exception | None:
    """Fire a timer; if it fails, set it for later and return the error."""
    stored = Timer.objects.filter(pk=timer.pk)  # a rolled-back deletion leaves `timer` without a pk
    try:
        with transaction.atomic():
            _fire(timer)
    except Exception as error:
        raise_if_away(error)
        shown = {"game": str(timer.game_id)}
        logger.exception("A %s timer could not be fired.", timer.kind, extra=shown)
        integrity.freeze_if_damaged(error)
        again = KINDS[timer.kind].again if timer.kind in KINDS else TRY_AGAIN_AFTER
        stored.update(due_at=now + again, choice=None)
        return error
    return None


def _fire(timer: Timer) -> None:
    """Do what a timer is for; it is locked with its game."""
    table = tables.table_lock(game_id=timer.game_id)
    if table.game.state == Game.State.RUNNING:
        KINDS[timer.kind].fire(table, timer)
    else:
        timer.delete()


def _look_at_clocks(table: Table, _: Timer) -> None:
    """Record who is out of time and take the next step, or move the timer on."""
    game = table.game
    now = game.locked_at or database_time.now()
    clocks = clocks_of(game, table.assignments, now, whole=True)
    reckoned = clocks.reckon(now)
    if reckoned.flagged:
        seats = [seat for seat in reckoned.flagged if seat is not None]
        if seats:
            leavers.record_misses(table, clocks, seats)
        else:
            _leave_it_to_chance(table)
    elif ended := [each.seat for each in reckoned.vacant if each.until <= microseconds(now)]:
        leavers.end_vacancies(table, clocks, ended)
    elif any(each.given_up for each in reckoned.seats):
        pauses.pause_untold(table)
    elif reckoned.called_off_at is not None and reckoned.called_off_at <= microseconds(now):
        _call_off(table)
    else:
        due_at = reckoned.due_at
        soonest = now + LOOK_AGAIN_AFTER  # not at once, if something else must act first
        set_clock_timer(game, None if due_at is None else max(as_datetime(due_at), soonest))


def _leave_it_to_chance(table: Table) -> None:
    """Let chance name the luminary that the Audience acts as (R-LUM-AUDIENCE)."""
    game, actions = table.game, [spectators.LEAVE_IT_TO_CHANCE]
    key = f"spectators {game.version}"
    play(Command(game.pk, actors.CHANCE, CommandSource.TIMER, key, actions), table)


def _call_off(table: Table) -> None:
    called_off = GameCalledOff(reason="idle")
    before = store.state_of(table.game)
    recorder.append(
        table.game,
        table.assignments,
        recorder.Advance(before, evolve(before, called_off), [called_off]),
        actor=actors.SERVER,
        source=CommandSource.TIMER,
    )


def _play_for_seat(table: Table, timer: Timer) -> None:
    """Play the house's choice if it still has the seat; let it choose again if that is outdated."""
    game, seat, choice = table.game, timer.seat, timer.choice
    clocks = clocks_of(game, table.assignments, game.locked_at or database_time.now())
    if choice is None or seat not in house_seats(clocks.state):
        timer.delete()
        return
    try:
        store.check_current(game, store.state_of(game), choice["version"])
    except StaleVersionError:
        Timer.objects.filter(pk=timer.pk).update(choice=None)
        return
    timer.delete()
    by, key = actors.house(seat), f"house {game.version}"
    play(Command(game.pk, by, CommandSource.TIMER, key, [choice["action"]]), table)


def _are_clocks_right(needs: Needs, found: Sequence[Timer]) -> bool:
    due_at = needs.clocks.reckon(needs.now).due_at
    if due_at is None or not found:
        return due_at is None and not found
    return all(microseconds(timer.due_at) <= due_at for timer in found)


def _is_proposal_right(needs: Needs, found: Sequence[Timer]) -> bool:
    """Return whether a proposal lapses in time; the timer of an earlier one may be left."""
    until = needs.game.pause_proposed
    return until is None or any(timer.due_at <= until for timer in found)


KINDS: Final[Mapping[str, TimerKind]] = {
    CLOCK: TimerKind(
        _look_at_clocks,
        _are_clocks_right,
        lambda needs: set_clock_timer(needs.game, needs.clocks.due_at(needs.now), needs.now),
    ),
    HOUSE: TimerKind(
        _play_for_seat,
        lambda needs, found: {each.seat for each in found} == {*house_seats(needs.clocks.state)},
        lambda needs: set_house_timers(needs.game, needs.clocks.state),
        again=HOUSE_DELAY,
    ),
    PAUSE: TimerKind(
        lambda table, _: pauses.pause_end(table),
        lambda needs, found: {each.due_at for each in found} == {needs.game.paused_until} - {None},
        lambda needs: set_pause_timer(needs.game),
    ),
    PROPOSAL: TimerKind(
        pauses.proposal_lapse,
        _is_proposal_right,
        lambda needs: set_proposal_timer(needs.game),
    ),
}


def rebuild(game: Game) -> bool:
    """Return whether any was wrong. `game` is locked, its summary right. Raises GameFrozenError."""
    found = Timer.objects.filter(game=game)
    if game.state != Game.State.RUNNING:
        deleted, _ = found.delete()
        return deleted > 0
    assignments, now = find_seats(game.pk), database_time.now()
    clock = fold_log(game, assignments)
    wrong = clock != stored_clock(game)
    if wrong:
        game.clock = to_builtins(clock)
        game.save(update_fields=["clock"])
    needs = Needs(game, clocks_of(game, assignments, now, whole=True), now)
    unknown, _ = found.exclude(kind__in=KINDS).delete()
    timers = list(found)
    right = all(
        kind.are_right(needs, [timer for timer in timers if timer.kind == name])
        for name, kind in KINDS.items()
    )
    if right and not wrong and not unknown:
        return False
    for kind in KINDS.values():
        kind.set(needs)
    return True
