"""Pauses by consent: proposed by a player, begun and ended early when all who play agree.

While a game is paused no clock runs, but people may still act. Each service for a person is one
transaction; it raises GameNotFoundError, NotAllowedError for a person who does not play, TableError
`not_running`, and GameOverError. A timer ends a pause when its time is over (`games.timers`).
"""

from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games import actors, database_time, guards, recording, seating, selectors, store
from games.actors import Actor, Source
from games.clock_keeping import clocks_of
from games.clocks.pauses import check_pause
from games.deadlines import set_pause_timer
from games.models import Game, SeatAssignment
from games.refusals import NotAllowedError, TableError
from games.selectors import Table
from illimat_core import State, evolve
from illimat_core.events import GamePaused, GameResumed
from illimat_core.sealing import microseconds


@transaction.atomic
def pause_agree(*, user: User, game_id: UUID, until: datetime | None = None) -> Game:
    """Propose a pause until a moment, or agree to the proposed one; it begins once all agree.

    A moment other than the proposed one is a new proposal, to which only its author agrees so far.
    Raises ClockError for a pause that is too long or exceeds the number of pauses, and TableError
    `stands_still`, or `no_pause_proposed` if there is none to agree to.
    """
    table, own, state = _entered(user, game_id)
    game = table.game
    guards.check_not_still(table.assignments)
    wanted = until.astimezone(UTC).replace(microsecond=0) if until else game.pause_proposed
    if wanted is None:
        raise TableError("no_pause_proposed", "Nobody has proposed a pause. Say until when.")
    now = game.locked_at or database_time.now()
    clocks = clocks_of(game, table.assignments, now)
    check_pause(clocks.state, microseconds(wanted), microseconds(now))
    if wanted != game.pause_proposed:
        _forget(table)
        game.pause_proposed = wanted
    if _agree(table, own, state):
        _forget(table)
        paused = GamePaused(until=f"{wanted:%Y-%m-%dT%H:%M:%SZ}", reason="consent")
        _record(table, state, paused, actors.person(user, table.assignments), Source.API)
    return game


@transaction.atomic
def resume_agree(*, user: User, game_id: UUID) -> Game:
    """Agree to end a pause early; it ends once all agree. Raises TableError `not_paused`."""
    table, own, state = _entered(user, game_id)
    if table.game.paused_until is None:
        raise TableError("not_paused", "The game is not paused.")
    if _agree(table, own, state):
        _forget(table)
        resumed = GameResumed(reason="consent")
        _record(table, state, resumed, actors.person(user, table.assignments), Source.API)
    return table.game


@transaction.atomic
def pause_withdraw(*, user: User, game_id: UUID) -> Game:
    """Withdraw consent to the proposed pause, or to ending the pause early, if it was given.

    A proposal to which nobody agrees any more is dropped.
    """
    table, own, _ = _entered(user, game_id)
    if own.agrees_on_pause:
        own.agrees_on_pause = False
        own.save(update_fields=["agrees_on_pause"])
        if not any(each.agrees_on_pause for each in table.assignments):
            table.game.pause_proposed = None
        recording.touch(table.game)
    return table.game


def pause_end(table: Table) -> None:
    """End the pause of a locked game, as its time is over."""
    _forget(table)
    state = store.state_of(table.game)
    _record(table, state, GameResumed(reason="time"), actors.SERVER, Source.TIMER)


def _entered(user: User, game_id: UUID) -> tuple[Table, SeatAssignment, State]:
    """Lock a running game; return its table, the seat that `user` still plays, and its state."""
    table = selectors.table_get(user=user, game_id=game_id, lock=True)
    own = guards.find_seat(user, table.assignments)
    guards.check_running(table.game)
    state = store.state_of(table.game)
    if own.number not in state.staying:
        raise NotAllowedError("You have forfeited, so this is for the others.")
    return table, own, state


def _agree(table: Table, own: SeatAssignment, state: State) -> bool:
    """Record that a seat agrees, and return whether all people who play agree.

    The record is saved only while somebody is missing: complete consent is used up at once.
    """
    own.agrees_on_pause = True
    playing = seating.people_playing(table.assignments)
    if all(each.agrees_on_pause for each in playing if each.number in state.staying):
        return True
    own.save(update_fields=["agrees_on_pause"])
    recording.touch(table.game)
    return False


def _forget(table: Table) -> None:
    """Drop the proposal and all consent to it; the game itself is not saved."""
    table.game.pause_proposed = None
    for assignment in table.assignments:
        assignment.agrees_on_pause = False
    agreeing = SeatAssignment.objects.filter(game=table.game, agrees_on_pause=True)
    agreeing.update(agrees_on_pause=False)


def _record(
    table: Table, before: State, event: GamePaused | GameResumed, actor: Actor, source: Source
) -> None:
    recording.append(
        table.game,
        table.assignments,
        [event],
        before=before,
        state=evolve(before, event),
        actor=actor,
        source=source,
    )
    set_pause_timer(table.game)
