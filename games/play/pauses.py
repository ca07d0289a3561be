"""Pauses by consent: proposed by a player, begun and ended early when all who play agree.

While a game is paused no clock runs, but people may still act. If the last person who does not
agree leaves, the game is paused by the command with which they do (`consent.pause_by_consent`). A
timer ends a pause when its time is over, and drops a proposal to which not all have agreed by then
(`games.workers.timers`).

Each service for a person is one transaction; it raises GameNotFoundError, NotAllowedError for a
person who does not play, TableError `not_running`, and GameOverError.
"""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from games import actors, guards
from games.actors import Actor, CommandSource
from games.clocks.pauses import RULES, check_pause
from games.models import Game, SeatAssignment
from games.models.timers import Timer
from games.play import consent, recorder
from games.reading import tables
from games.reading.tables import Table
from games.refusals import NotAllowedError, TableError
from games.stream import store
from games.time.stored_clocks import Clocks, clocks_of
from games.time.timer_setting import set_proposal_timer
from illimat_core import Event, State, fold
from illimat_core.events import GameCalledOff, GamePaused, GameResumed, OutageCredited
from illimat_core.sealing import microseconds

FEW: Final = 6  # events, of which the last two count that are no outages
logger = logging.getLogger("games.pausing")


@transaction.atomic
def pause_agree(
    *, user: User, game_id: UUID, source: CommandSource, until: datetime | None = None
) -> Game:
    """Propose a pause until a moment, or agree to the proposed one; it begins once all agree.

    A moment other than the proposed one is a new proposal, to which only its author agrees so far.
    Raises ClockError for a pause that is too long or exceeds the number of pauses, and TableError
    `no_pauses` if the game cannot be paused, `stands_still`, or `no_pause_proposed` if there is
    none to agree to.
    """
    table, own, state = _lock_running_game(user, game_id)
    game = table.game
    guards.check_pauses(game)
    guards.check_not_still(table.assignments)
    wanted = until.astimezone(UTC).replace(microsecond=0) if until else game.pause_proposed
    if wanted is None:
        raise TableError(
            "no_pause_proposed",
            gettext(
                "No pause is proposed now; a proposal may have been withdrawn. To propose one, say "
                "until when."
            ),
        )
    check_pause(_clocks(table).state, microseconds(wanted), microseconds(_now(table)))
    if wanted != game.pause_proposed:
        consent.forget_pause(game, table.assignments)
        game.pause_proposed = wanted
        set_proposal_timer(game)
    _agree(table, own, state, user, source)
    return game


@transaction.atomic
def resume_agree(*, user: User, game_id: UUID, source: CommandSource) -> Game:
    """Agree to end a pause early; it ends once all agree. Raises TableError `not_paused`."""
    table, own, state = _lock_running_game(user, game_id)
    if table.game.paused_until is None:
        raise TableError("not_paused", gettext("The game is not paused."))
    _agree(table, own, state, user, source)
    return table.game


@transaction.atomic
def pause_withdraw(*, user: User, game_id: UUID) -> Game:
    """Withdraw consent to a pause or to its end; a proposal without any consent is dropped."""
    table, own, _ = _lock_running_game(user, game_id)
    if own.agrees_on_pause:
        own.agrees_on_pause = False
        own.save(update_fields=["agrees_on_pause"])
        if not any(each.agrees_on_pause for each in table.assignments):
            table.game.pause_proposed = None
        recorder.touch(table.game)
    return table.game


def pause_end(table: Table) -> None:
    """End the pause of a locked game, as its time is over."""
    before = store.state_of(table.game)
    _record(table, before, [GameResumed(reason="time")], actors.SERVER, CommandSource.TIMER)


def pause_untold(table: Table) -> None:
    """Pause a locked game in which the server could not tell somebody of their turn.

    If it has been paused for that just before, and nobody has acted since, call it off.
    """
    event: Event = GameCalledOff(reason="untold")
    if not _has_been_paused(table.game):
        until = _now(table) + timedelta(microseconds=RULES.longest)
        event = GamePaused(until=f"{until:%Y-%m-%dT%H:%M:%SZ}", reason="untold")
    about = {"game": str(table.game.pk)}
    logger.error("A player could not be told of their turn: %s", type(event).__name__, extra=about)
    _record(table, store.state_of(table.game), [event], actors.SERVER, CommandSource.TIMER)


def _has_been_paused(game: Game) -> bool:
    """Return whether a game that the server has paused has stood still since the pause."""
    newest = [event for _, event in store.read(game, max(0, game.version - FEW))]
    match [event for event in newest if not isinstance(event, OutageCredited)][-2:]:
        case [GamePaused(reason="untold"), GameResumed()]:
            return True
        case _:
            return False


def proposal_lapse(table: Table, timer: Timer) -> None:
    """Drop the proposed pause of a locked game if it would be over by now, with all consent."""
    timer.delete()
    proposed = table.game.pause_proposed
    if proposed is None or table.game.paused_until is not None:
        return
    if proposed > _now(table):
        set_proposal_timer(table.game)  # the timer was that of an earlier proposal
        return
    consent.forget_pause(table.game, table.assignments)
    recorder.touch(table.game)


def _lock_running_game(user: User, game_id: UUID) -> tuple[Table, SeatAssignment, State]:
    """Lock a running game; return its table, the seat that `user` still plays, and its state."""
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    own = guards.find_seat(user, table.assignments)
    guards.check_running(table.game)
    state = store.state_of(table.game)
    if own.number not in state.staying:
        raise NotAllowedError(gettext("You have forfeited, so this is for the others."))
    return table, own, state


def _agree(
    table: Table, own: SeatAssignment, state: State, user: User, source: CommandSource
) -> None:
    """Record that a seat agrees; if all people who play do, begin the pause or end it.

    Consent is saved only while somebody's is missing: once it is complete, it is used up.
    """
    own.agrees_on_pause = True
    game, assignments = table.game, table.assignments
    _, events = consent.pause_by_consent(game, assignments, state, (), _clocks(table))
    if events:
        _record(table, state, events, actors.person(user, assignments), source)
    else:
        own.save(update_fields=["agrees_on_pause"])
        recorder.touch(game)


def _clocks(table: Table) -> Clocks:
    return clocks_of(table.game, table.assignments, _now(table))


def _now(table: Table) -> datetime:
    return table.game.locked_at or database_time.now()


def _record(
    table: Table, before: State, events: list[Event], actor: Actor, source: CommandSource
) -> None:
    recorder.append(
        table.game,
        table.assignments,
        recorder.Advance(before, fold(events, before), events),
        actor=actor,
        source=source,
    )
