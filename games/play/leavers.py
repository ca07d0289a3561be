"""Leaving, and what a missed deadline leads to: the steps that `games.play.leaver_steps` finds.

Each step is a command that records table events, and forfeits if the hand goes out of play. Callers
of `record_misses`, `end_vacancies`, `leave` and `take_step` must have locked the game.
"""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from games import actors, guards
from games.actors import Actor, CommandSource, Role
from games.clocks.leavers import (
    CallOff,
    Excuse,
    Forfeit,
    HandToHouse,
    Happened,
    OfferWin,
    OpenSeat,
    Step,
)
from games.clocks.spans import DAY
from games.models import Game, SeatAssignment
from games.play.commands import Command, PlayedCommand, play
from games.play.leaver_steps import (
    clocks_at,
    find_assignment,
    find_step,
    is_played,
    people_playing_without,
    seats_to_win,
    side_of,
)
from games.reading import tables
from games.reading.tables import Table
from games.refusals import TableError
from games.stream import store
from games.time.stored_clocks import Clocks
from illimat_core.cards import Seat
from illimat_core.events import (
    DecisionMissed,
    GameCalledOff,
    SeatForfeited,
    SeatHandedToHouse,
    SeatLeft,
    SeatOpened,
    TableEvent,
    WinOffered,
)

Reason = Literal["resigned", "withdrawn", "account_deleted", "account_closed", "unavailable"]
Standing = SeatAssignment.Standing
FORFEIT: Final = [{"type": "forfeit"}]


class Occasion(NamedTuple):
    """What a step follows, and the table events that say so, which come first.

    The players of `gone` seats leave at the same moment. `key` is that of the submission by which
    the player of the seat asked for it, `entropy` what they contribute with it.
    """

    happened: Happened
    noted: Sequence[TableEvent] = ()
    source: CommandSource = CommandSource.TIMER
    gone: Sequence[Seat] = ()
    key: str = ""
    entropy: str | None = None


@transaction.atomic
def game_leave(
    *,
    user: User,
    game_id: UUID,
    source: CommandSource,
    expected_version: int | None = None,
    epoch: str = "",
    key: str = "",
    entropy: str | None = None,
) -> PlayedCommand:
    """Leave a running game for good; `key` and `entropy` are those of the submission, if any.

    Raises NotAllowedError if `user` does not play, TableError `not_running` and `already_left`,
    GameOverError, StaleVersionError, HistoryChangedError.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    own = guards.find_seat(user, table.assignments)
    guards.check_running(table.game)
    if expected_version is not None:
        store.check_current(table.game, store.state_of(table.game), expected_version, epoch)
    played = None
    if own.number is not None:
        played = leave(table, own.number, "resigned", source, key=key, entropy=entropy)
    if played is None:
        raise TableError("already_left", gettext("You have left this game already."))
    still_theirs = (a.number for a in played.table.assignments if a.user_id == user.pk)
    return played._replace(seat=next(still_theirs, None))


def leave(
    table: Table,
    seat: Seat,
    reason: Reason,
    source: CommandSource,
    *,
    key: str = "",
    entropy: str | None = None,
) -> PlayedCommand | None:
    """Let the player of a seat leave, and take the next step; None if they left already.

    `key` and `entropy` are those of the submission by which they leave, if there was one.
    """
    if not is_played(table, seat) or seat not in store.state_of(table.game).staying:
        return None
    left = SeatLeft(seat=seat, reason=reason)
    occasion = Occasion("left", [left], source, key=key, entropy=entropy)
    return take_step(table, clocks_at(table), seat, occasion)


def record_misses(table: Table, clocks: Clocks, seats: Sequence[Seat]) -> None:
    """Record that seats are out of time at the same moment, and take the next step for each.

    If a miss is excused, the house makes this decision; the event sets a timer for that. None of
    the others is taken for an opponent of the rest.
    """
    excused = [s for s in seats if isinstance(find_step(table, clocks, s, "missed"), Excuse)]
    for seat in excused:
        missed = DecisionMissed(seat=seat, reason="excused")
        key = f"missed {seat} {table.game.version}"
        play(Command(table.game.pk, actors.SERVER, CommandSource.TIMER, key, noted=[missed]), table)
    gone = [seat for seat in seats if seat not in excused]
    for seat in gone:
        noted = [
            DecisionMissed(seat=seat, reason="out_of_time"),
            SeatLeft(seat=seat, reason="missed"),
        ]
        if table.game.state == Game.State.RUNNING:
            take_step(table, clocks, seat, Occasion("missed", noted, gone=gone))


def end_vacancies(table: Table, clocks: Clocks, seats: Sequence[Seat]) -> None:
    """Take the next step after nobody took open seats, or nobody answered an offered win."""
    for seat in seats:
        if table.game.state == Game.State.RUNNING:
            is_open = find_assignment(table, seat).standing == Standing.OPEN
            occasion = Occasion("not_taken" if is_open else "win_due", gone=seats)
            take_step(table, clocks, seat, occasion)


def take_step(table: Table, clocks: Clocks, seat: Seat, occasion: Occasion) -> PlayedCommand:
    """Take the step that follows for a seat on an occasion."""
    game, happened, gone = table.game, occasion.happened, occasion.gone
    step = find_step(table, clocks, seat, happened, gone)
    alone = not people_playing_without(table, seat, *gone)
    reason: str = "left" if happened in {"missed", "left"} else happened
    if isinstance(step, HandToHouse) and alone:
        reason = "nobody_left"
    noted = list(occasion.noted)
    missed = happened == "missed" or clocks.state.seats[seat].record.missed
    if step == CallOff("never_decided") and not missed:
        noted.append(DecisionMissed(seat=seat, reason="left"))
    noted += [_event(step, seat, reason), *(_handed_with(table, seat) if alone else ())]
    key = occasion.key or f"{happened} {seat} {game.version}"
    forfeits = isinstance(step, Forfeit)
    if forfeits and happened in {"win_due", "win_taken"}:
        _forfeit_houses(table, seat, reason, occasion.source)
    command = Command(
        game.pk,
        by=actors.house(seat) if forfeits else actors.SERVER,
        source=occasion.source,
        key=key,
        actions=FORFEIT if forfeits else (),
        entropy=occasion.entropy,
        noted=noted,
        asked_by=Actor(Role.PERSON, seat) if occasion.key else None,
    )
    return play(command, table)


def _forfeit_houses(table: Table, seat: Seat, reason: Any, source: CommandSource) -> None:
    """Put the hands of all other seats out of play that keep the last people from winning.

    The house has them, since nobody is offered a win while other people play against them.
    """
    game, people = table.game, people_playing_without(table, seat)
    winners = {side_of(table, each.number) for each in people if each.number is not None}
    for other in set(store.state_of(game).staying) - {seat, *chain.from_iterable(winners)}:
        noted, by = [SeatForfeited(seat=other, reason=reason)], actors.house(other)
        key = f"win_due {other} {game.version}"
        play(Command(game.pk, by, source, key, FORFEIT, noted=noted), table)


def _handed_with(table: Table, seat: Seat) -> list[TableEvent]:
    """Return the events that also hand the house each seat whose opponent has just left."""
    return [
        SeatHandedToHouse(seat=other, reason="nobody_left")
        for other in seats_to_win(table)
        if other != seat
    ]


def _event(step: Step, seat: Seat, reason: Any) -> TableEvent:
    match step:
        case OpenSeat(lasts=lasts):
            return SeatOpened(seat=seat, days=lasts // DAY, reason="left")
        case OfferWin(lasts=lasts, out_of_time=late):
            unanswered: Literal["win", "called_off"] = "called_off" if late else "win"
            days = lasts // DAY
            return WinOffered(seat=seat, days=days, reason=reason, unanswered=unanswered)
        case HandToHouse():
            return SeatHandedToHouse(seat=seat, reason=reason)
        case Forfeit(walkover=walkover):
            return SeatForfeited(seat=seat, reason="never_decided" if walkover else reason)
        case CallOff(reason="never_decided"):
            return GameCalledOff(reason="never_decided", seat=seat)
        case CallOff(reason=why):
            return GameCalledOff(reason=why)
        case Excuse():
            raise ValueError("An excused miss is no leaving.")
