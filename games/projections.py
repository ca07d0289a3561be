"""The summary of a game, computed from its state: what lists are made of, without any folding."""

from django.db.models import BooleanField, ExpressionWrapper, Q

from games import store
from games.models import Game, SeatAssignment, StoredEvent
from illimat_core import State

SUMMARY = ("version", "head", "moved_at", "round", "awaited", "scores", "winners", "over")


def summarise(game: Game, state: State) -> None:
    """Write the summary of `state`, which the events led to, into `game`, unsaved."""
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


def mark_awaited(game: Game) -> None:
    """Mark the seats that the game waits for, so that their people find it; nobody's at the end."""
    numbers = [number for number in game.awaited if number is not None]
    seats = SeatAssignment.objects.filter(game=game)
    if not numbers:
        seats.update(awaited=False)
        return
    among = ExpressionWrapper(Q(number__in=numbers), output_field=BooleanField())
    seats.update(awaited=among)


def rebuild(game: Game) -> bool:
    """Compute the summary of a game that has begun from its events, and save it.

    Return whether it was something else before. `game` must be locked.
    """
    before = [getattr(game, name) for name in SUMMARY]
    marked = _marked(game)
    last = StoredEvent.objects.filter(game=game).latest("sequence")
    game.head, game.moved_at = last.hash, last.recorded_at
    summarise(game, store.state_at(game.id, last.sequence))
    changed = before != [getattr(game, name) for name in SUMMARY]
    if changed:
        game.revision += 1
        game.save(update_fields=[*SUMMARY, "state", "ended_at", "revision"])
    mark_awaited(game)
    return changed or marked != _marked(game)


def _marked(game: Game) -> list[int]:
    marked = SeatAssignment.objects.filter(game=game, awaited=True)
    return sorted(marked.values_list("id", flat=True))
