"""Queries about users, their addresses and their sessions."""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import timezone

from accounts.handles import has_handle
from accounts.models import Reliability, Session, User


def user_by_handle(*, handle: str) -> User | None:
    """Return the user with this handle, ignoring case, and their reliability, or None."""
    return User.objects.select_related("reliability").filter(has_handle(handle)).first()


def reliability_of(*, user: User) -> int | None:
    """Return the share of decisions that `user` made in time, in percent; None for too few."""
    found: Reliability | None = getattr(user, "reliability", None)
    return found.share if found else None


def address_is_proven(*, address: str) -> bool:
    """Return whether any account has proven a (normalized) address."""
    return bool(EmailAddress.objects.filter(email=address, verified=True).exists())


def address_is_trusted(*, address: str, user: User | None = None) -> bool:
    """Return whether a (normalized) address is proven, by `user` if given, or by any account.

    An operator vouches for the address of an account that they create at the command line, which
    has no EmailAddress before its first log-in.
    """
    proven = EmailAddress.objects.filter(email=address, verified=True)
    vouched = User.objects.filter(email=address, emailaddress=None)
    if user:
        proven, vouched = proven.filter(user=user), vouched.filter(pk=user.pk)
    return bool(proven.values("pk").union(vouched.values("pk")).exists())  # in one query


def user_by_proven_address(*, address: str) -> User | None:
    """Return the user who has proven a (normalized) address, in one query, or None."""
    proven = EmailAddress.objects.filter(email=address, verified=True, user__closed_at=None)
    found = proven.select_related("user").first()
    return found.user if found else None


def user_to_log_in(*, address: str) -> User | None:
    """Return the user to log in with a (normalized) address: its owner, or the newest claimant.

    It always takes two queries, so that the response time does not reveal who is registered.
    """
    claims = EmailAddress.objects.filter(email=address, user__closed_at=None)
    claim = claims.select_related("user").order_by("-verified", "-pk").first()
    # A user created at the command line has no EmailAddress before the first log-in.
    unlisted = User.objects.filter(email=address, emailaddress=None, closed_at=None).last()
    return claim.user if claim else unlisted


def sessions_of(*, user: User) -> QuerySet[Session]:
    """Return the sessions in which `user` is logged in, newest first."""
    return user.sessions.filter(expire_date__gt=timezone.now()).order_by("-began_at")
