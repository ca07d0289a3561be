"""Probes of the Redis servers, which playing does not need."""

from typing import Literal

from django.conf import settings
from redis import Redis, RedisError

from config.env import IMPATIENT

State = Literal["ok", "away", "embedded"]
MEMORY = "memory:"


def broker_state() -> State:
    """Return ok, away, or embedded for a broker in the memory of each process."""
    return _state(settings.CELERY_BROKER_URL)


def cache_state() -> State:
    """Return ok, away, or embedded for a cache in the memory of each process."""
    return _state(str(settings.CACHES["default"].get("LOCATION", MEMORY)))


def reach(url: str) -> None:
    """Ask a server once, unless it is in the memory of each process; raises RedisError."""
    if not url.startswith(MEMORY):
        with Redis.from_url(url, **IMPATIENT) as server:
            server.ping()


def _state(url: str) -> State:
    try:
        reach(url)
    except RedisError:
        return "away"
    return "embedded" if url.startswith(MEMORY) else "ok"
