"""What changes about people."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.handles import TAKEN
from accounts.models import Session, User
from accounts.signals import account_erasing

UNPROVEN_KEPT = timedelta(days=1)
CLOSED_KEPT = timedelta(days=7)
MOST_SESSIONS = 50  # of one person


def user_update(*, user: User, **changes: str) -> User:
    """Change the handle, time zone or language of `user` and return it.

    Raises django.core.exceptions.ValidationError, keyed by field, when a value cannot be taken.
    """
    for field, value in changes.items():
        setattr(user, field, value)
    user.full_clean()
    try:
        with transaction.atomic():
            user.save(update_fields=[*changes])
    except IntegrityError as error:  # somebody has taken it since we looked
        raise ValidationError({"handle": ValidationError(TAKEN, "unique")}) from error
    return user


def session_end(*, user: User, session_id: str) -> bool:
    """End a session of `user`; return whether there was one."""
    return Session.objects.filter(user=user, pk=session_id).delete()[0] > 0


def sessions_keep_newest(*, user: User) -> None:
    """End the oldest sessions of `user`, who is about to begin one, beyond MOST_SESSIONS in all."""
    newest = user.sessions.order_by("-began_at").values("pk")[: MOST_SESSIONS - 1]
    user.sessions.exclude(pk__in=newest).delete()


def account_close(*, user: User) -> None:
    """Close an account: nobody can use it, and after a week it is deleted (`accounts_erase`)."""
    user.closed_at = timezone.now()
    user.save(update_fields=["closed_at"])
    Session.objects.filter(user=user).delete()


def accounts_erase(*, most: int = 500) -> int:
    """Delete at most so many of the accounts that were closed a week ago; return how many."""
    return _erase(User.objects.filter(closed_at__lt=timezone.now() - CLOSED_KEPT), most)


def claims_drop(*, address: str, owner: User) -> None:
    """Drop what others have claimed of an address that `owner` has proven.

    An account that was made with it and never proven any address is deleted.
    """
    others = EmailAddress.objects.filter(email=address, verified=False).exclude(user=owner)
    unproven_users().filter(pk__in=others.values("user")).delete()
    others.delete()


def unproven_forget(*, most: int = 500) -> int:
    """Delete at most so many accounts whose address was not proven within a day; return how many.

    Their handles and addresses are free again.
    """
    old = unproven_users().filter(date_joined__lt=timezone.now() - UNPROVEN_KEPT)
    return _erase(old, most)


def unproven_users() -> QuerySet[User]:
    """Return those who signed up and have proven no address; staff is made by other means."""
    proven = EmailAddress.objects.filter(verified=True).values("user")
    return User.objects.filter(last_login=None, is_staff=False).exclude(pk__in=proven)


def _erase(users: QuerySet[User], most: int) -> int:
    """Delete accounts, each in a transaction of its own; return how many.

    One that is not among `users` any more, as its address has just been proven, is left alone.
    """
    erased = 0
    for user_id in list(users.values_list("pk", flat=True)[:most]):
        with transaction.atomic():
            user = users.select_for_update(of=("self",)).filter(pk=user_id).first()
            if user is not None:
                account_erasing.send(User, user=user)
                user.delete()
                erased += 1
    return erased
