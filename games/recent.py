"""A cache of what was used most recently; safe to share between threads."""

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Kept = TypeVar("Kept")


class Recent(Generic[Key, Kept]):
    """At most `capacity` values by key; beyond that, the least recently used is evicted."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key) -> Kept | None:
        """Return the value of a key, if it is cached."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Key, value: Kept) -> None:
        """Cache a value."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._capacity:
                self._kept.popitem(last=False)

    def drop(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()
