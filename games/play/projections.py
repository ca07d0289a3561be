"""The summary of a game, computed from its state, so that lists of games need no folding."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from api.sql.statements import as_parameter
from games.models import Game, SeatAssignment, StoredEvent
from games.models.snapshots import Snapshot
from games.refusals import DamagedStreamError
from games.seats import occupants
from games.stream import snapshots, store
from illimat_core import Event, State, redact
from illimat_core.events import ENDINGS, GameAdjudicated, GameCalledOff, GamePaused, GameResumed
from illimat_core.words.narration import describe

SUMMARY = (
    *("version", "head", "moved_at", "round", "awaited", "scores", "winners", "over"),
    *("last_event", "paused_until"),
)
# Every play sends this; Django would take several times as long to compile it as it takes to run.
MARK = (
    "UPDATE games_seatassignment SET awaited = coalesce(number IN ({}), FALSE), "
    "game_state = %s, moved_at = %s WHERE game_id = %s"
)
WRITTEN = ("state", "started_at", "ended_at", *SUMMARY)


def summarise(game: Game, state: State, events: Sequence[Event], *, still: bool = False) -> None:
    """Write the summary of `state` into `game`, unsaved; `events` are the newest that led to it.

    A game that stands still (`still`) awaits nobody.
    """
    if game.state == Game.State.OPEN:
        game.state, game.started_at = Game.State.RUNNING, game.moved_at
    game.version = state.version
    game.round = state.round
    waits = game.state == Game.State.RUNNING and not still
    game.awaited = list(state.awaited) if waits else []
    game.scores = [player.score for player in state.players]
    game.winners = None if state.winners is None else list(state.winners)
    game.over = state.over
    if state.over and game.state == Game.State.RUNNING:
        game.state = Game.State.FINISHED
        game.ended_at = game.moved_at
    for event in events:
        if isinstance(event, ENDINGS):
            _end(game, event)
    _note_pauses(game, events)
    game.last_event = _last_told(events, state) or game.last_event


def _end(game: Game, event: GameCalledOff | GameAdjudicated) -> None:
    """Write the end by a table event into `game`, unsaved. A void game has no winners."""
    places = event.places if isinstance(event, GameAdjudicated) else ()
    game.state = Game.State.FINISHED if places else Game.State.CALLED_OFF
    game.winners = [seat for seat, place in enumerate(places) if place == 1] or None
    game.ended_at, game.awaited = game.moved_at, []


def mark_seats(game: Game) -> None:
    """Copy the columns by which people find their games to the seats; mark the awaited seats."""
    numbers = [number for number in game.awaited if number is not None]
    sql = MARK.format(", ".join(["%s"] * len(numbers)) or "NULL")
    moved_at = connection.ops.adapt_datetimefield_value(game.moved_at)
    key = as_parameter(game.pk)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*numbers, game.state, moved_at, key])


class Changes(NamedTuple):
    """What a summary gets wrong: names of members, and seats whose right standing is unsaved."""

    members: list[str]
    seats: list[SeatAssignment]


def compute(game: Game, examined: store.Examined) -> Changes:
    """Write the summary of a stream into `game`, unsaved; return what that changed.

    The columns that seats copy count as one, `seats`. A game that has not begun has no summary.
    """
    if examined.state is None or examined.moved_at is None:
        return Changes([], [])
    before = {name: getattr(game, name) for name in WRITTEN}
    seats = list(SeatAssignment.objects.filter(game=game))
    restored = _restore_standings(game, seats, examined.events)
    game.moved_at, game.last_event = examined.moved_at, None
    game.paused_until = None
    summarise(game, examined.state, examined.events, still=occupants.is_still(seats))
    changed = [name for name in WRITTEN if getattr(game, name) != before[name]]
    if restored or any(
        (seat.awaited, seat.game_state, seat.moved_at)
        != (seat.number in game.awaited, game.state, game.moved_at)
        for seat in seats
    ):
        changed.append("seats")
    return Changes(changed, restored)


def rebuild(game: Game, *, trust_events: bool = False) -> bool:
    """Compute the summary of a game that has begun from its events, and save it.

    `game` must be locked. Its `version` and `head` reveal whether the last events are missing, and
    its `edition` whether theirs was changed, so they are taken from the events only with
    `trust_events`. A wrong snapshot is deleted. Return whether anything was wrong. Raises
    DamagedStreamError if the events are not as they were written.
    """
    seen = game.version, game.head, game.edition
    if trust_events:
        last = StoredEvent.objects.filter(game=game).order_by("sequence").last()
        game.version, game.head = (last.sequence, last.hash) if last else (0, "")
        game.edition = last.edition if last else ""
    examined = store.examine(game)
    if examined.faults:
        raise DamagedStreamError(game.id, examined.faults[0])
    changes = compute(game, examined)
    for seat in changes.seats:
        seat.save(update_fields=["standing", "until"])
    changed = bool(changes.members) or seen != (game.version, game.head, game.edition)
    if snapshots.is_wrong(game.id, examined.rows, examined.events):
        changed = True
        Snapshot.objects.filter(pk=game.pk).delete()
    if changed:
        game.revision += 1
        game.save(update_fields=[*WRITTEN, "edition", "revision"])
        mark_seats(game)
    return changed


def _restore_standings(
    game: Game, seats: Sequence[SeatAssignment], events: Sequence[Event]
) -> list[SeatAssignment]:
    """Write the standings of seats according to the events, unsaved; return the changed seats."""
    noted = [
        (event, store.recorded_at(game, sequence))
        for sequence, event in enumerate(events, 1)
        if isinstance(event, occupants.SEAT_EVENTS)
    ]
    right = occupants.standings(noted)
    changed = []
    for seat in seats:
        standing = right.get(seat.number if seat.number is not None else -1, occupants.PLAYED)
        if (seat.standing, seat.until) != standing:
            seat.standing, seat.until = standing
            changed.append(seat)
    return changed


def _note_pauses(game: Game, events: Sequence[Event]) -> None:
    """Write when the game's pause ends, unsaved; a game that is not running has no pause."""
    for event in events:
        if isinstance(event, GamePaused):
            game.paused_until = datetime.fromisoformat(event.until)
        elif isinstance(event, GameResumed):
            game.paused_until = None
    if game.state != Game.State.RUNNING:
        game.paused_until = None


_DECODE = msgspec.json.Decoder(dict[str, Any]).decode


def _last_told(events: Sequence[Event], state: State) -> dict[str, Any] | None:
    """Return the last event that has a sentence, as a spectator may see it."""
    names = [str(seat) for seat in state.seats]
    public = (redact(event, None) for event in reversed(events))
    found = next((event for event in public if describe(event, names)), None)
    return None if found is None else _DECODE(msgspec.json.encode(found))
