"""An in-memory cache of folded states; the stored events remain the source of truth.

A state is cached under the hash of the last event folded into it. A state with events that were
rolled back, or that a restored backup lacks, is therefore never returned.
"""

from uuid import UUID

import msgspec

from games.recent import Recent
from illimat_core import State

CAPACITY = 512  # states, of a few kilobytes each


class Fold(msgspec.Struct, frozen=True):
    """A state, and the hash of the last event folded into it."""

    head: str
    state: State


class Folds:
    """The most recently used states, by game and version; safe to share between threads."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._kept = Recent[tuple[UUID, int], Fold](capacity)
        self._newest = Recent[UUID, int](capacity)

    def get(self, game_id: UUID, version: int, head: str) -> State | None:
        """Return the state at `version` if its last event is known to be `head`."""
        fold = self._kept.get((game_id, version))
        return fold.state if fold and fold.head == head else None

    def newest(self, game_id: UUID) -> Fold | None:
        """Return the state of a game cached last; callers check that its head is in the stream."""
        return self._kept.get((game_id, self._newest.get(game_id) or 0))

    def keep(self, game_id: UUID, head: str, state: State) -> None:
        """Cache a state, evicting the least recently used."""
        self._kept.keep((game_id, state.version), Fold(head, state))
        self._newest.keep(game_id, state.version)

    def drop(self) -> None:
        """Empty the cache."""
        self._kept.drop()
        self._newest.drop()
