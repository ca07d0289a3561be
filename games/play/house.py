"""House players: what they know of a game, and what they choose.

A house player gets no more than the person on its seat would: the board as the seat sees it, and
the events as the log shows them to it. What the log has shown a seat is cached with the hash of the
last event, so that each choice reads only the events since the last one.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from django.utils.crypto import salted_hmac

from games.models import Game, SeatAssignment
from games.stream import store
from games.stream.folds import Recent
from illimat_core import Event, State, as_json, evolve, fold, redact
from illimat_core.cards import Seat
from illimat_core.players.knowledge import Knowledge, follow, know
from illimat_core.players.levels import DEFAULT_LEVEL, LEVELS, choose
from illimat_core.players.memory import Memory
from illimat_core.sealing import SealedEvent

CAPACITY: Final = 256  # seats, of a few kilobytes each


class FollowedLog(NamedTuple):
    """What the log had shown a seat when `head` was the hash of the last event, and the state."""

    head: str
    state: State
    memory: Memory


followed: Final = Recent[tuple[UUID, Seat], FollowedLog](CAPACITY)


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
    seen, rows = _follow_log(game, seat)
    head, state, memory = seen
    for row, event in rows:
        memory = follow(memory, state, [redact(event, seat)])
        head, state = row.hash, evolve(state, event)
    followed.keep((game.pk, seat), FollowedLog(head, state, memory))
    return memory


def _follow_log(game: Game, seat: Seat) -> tuple[FollowedLog, list[tuple[SealedEvent, Event]]]:
    """Return how far this process has followed a game for a seat, and the events since then.

    It begins anew if those events do not continue what it has followed.
    """
    if seen := followed.get((game.pk, seat)):
        if seen.head == game.head:
            return seen, []
        rows = store.read(game, seen.state.version)
        if rows and rows[0][0].previous_hash == seen.head:
            return seen, rows
    (row, first), *rows = store.read(game)
    return FollowedLog(row.hash, fold([first]), Memory(seat)), rows
