"""What is asked about people."""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Session, User


def user_by_handle(*, handle: str) -> User | None:
    """Return who has this handle, in whatever case, or None."""
    return User.objects.filter(handle__iexact=handle).first()


def address_is_proven(*, address: str) -> bool:
    """Return whether somebody has proven that a (normalized) address is theirs."""
    return bool(EmailAddress.objects.filter(email=address, verified=True).exists())


def user_by_proven_address(*, address: str) -> User | None:
    """Return whose (normalized) address this is, in one query, or None."""
    proven = EmailAddress.objects.filter(email=address, verified=True, user__closed_at=None)
    found = proven.select_related("user").first()
    return found.user if found else None


def user_to_log_in(*, address: str) -> User | None:
    """Return who logs in with this (normalized) address: its owner, or else its newest claimant.

    It takes two queries, whoever has the address: the answer's time tells nothing.
    """
    claims = EmailAddress.objects.filter(email=address, user__closed_at=None)
    claim = claims.select_related("user").order_by("-verified", "-pk").first()
    # Somebody made at the command line has no row there before the first log-in.
    unlisted = User.objects.filter(email=address, emailaddress=None, closed_at=None).last()
    return claim.user if claim else unlisted


def sessions_of(*, user: User) -> QuerySet[Session]:
    """Return the sessions in which somebody is logged in, the newest first."""
    return user.sessions.filter(expire_date__gt=timezone.now()).order_by("-began_at")
