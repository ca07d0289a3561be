"""House players: what they know of a game, and what they choose.

A house player gets no more than the person on its seat would: the board as the seat sees it, and
the events as the log shows them to it.
"""

from collections.abc import Sequence
from uuid import UUID

from django.utils.crypto import salted_hmac

from games import store
from games.models import Game, SeatAssignment
from illimat_core import as_json, evolve, fold, redact
from illimat_core.cards import Seat
from illimat_core.players.knowledge import Knowledge, follow, know
from illimat_core.players.levels import DEFAULT_LEVEL, LEVELS, choose
from illimat_core.players.memory import Memory


def choice_for(game: Game, seat: Seat, level: str | None = None) -> dict[str, object]:
    """Return what the house plays on a seat: the version it saw, and the action.

    `level` defaults to the seat's. The same position leads to the same choice. Raises
    GameFrozenError.
    """
    known = knowledge_of(game, seat)
    if level is None:
        level = level_of(SeatAssignment.objects.get(game=game, number=seat))
    action = choose(level, known, seed_of(game.pk, seat))
    return {"version": game.version, "action": as_json(action)}


def level_of(assignment: SeatAssignment) -> str:
    """Return the level at which the house plays a seat."""
    return assignment.level or DEFAULT_LEVEL


def free_name(level: str, assignments: Sequence[SeatAssignment]) -> str:
    """Return the first name of a level that no house player at the table has."""
    taken = {each.name for each in assignments}
    return next(name for name in LEVELS[level].names if name not in taken)


def knowledge_of(game: Game, seat: Seat) -> Knowledge:
    """Return what a seat knows of a game that has begun. Raises GameFrozenError."""
    state = store.state_of(game)
    return know(state, seat, _memory_of(game, seat))


def seed_of(game_id: UUID, seat: Seat) -> bytes:
    """Return the seed of a house player's own dice, which no deal has anything to do with."""
    return salted_hmac("games.house", f"{game_id}/{seat}", algorithm="sha256").digest()


def _memory_of(game: Game, seat: Seat) -> Memory:
    """Return what the log has shown a seat, folded from the events as the seat may see them."""
    (_, first), *others = store.read(game)
    state, memory = fold([first]), Memory(seat)
    for _, event in others:
        memory = follow(memory, state, [redact(event, seat)])
        state = evolve(state, event)
    return memory
