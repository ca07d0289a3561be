"""The cache that counts log-in attempts: Redis or, while Redis is unavailable, the database.

So log-in and sign-up keep working, and stay limited across all processes. Counts are not copied
between the two; a period later that makes no difference. Neither are the codes that were mailed,
which then are good only in the sessions that asked for them.
"""

import base64
import logging
import pickle
import time
from datetime import UTC, datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.db import DatabaseCache
from django.core.cache.backends.redis import RedisCache
from django.db import DatabaseError, connection, transaction
from redis.exceptions import RedisError

TABLE = "quotas_cacheentry"
MAX_ENTRIES = 10_000  # in the table; beyond that, a third of them is deleted
AWAY_FOR = 5.0  # seconds until any thread of the process tries Redis again
ADD = f"""
INSERT INTO {TABLE} AS entry (cache_key, value, expires) VALUES (%s, %s, %s)
ON CONFLICT (cache_key) DO UPDATE SET value = excluded.value, expires = excluded.expires
WHERE entry.expires < %s
"""  # noqa: S608 - a name of ours

logger = logging.getLogger("config.cache")


class TableCache(DatabaseCache):
    """Django's cache in a table, without an error in PostgreSQL's log for each key that is there.

    Slots of requests are taken by `add`, which in Django inserts a row to see whether there is one.
    """

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        """Store a value unless the key has one; return whether it was stored.

        Nothing is stored in a database that takes no writes.
        """
        ends = self.get_backend_timeout(timeout)
        until = datetime.fromtimestamp(ends, UTC)  # type: ignore[arg-type]
        stored = base64.b64encode(pickle.dumps(value, self.pickle_protocol)).decode()
        moments = map(connection.ops.adapt_datetimefield_value, (until, datetime.now(UTC)))
        row = (self.make_and_validate_key(key, version), stored, *moments)
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(ADD, row)
                return bool(cursor.rowcount)
        except DatabaseError:
            return False

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        """Store a value; Django would insert a row of its own, which another process may have."""
        self.add(key, value, timeout, version)
        super().set(key, value, timeout, version)


class RedisOrDatabaseCache(BaseCache):
    """Uses Redis, or the database table TABLE while Redis does not answer."""

    _ask_again_at = 0.0
    _is_away = False

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._redis = RedisCache(server, params)
        self._database = TableCache(TABLE, params | {"OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES}})

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._ask("get", key, default, version)

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        self._ask("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        return bool(self._ask("touch", key, timeout, version))

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._ask("delete", key, version))

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Add to a number and return the sum; raises ValueError if the key does not exist."""
        return int(self._ask("incr", key, delta, version))

    def clear(self) -> None:
        self._ask("clear")

    def _ask(self, method: str, *arguments: Any) -> Any:
        if time.monotonic() >= RedisOrDatabaseCache._ask_again_at:
            try:
                found = getattr(self._redis, method)(*arguments)
            except RedisError as error:
                self._tell(is_away=True, error=error)
                RedisOrDatabaseCache._ask_again_at = time.monotonic() + AWAY_FOR
            else:
                self._tell(is_away=False)
                return found
        return getattr(self._database, method)(*arguments)

    @staticmethod
    def _tell(*, is_away: bool, error: RedisError | None = None) -> None:
        """Log in each process that the cache is away, or is back."""
        if is_away == RedisOrDatabaseCache._is_away:
            return
        RedisOrDatabaseCache._is_away = is_away
        if is_away:
            logger.warning("The cache is away, and the database counts: %s", error)
        else:
            logger.warning("The cache is back.")
