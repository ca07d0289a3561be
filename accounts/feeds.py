"""Secret addresses at which calendar programs read a person's deadlines; they cannot log in."""

import secrets
from collections.abc import Mapping

from django.db import transaction

from accounts.models import CalendarFeed, User
from accounts.sessions import digest


def feed_open(*, user: User, token: str = "") -> str:
    """Return a token for the feed of `user`, by default a random one; it replaces the one before.

    Only its hash is stored, so it cannot be shown again.
    """
    token = token or secrets.token_urlsafe(32)
    CalendarFeed.objects.update_or_create(user=user, defaults={"digest": digest(token)})
    return token


def has_feed(*, user: User) -> bool:
    return CalendarFeed.objects.filter(user=user).exists()


def feed_close(*, user: User) -> None:
    CalendarFeed.objects.filter(user=user).delete()


def user_of_feed(*, token: str) -> User | None:
    """Return whose feed a token reads; None for a token that is not valid any more."""
    feed = CalendarFeed.objects.select_related("user").filter(digest=digest(token)).first()
    return feed.user if feed and feed.user.is_present else None


def feed_note_entries(*, user: User, deadlines: Mapping[str, int], now: int) -> Mapping[str, int]:
    """Note what the feed of `user` shows, and return since when it has shown each deadline.

    Deadlines are by the UIDs of their entries; all moments are seconds since 1970. A moment only
    grows for a UID, even if the clock is put back. Nothing is written unless a deadline changed.
    """
    feed = user.calendarfeed
    if _entries(feed, deadlines, now) != feed.entries:
        with transaction.atomic():
            stored = CalendarFeed.objects.filter(user=user)
            locked = stored.select_for_update(no_key=True).first() or feed  # it may be revoked now
            feed.entries = _entries(locked, deadlines, now)
            stored.update(entries=feed.entries)
    return {uid: since for uid, (_, since) in feed.entries.items()}


def _entries(feed: CalendarFeed, deadlines: Mapping[str, int], now: int) -> dict[str, list[int]]:
    entries = {}
    for uid, deadline in deadlines.items():
        shown, since = feed.entries.get(uid, (None, 0))
        entries[uid] = [deadline, since if shown == deadline else max(now, since + 1)]
    return entries
