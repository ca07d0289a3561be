"""The cache in which attempts to log in are counted: Redis, and while it is away the database.

Log-in and sign-up so stay limited, for all processes together, and possible. What was counted on
one side is not known on the other; a period later that makes no difference.
"""

import logging
import time
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

TABLE = "quotas_cacheentry"
MOST_ENTRIES = 10_000  # in the table; beyond that a third of them is dropped
AWAY_FOR = 5.0  # seconds until Redis is asked again, by any thread of the process

logger = logging.getLogger(__name__)


class RedisOrDatabaseCache(BaseCache):
    """Asks Redis, and the table TABLE while Redis does not answer."""

    _ask_again_at = 0.0

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._database = DatabaseCache(TABLE, params | {"OPTIONS": {"MAX_ENTRIES": MOST_ENTRIES}})

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        """Store a value unless there is one; return whether there was none."""
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """Return a value, or the default."""
        return self._ask("get", key, default, version)

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        """Store a value."""
        self._ask("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Give a value another time-out; return whether there is one."""
        return bool(self._ask("touch", key, timeout, version))

    def delete(self, key: Any, version: Any = None) -> bool:
        """Delete a value; return whether there was one."""
        return bool(self._ask("delete", key, version))

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Add to a number and return it; raises ValueError when there is none."""
        return int(self._ask("incr", key, delta, version))

    def clear(self) -> None:
        """Delete everything."""
        self._ask("clear")

    def _ask(self, method: str, *arguments: Any) -> Any:
        if time.monotonic() >= RedisOrDatabaseCache._ask_again_at:
            try:
                return getattr(self._redis, method)(*arguments)
            except RedisError as error:
                logger.warning("The cache is away, and the database counts: %s", error)
                RedisOrDatabaseCache._ask_again_at = time.monotonic() + AWAY_FOR
        return getattr(self._database, method)(*arguments)
