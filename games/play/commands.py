"""Commands: the one way for actions in a game, whoever acts.

People at a seat, spectators, chance, the house and the server all act through `play`. Each command
names its source, and a key under which it succeeds at most once. Events that follow from no action,
such as a pause, are recorded by `games.play.recorder` directly.
"""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from django.db import connection, transaction

from accounts.models import User
from games import actors, guards
from games.actors import Actor, CommandSource, Role
from games.models import Game
from games.play import consent, recorder
from games.play.recorder import Advance
from games.reading import selectors, tables
from games.refusals import OutOfTimeError
from games.seats import occupants, spectators
from games.stream import dealer, store
from games.time.stored_clocks import Clocks, clocks_of
from illimat_core import Budget, Event, State, batch, fold
from illimat_core.decider import UNASKED
from illimat_core.events import TableEvent
from illimat_core.sealing import SealedEvent


class Command(NamedTuple):
    """Actions in one game, to be played all or none.

    `by` is a person, whose seat is found when the game is locked, or another actor. `noted` are
    table events that the server records before the actions. `key` is unique among the commands of
    one actor. `expected_version` is the version at which the actions were chosen; None accepts any.
    `epoch` is the one of that version, empty if unknown. `entropy` is hex. `asked_by` is the person
    whose submission another actor carries out: then the key is one of theirs. `taker` is the person
    who takes the seat that `noted` gives to somebody, if that is not the person who acts.
    """

    game_id: UUID
    by: User | Actor
    source: CommandSource
    key: str
    actions: Sequence[Mapping[str, Any]] = ()
    expected_version: int | None = None
    epoch: str = ""
    entropy: str | None = None
    noted: Sequence[TableEvent] = ()
    asked_by: Actor | None = None
    taker: User | None = None


class PlayedCommand(NamedTuple):
    """The outcome of a command: the state, and each event beside its stored row.

    `seat` is the actor's; None for a spectator.
    """

    table: tables.Table
    seat: int | None
    state: State
    stored: list[tuple[SealedEvent, Event]]


def play(command: Command, table: tables.Table | None = None) -> PlayedCommand:
    """Play the actions of a command, all or none, and resolve what is left to chance.

    `table` is the game's if the server has locked it for this command. In a transaction of the
    caller a refusal changes nothing, and an error after the first write undoes all of it.

    While several seats decide at once, every version since that decision opened is current. If
    nobody may watch the game, chance answers in place of spectators.

    Raises GameNotFoundError if the person may not know of the game, GameFrozenError,
    NotAllowedError if they do not play, TableError `not_running` and `stands_still`,
    GameOverError, StaleVersionError, HistoryChangedError, OutOfTimeError if the person is awaited
    but out of time, store.AlreadyThereError if the command has succeeded before, RuleError with the
    `index` of the action that the rules refuse, and BudgetSpentError if checking the actions takes
    more than CHECKED_STEPS.
    """
    with nullcontext() if connection.in_atomic_block else transaction.atomic():
        return _play(command, table)


def _play(command: Command, table: tables.Table | None) -> PlayedCommand:
    """Decide what a command leads to, which may be refused, and only then write."""
    table, actor = _enter(command, table)
    advance = _decide(command, table, actor)
    with transaction.atomic(savepoint=False):
        recorded = _record(command, table, actor, advance)
    return PlayedCommand(table, actor.seat, *recorded)


def _decide(command: Command, table: tables.Table, actor: Actor) -> Advance:
    """Return what a command leads to; raises the errors of `play`."""
    game, assignments = table.game, table.assignments
    guards.check_running(game)
    if not command.noted:
        guards.check_not_still(assignments)
    before = store.state_of(game)
    now = game.locked_at or game.moved_at
    clocks = clocks_of(game, assignments, now)
    if isinstance(command.by, User) and not _is_unasked(command):
        _check_in_time(game, clocks, actor.seat, now)
    if command.expected_version is not None:
        store.check_current(game, before, command.expected_version, command.epoch)
    chance = dealer.Dealer(game, before.round, command.entropy)
    budget = Budget(selectors.CHECKED_STEPS)
    noted = fold(command.noted, before)
    state, events = batch(noted, actor.seat, command.actions, chance, budget=budget)
    if None in state.awaited and not spectators.may_watch(game, assignments):
        state, named = batch(state, None, [spectators.LEAVE_IT_TO_CHANCE], chance)
        events += named
    events = [*command.noted, *events]
    state, agreed = consent.pause_by_consent(game, assignments, state, events, clocks)
    return Advance(before, state, [*events, *agreed], clocks)


def _record(
    command: Command, table: tables.Table, actor: Actor, advance: Advance
) -> recorder.RecordedCommand:
    """Record what a command leads to, and forget the wishes that it makes obsolete."""
    if command.actions and actor.role is Role.PERSON:
        consent.forget_wishes(each for each in table.assignments if each.number == actor.seat)
    if occupants.are_people_changed(advance.events):
        consent.forget_wishes(table.assignments)
    return recorder.append(
        table.game,
        table.assignments,
        advance,
        actor=actor,
        taker=command.taker,
        source=command.source,
        command_id=_command_id(table, command.asked_by or actor, command.key),
        entropy=command.entropy,
    )


def _enter(command: Command, locked: tables.Table | None) -> tuple[tables.Table, Actor]:
    """Lock the game of a command unless it is `locked`, and return it with the actor."""
    game_id, by = command.game_id, command.by
    if not isinstance(by, User):
        return locked or tables.table_lock(game_id=game_id), by
    table = tables.table_get(user=by, game_id=game_id, lock=True)
    return table, _person_at(table, by)


def _person_at(table: tables.Table, user: User) -> Actor:
    """Return `user` at their seat, or as a spectator if asked; raises NotAllowedError."""
    if table.own is None and spectators.are_asked(table.game):
        return Actor(Role.SPECTATOR, user=user)
    guards.find_seat(user, table.assignments)
    return actors.person(user, table.assignments)


def _is_unasked(command: Command) -> bool:
    """Return whether a seat may take all actions of a command even while it is not awaited."""
    return all(action.get("type") in UNASKED for action in command.actions)


def _check_in_time(game: Game, clocks: Clocks, seat: int | None, now: datetime) -> None:
    """Raise OutOfTimeError if an awaited seat is out of time, whether that is recorded or not."""
    if seat not in clocks.state.awaited:
        return
    if clocks.state.of(seat).missed or seat in clocks.reckon(now).flagged:
        raise OutOfTimeError(game.version)


def _command_id(table: tables.Table, actor: Actor, key: str) -> UUID:
    """Return the id of a command; a game stores each id at most once.

    A spectator's is made from the version, not from the person: the stream must not help to guess
    who it was. Each occupant of a seat has a separate set of keys.
    """
    match actor.role:
        case Role.PERSON:
            since = next((a.since for a in table.assignments if a.number == actor.seat), 0)
            name = f"{actor.seat}/{since} {key}" if since else f"{actor.seat}/{key}"
        case Role.SPECTATOR:
            name = f"{table.game.version} {key}"
        case _:
            name = f"{actor.role} {actor.seat} {key}"
    return uuid5(table.game.id, name)
