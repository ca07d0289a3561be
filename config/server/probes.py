"""Probes of the Redis servers, which playing does not need."""

from typing import Literal

from django.conf import settings
from redis import Redis, RedisError

from config.env import IMPATIENT

State = Literal["ok", "away", "embedded"]


def broker_state() -> State:
    """Return ok, away, or embedded if this process runs its tasks itself."""
    return _state(settings.CELERY_BROKER_URL)


def cache_state() -> State:
    """Return ok, away, or embedded for a cache in the memory of each process."""
    return _state(str(settings.CACHES["default"].get("LOCATION", "")))


def queue_lengths() -> dict[str, int]:
    """Return how many messages wait in each queue of the broker; none if it does not answer."""
    names = list(settings.CELERY_TASK_QUEUES)
    try:
        with Redis.from_url(settings.CELERY_BROKER_URL, **IMPATIENT) as server:
            asked = server.pipeline(transaction=False)
            for name in names:
                asked.llen(name)
            return dict(zip(names, asked.execute(), strict=True))
    except RedisError:
        return {}


def _state(url: str) -> State:
    """Ask a server once."""
    if not url.startswith("redis"):
        return "embedded"
    try:
        with Redis.from_url(url, **IMPATIENT) as server:
            server.ping()
    except RedisError:
        return "away"
    return "ok"
