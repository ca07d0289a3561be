"""An in-memory cache of folded states; the stored events remain the source of truth.

A state is cached under the hash of the last event folded into it. A state with events that were
rolled back, or that a restored backup lacks, is therefore never returned.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar
from uuid import UUID

import msgspec

from illimat_core import State

CAPACITY = 512  # states, of a few kilobytes each


Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class Recent(Generic[Key, Kept]):
    """At most `capacity` values by key, safe to share between threads.

    Beyond that, the least recently used is evicted.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Kept | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, value: Kept) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._capacity:
                self._kept.popitem(last=False)

    def drop(self) -> None:
        with self._lock:
            self._kept.clear()


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
        self._kept.keep((game_id, state.version), Fold(head, state))
        self._newest.keep(game_id, state.version)

    def drop(self) -> None:
        self._kept.drop()
        self._newest.drop()
