"""An in-memory cache of folded states; the stored events remain the source of truth.

A state is cached under the hash of the last event folded into it. A state with events that were
rolled back, or that a restored backup lacks, is therefore never returned.
"""

import threading
from collections import OrderedDict
from uuid import UUID

import msgspec

from illimat_core import State

CAPACITY = 512  # states, of a few kilobytes each


class Fold(msgspec.Struct, frozen=True):
    """A state, and the hash of the last event folded into it."""

    head: str
    state: State


class Folds:
    """The most recently used states, by game and version; safe to share between threads."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[tuple[UUID, int], Fold] = OrderedDict()
        self._newest: dict[UUID, int] = {}
        self._lock = threading.Lock()

    def get(self, game_id: UUID, version: int, head: str) -> State | None:
        """Return the state at `version` if its last event is known to be `head`."""
        with self._lock:
            fold = self._kept.get((game_id, version))
            if fold is None or fold.head != head:
                return None
            self._kept.move_to_end((game_id, version))
            return fold.state

    def newest(self, game_id: UUID) -> Fold | None:
        """Return the state of a game cached last; callers check that its head is in the stream."""
        with self._lock:
            return self._kept.get((game_id, self._newest.get(game_id, 0)))

    def keep(self, game_id: UUID, head: str, state: State) -> None:
        """Cache a state, evicting the least recently used."""
        with self._lock:
            self._kept[game_id, state.version] = Fold(head, state)
            self._kept.move_to_end((game_id, state.version))
            self._newest[game_id] = state.version
            while len(self._kept) > self._capacity:
                (game, version), _ = self._kept.popitem(last=False)
                if self._newest.get(game) == version:
                    del self._newest[game]

    def drop(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()
            self._newest.clear()
