"""Recording what happens in a game: its events, its row and the signals, in one transaction.

The game must be locked, or new.
"""

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import NamedTuple
from uuid import UUID

from django.utils import timezone

from accounts.models import User
from api.sql.statements import pipelined
from games.actors import Actor, CommandSource
from games.clocks.outages import merge_outages
from games.clocks.spans import SECOND
from games.models import Game, SeatAssignment
from games.play import projections
from games.play.consent import forget_pause
from games.seats import occupants
from games.signals import events_appended, game_called_off, game_ended
from games.stream import snapshots, store
from games.time import reliability, stored_clocks
from games.time.clock_entries import entries_of
from games.time.notified import note_actor
from games.time.stored_clocks import Clocks, clocks_of
from games.time.timer_setting import set_first_timer, set_pause_timer, set_timers
from illimat_core import Event, State, fold
from illimat_core.cards import Seat
from illimat_core.events import GamePaused, GameResumed, OutageCredited
from illimat_core.sealing import SealedEvent, microseconds

CHANGING = (
    *("state", "started_at", "ended_at", "revision", "clock", "pause_proposed"),
    *projections.SUMMARY,
)
SET_AT_START = ("visibility", "practice", "rated", "options", "seats", "edition")


class Advance(NamedTuple):
    """How a command moves a game on: the states before and after it, and its events.

    `before` is None when the game begins. `clocks` are those before the events, if already read.
    """

    before: State | None
    state: State
    events: list[Event]
    clocks: Clocks | None = None


class RecordedCommand(NamedTuple):
    """The state after a command, and each of its events beside its stored row."""

    state: State
    stored: list[tuple[SealedEvent, Event]]


def append(
    game: Game,
    assignments: Sequence[SeatAssignment],
    advance: Advance,
    *,
    actor: Actor,
    source: CommandSource,
    taker: User | None = None,
    command_id: UUID | None = None,
    entropy: str | None = None,
) -> RecordedCommand:
    """Append the events of one command, update the game's summary and send the signals.

    Outages that ended since the last event come first. `taker` is the person who takes a seat in
    the events, if that is not the one who acts. Raises the errors of `store.append`.
    """
    advance = _after_outages(game, assignments, advance)
    before, state, events, _ = advance
    rows = store.append(  # first, since it refuses what was stored already
        game,
        before.version if before else 0,
        events,
        seat=actor.seat,
        command_id=command_id,
        entropy=entropy,
        origin=(actor.role, source),
    )
    sat = _people(assignments)
    first, taker = rows[0].sequence, taker or actor.user
    occupants.seat_people(game, assignments, events, first=first, taker=taker)
    projections.summarise(game, state, events, still=occupants.is_still(assignments))
    goes_on = before is not None and game.ended_at is None
    with pipelined() if goes_on else nullcontext():
        _keep_time(game, assignments, advance, actor, sat)
        _use_up_consent(game, assignments, events)
        # The row is complete by now: nothing behind this line changes one of its columns.
        touch(game, *(SET_AT_START if before is None else ()))
        projections.mark_seats(game)
        store.folds.keep(game.id, game.head, state)
        snapshots.keep(game.id, game.head, state, since=before)
        # The receivers read what was written above.
        _send_events(game, assignments, advance, actor, sat=sat, command_id=command_id)
    _send_end(game, actor)
    return RecordedCommand(state, list(zip(rows, events, strict=True)))


def _after_outages(game: Game, assignments: Sequence[SeatAssignment], advance: Advance) -> Advance:
    """Return the advance of a game behind the outages that have ended since its last event."""
    before = advance.before
    if before is None:
        return advance
    clocks = advance.clocks or clocks_of(game, assignments, game.locked_at or game.moved_at)
    events, state = advance.events, advance.state
    if outages := _outages(game, clocks):
        events = [*outages, *events]
        state = fold(events, before)
    return Advance(before, state, events, clocks)


def _people(assignments: Sequence[SeatAssignment]) -> dict[Seat, int]:
    sitting = ((each.number, each.user_id) for each in assignments)
    return {seat: person for seat, person in sitting if seat is not None and person is not None}


def _keep_time(
    game: Game,
    assignments: Sequence[SeatAssignment],
    advance: Advance,
    actor: Actor,
    sat: Mapping[Seat, int],
) -> None:
    """Move the clocks on, and set the timers by them; `sat` are the people before the events.

    Decisions count for the player who sat there. What the actor knows is noted behind the clocks,
    which say what decision is open for their seat now.
    """
    before, state, events, clocks = advance
    at, role, seat = microseconds(game.moved_at), actor.role, actor.seat
    entries = list(entries_of(events, at=at, role=role, seat=seat, before=before, state=state))
    reliability.note(game, entries, sat)
    clock_before = stored_clocks.stored_clock(game)  # `keep` replaces it
    clocks = stored_clocks.keep(game, assignments, entries, clocks)
    if before is None:
        set_first_timer(game, clocks)
    else:
        set_timers(game, assignments, clock_before, clocks)
    if actor.user is not None:
        note_actor(game, assignments, clocks.state, seat)


def _use_up_consent(
    game: Game, assignments: Sequence[SeatAssignment], events: Sequence[Event]
) -> None:
    """Set when a pause ends that begins, and drop the consent by which it began or ended."""
    if any(isinstance(event, GamePaused | GameResumed) for event in events):
        set_pause_timer(game)
        forget_pause(game, assignments)


def _send_events(
    game: Game,
    assignments: Sequence[SeatAssignment],
    advance: Advance,
    actor: Actor,
    *,
    sat: Mapping[Seat, int],
    command_id: UUID | None,
) -> None:
    """Send the signal that events were appended; `sat` are the people before them."""
    sitting = _people(assignments)
    events_appended.send(
        Game,
        game=game,
        assignments=assignments,
        events=advance.events,
        state_before=advance.before,
        state=advance.state,
        actor=actor,
        left={seat: person for seat, person in sat.items() if sitting.get(seat) != person},
        command_id=command_id,
    )


def _send_end(game: Game, actor: Actor) -> None:
    """Send the signals of a game that has ended, behind all others."""
    if game.state == Game.State.CALLED_OFF:
        game_called_off.send(Game, game=game, user=actor.user)
    if game.ended_at is not None:
        game_ended.send(Game, game=game)


def call_off_table(game: Game, user: User | None) -> None:
    """Call off a table whose game has not begun and which therefore has no events."""
    game.state, game.ended_at = Game.State.CALLED_OFF, timezone.now()
    touch(game)
    projections.mark_seats(game)
    game_called_off.send(Game, game=game, user=user)


def touch(game: Game, *more: str) -> None:
    """Save the game under a new revision, so that cached responses about it become invalid.

    `more` are columns that no change of a running game concerns.
    """
    game.revision += 1
    columns = {name: getattr(game, name) for name in (*CHANGING, *more)}
    Game.objects.filter(pk=game.pk).update(**columns)  # `save` cannot be in a pipeline


def _outages(game: Game, clocks: Clocks) -> list[OutageCredited]:
    """Return an event for each outage that ended since the last event of a locked game."""
    last, now = microseconds(game.moved_at), microseconds(game.locked_at or game.moved_at)
    return [
        OutageCredited(
            since=span.start // SECOND, lasted=(span.end - span.start) // SECOND, reason="outage"
        )
        for span in merge_outages(clocks.given.outages)
        if last < span.end < now
    ]
