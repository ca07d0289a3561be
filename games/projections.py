"""The summary of a game, computed from its state: what lists are made of, without any folding."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db.models import BooleanField, ExpressionWrapper, Q

from games import store
from games.models import Game, SeatAssignment, StoredEvent
from games.refusals import DamagedStreamError
from illimat_core import Event, State, redact
from illimat_core.narration import narrate

SUMMARY = (
    *("version", "head", "moved_at", "round", "awaited", "scores", "winners", "over"),
    "last_event",
)
WRITTEN = ("state", "started_at", "ended_at", *SUMMARY)


def summarise(game: Game, state: State, events: Sequence[Event]) -> None:
    """Write the summary of `state` into `game`, unsaved; `events` are the newest that led to it."""
    if game.state == Game.State.OPEN:
        game.state, game.started_at = Game.State.RUNNING, game.moved_at
    game.version = state.version
    game.round = state.round
    game.awaited = list(state.awaited) if game.state == Game.State.RUNNING else []
    game.scores = [player.score for player in state.players]
    game.winners = None if state.winners is None else list(state.winners)
    game.over = state.over
    if state.over and game.state == Game.State.RUNNING:
        game.state = Game.State.FINISHED
        game.ended_at = game.moved_at
    game.last_event = _last_told(events, state) or game.last_event


def mark_seats(game: Game) -> None:
    """Copy to the seats what their people find the game by, and mark those it waits for."""
    numbers = [number for number in game.awaited if number is not None]
    among = ExpressionWrapper(Q(number__in=numbers), output_field=BooleanField())
    SeatAssignment.objects.filter(game=game).update(
        awaited=among if numbers else False, game_state=game.state, moved_at=game.moved_at
    )


def compute(game: Game, examined: store.Examined) -> list[str]:
    """Write the summary of a stream into `game`, unsaved; return which of its members change.

    What seats copy of it counts as one, `seats`. A game that has not begun has no summary.
    """
    if examined.state is None or examined.moved_at is None:
        return []
    before = {name: getattr(game, name) for name in WRITTEN}
    seats = SeatAssignment.objects.filter(game=game)
    game.moved_at, game.last_event = examined.moved_at, None
    summarise(game, examined.state, examined.events)
    changed = [name for name in WRITTEN if getattr(game, name) != before[name]]
    if any(
        (seat.awaited, seat.game_state, seat.moved_at)
        != (seat.number in game.awaited, game.state, game.moved_at)
        for seat in seats
    ):
        changed.append("seats")
    return changed


def rebuild(game: Game, *, trust_events: bool = False) -> bool:
    """Compute the summary of a game that has begun from its events, and save it.

    `game` must be locked. Its `version` and `head` are what shows whether the last events are
    missing, so they are taken from the events only if these are to be trusted. Return whether
    anything was wrong. Raises DamagedStreamError for events that are not as they were written.
    """
    seen = game.version, game.head
    if trust_events:
        last = StoredEvent.objects.filter(game=game).order_by("sequence").last()
        game.version, game.head = (last.sequence, last.hash) if last else (0, "")
    examined = store.examine(game)
    if examined.faults:
        raise DamagedStreamError(game.id, examined.faults[0])
    changed = compute(game, examined) or seen != (game.version, game.head)
    if changed:
        game.revision += 1
        game.save(update_fields=[*WRITTEN, "revision"])
        mark_seats(game)
    return bool(changed)


def _last_told(events: Sequence[Event], state: State) -> dict[str, Any] | None:
    """Return the last event that there is a sentence for, without what a spectator may not see."""
    names = [str(seat) for seat in state.seats]
    public = (redact(event, None) for event in reversed(events))
    found = next((event for event in public if narrate(event, names)), None)
    return None if found is None else msgspec.json.decode(msgspec.json.encode(found))
