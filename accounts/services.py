"""Changes to users, their sessions and their addresses."""

import secrets
from datetime import timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.calendars import calendar_announce, calendar_lock, zone_apply
from accounts.handles import TAKEN, fold
from accounts.models import HeldHandle, Session, User
from accounts.models.own_data import DataFile
from accounts.signals import account_ending, account_erasing, account_unavailable
from quotas.records.accounts import HANDLE_CHANGES_A_DAY, HANDLES
from quotas.services import check, spend

UNPROVEN_KEPT = timedelta(days=1)
CLOSED_KEPT = timedelta(days=7)
MAX_SESSIONS = 50  # per person


@transaction.atomic
def user_update(*, user: User, **changes: str | bool) -> User:
    """Raise Django's ValidationError, keyed by field, or QuotaError for too many new handles."""
    handle = str(changes.get("handle", user.handle))
    if handle != user.handle:
        spend(str(user.pk), HANDLE_CHANGES_A_DAY)
        check(HANDLES, user.held_handles.exclude(folded=fold(handle)).count())
    for field, value in changes.items():
        setattr(user, field, value)
    renamed = "handle" in changes  # nothing else that changes has to be unique
    user.full_clean(validate_unique=renamed, validate_constraints=renamed)
    try:
        with transaction.atomic():
            if {"game_mails", "time_zone"} & changes.keys():
                before = User.objects.select_for_update(no_key=True).get(pk=user.pk)
                if before.time_zone != user.time_zone:
                    zone_apply(user)
            if "game_mails" in changes:
                calendar_lock(user)
                calendar_announce(user)
            user.save(update_fields=[*changes])  # last, since a new handle locks the row's key
    except IntegrityError as error:  # another user took the handle after the check
        raise ValidationError({"handle": ValidationError(TAKEN, "unique")}) from error
    return user


def handle_replace(*, user: User) -> None:
    """Give somebody a handle that says nothing, because theirs must not stay.

    Nobody can take the old one for `handles.KEPT`, they least of all.
    """
    while not HeldHandle.objects.is_free(handle := f"player-{secrets.token_hex(3)}"):
        continue
    with transaction.atomic():
        old = fold(user.handle)
        user.handle = handle
        user.save(update_fields=["handle"])
        HeldHandle.objects.filter(folded=old, user=user).update(user=None)


def session_end(*, user: User, session_id: str) -> bool:
    """End a session of `user`; return whether there was one."""
    return Session.objects.filter(user=user, pk=session_id).delete()[0] > 0


def sessions_keep_newest(*, user: User) -> None:
    """End the oldest sessions of `user` so that one more does not exceed MAX_SESSIONS."""
    newest = user.sessions.order_by("-began_at").values("pk")[: MAX_SESSIONS - 1]
    user.sessions.exclude(pk__in=newest).delete()


@transaction.atomic
def account_close_own(*, user: User) -> None:
    """Close an account as its owner wishes, and mail them a link that reopens it."""
    get_adapter().send_notification_mail("account/email/account_closed", user)
    account_close(user=user)


@transaction.atomic
def account_close(*, user: User) -> None:
    """Close an account. Nobody can use it, and a week later `accounts_erase` deletes it.

    Its owner leaves the games that are running.
    """
    account_ending.send(User, user_ids=[user.pk])
    user.closed_at = timezone.now()
    user.save(update_fields=["closed_at"])
    Session.objects.filter(user=user).delete()
    DataFile.objects.filter(user=user).delete()
    account_unavailable.send(User, user=user, reason="account_closed")


def accounts_erase(*, most: int = 500) -> int:
    """Delete at most `most` of the accounts closed over a week ago; return the number deleted."""
    return _erase(User.objects.filter(closed_at__lt=timezone.now() - CLOSED_KEPT), most)


def claims_drop(*, address: str, owner: User) -> None:
    """Drop other users' claims to an address that `owner` has proven.

    Accounts of these users that have never proven any address are deleted.
    """
    others = EmailAddress.objects.filter(email=address, verified=False).exclude(user=owner)
    unproven_users().filter(pk__in=others.values("user")).delete()
    others.delete()


def unproven_forget(*, most: int = 500) -> int:
    """Delete at most `most` accounts that proved no address within a day; return the number.

    Their handles and addresses become free.
    """
    old = unproven_users().filter(date_joined__lt=timezone.now() - UNPROVEN_KEPT)
    return _erase(old, most)


def unproven_users() -> QuerySet[User]:
    """Return users who signed up but proved no address; staff, who do not sign up, are left out."""
    proven = EmailAddress.objects.filter(verified=True).values("user")
    return User.objects.filter(last_login=None, is_staff=False).exclude(pk__in=proven)


def _erase(users: QuerySet[User], most: int) -> int:
    """Delete at most `most` accounts, each in its own transaction; return the number deleted.

    An account that is no longer among `users`, because its address has just been proven, is kept.
    """
    erased = 0
    for user_id in list(users.values_list("pk", flat=True)[:most]):
        with transaction.atomic():
            account_ending.send(User, user_ids=[user_id])
            user = users.select_for_update(of=("self",)).filter(pk=user_id).first()
            if user is not None:
                account_erasing.send(User, user=user)
                user.delete()
                erased += 1
    return erased
