"""Who has the page of a game open just now: what they see there, no message needs to say.

A page whose script looks for news says so, which the cache keeps for a minute. If the cache loses
it, messages leave as usual.
"""

import time
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.core.cache import cache

from api import database_time
from notifications.models import Notice

LOOKS: Final = timedelta(seconds=60)  # that a look counts
NOTED_EVERY: Final = 20  # seconds
MOST: Final = timedelta(minutes=30)  # that news wait; a page may be open with nobody before it


def look_note(*, game_id: UUID, user_id: int) -> None:
    """Note that a person sees a game just now; it is written every `NOTED_EVERY` seconds."""
    key, now = _key(game_id, user_id), time.time()
    if cache.get(key, 0.0) < now - NOTED_EVERY:
        cache.set(key, now, LOOKS.total_seconds())


def look_end_of(notice: Notice) -> datetime | None:
    """Return until when a notice waits, since its person sees the game, or None if it need not."""
    if notice.game_id is None or notice.person_id is None:
        return None
    now = database_time.now()
    if now > notice.created_at + MOST or not cache.get(_key(notice.game_id, notice.person_id)):
        return None
    return now + LOOKS


def _key(game_id: UUID, user_id: int) -> str:
    return f"looks:{game_id}:{user_id}"
