"""Secret addresses at which calendar programs read a person's deadlines; they cannot log in."""

import secrets

from accounts.models import CalendarFeed, User
from accounts.sessions import digest


def feed_open(*, user: User) -> str:
    """Return a new token for the feed of `user`, which replaces the one before.

    Only its hash is stored, so it cannot be shown again.
    """
    token = secrets.token_urlsafe(32)
    CalendarFeed.objects.update_or_create(user=user, defaults={"digest": digest(token)})
    return token


def has_feed(*, user: User) -> bool:
    """Return whether `user` has a feed."""
    return CalendarFeed.objects.filter(user=user).exists()


def feed_close(*, user: User) -> None:
    """Revoke the token of `user`, if there is one."""
    CalendarFeed.objects.filter(user=user).delete()


def user_of_feed(*, token: str) -> User | None:
    """Return whose feed a token reads; None for a token that is not valid any more."""
    feed = CalendarFeed.objects.select_related("user").filter(digest=digest(token)).first()
    return feed.user if feed and feed.user.is_present else None
