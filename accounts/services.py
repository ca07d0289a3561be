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


def account_close(*, user: User) -> None:
    """Close an account: nobody can use it, and after a week it is deleted (`accounts_erase`)."""
    user.closed_at = timezone.now()
    user.save(update_fields=["closed_at"])
    Session.objects.filter(user=user).delete()


def accounts_erase() -> int:
    """Delete the accounts that were closed a week ago; return how many."""
    closed = User.objects.filter(closed_at__lt=timezone.now() - CLOSED_KEPT)
    return sum(_erase(user_id) for user_id in closed.values_list("pk", flat=True))


def claims_drop(*, address: str, owner: User) -> None:
    """Drop what others have claimed of an address that `owner` has proven.

    An account that was made with it and never proven any address is deleted.
    """
    others = EmailAddress.objects.filter(email=address, verified=False).exclude(user=owner)
    unproven_users().filter(pk__in=others.values("user")).delete()
    others.delete()


def unproven_forget() -> int:
    """Delete accounts whose address was not proven within a day; return how many.

    Their handles and addresses are free again.
    """
    old = unproven_users().filter(date_joined__lt=timezone.now() - UNPROVEN_KEPT)
    return sum(_erase(user_id) for user_id in old.values_list("pk", flat=True))


def unproven_users() -> QuerySet[User]:
    """Return those who signed up and have proven no address; staff is made by other means."""
    proven = EmailAddress.objects.filter(verified=True).values("user")
    return User.objects.filter(last_login=None, is_staff=False).exclude(pk__in=proven)


def _erase(user_id: int) -> int:
    """Delete an account, in a transaction of its own; return how many that was."""
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=user_id).first()
        if user is None:
            return 0
        account_erasing.send(User, user=user)
        user.delete()
    return 1
