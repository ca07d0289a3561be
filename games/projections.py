"""The summary of a game, computed from its state: what lists are made of, without any folding."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db.models import BooleanField, ExpressionWrapper, Q

from games import store
from games.models import Game, SeatAssignment, StoredEvent
from illimat_core import Event, State, redact
from illimat_core.narration import narrate

SUMMARY = (
    *("version", "head", "moved_at", "round", "awaited", "scores", "winners", "over"),
    "last_event",
)
WINDOW = 50  # events, in which the last one worth a sentence is looked for at a time


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


def rebuild(game: Game) -> bool:
    """Compute the summary of a game that has begun from its events, and save it.

    Return whether it was something else before. `game` must be locked.
    """
    before = [getattr(game, name) for name in SUMMARY]
    marked = _marks(game)
    last = StoredEvent.objects.filter(game=game).latest("sequence")
    game.head, game.moved_at = last.hash, last.recorded_at
    game.last_event = None
    state, upto = store.state_at(game.id, last.sequence), last.sequence
    while upto > 0 and game.last_event is None:
        newest = store.read_stored(game.id, max(0, upto - WINDOW), upto)
        summarise(game, state, [event for _, event in newest])
        upto -= WINDOW
    changed = before != [getattr(game, name) for name in SUMMARY]
    if changed:
        game.revision += 1
        game.save(update_fields=[*SUMMARY, "state", "ended_at", "revision"])
    mark_seats(game)
    return changed or marked != _marks(game)


def _last_told(events: Sequence[Event], state: State) -> dict[str, Any] | None:
    """Return the last event that there is a sentence for, without what a spectator may not see."""
    names = [str(seat) for seat in state.seats]
    public = (redact(event, None) for event in reversed(events))
    found = next((event for event in public if narrate(event, names)), None)
    return None if found is None else msgspec.json.decode(msgspec.json.encode(found))


def _marks(game: Game) -> list[tuple[object, ...]]:
    seats = SeatAssignment.objects.filter(game=game).order_by("id")
    return list(seats.values_list("id", "awaited", "game_state", "moved_at"))
