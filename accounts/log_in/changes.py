"""Account changes: the log-in that they require, and the mail with a link that undoes them."""

import time
from datetime import timedelta
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from accounts.feeds import feed_close
from accounts.models import AccountChange, Session, User
from accounts.models.own_data import DataFile
from accounts.selectors import user_by_proven_address

UNDO_WITHIN = timedelta(days=7)
MARGIN = timedelta(minutes=1)  # a second factor is stored just before its change is recorded
SALT = "accounts.changes.undo"  # keeps other signed values from being accepted as undo tokens


def has_recent_log_in(*, user: User, session: Any) -> bool:
    """Return whether `user` recently gave a password, code or second factor in `session`.

    Recently means within ACCOUNT_REAUTHENTICATION_TIMEOUT seconds. Log-ins of other users in the
    session are ignored.
    """
    if session.get(_AUTHENTICATION_METHODS_USER_SESSION_KEY) != str(user.pk):
        return False
    records = session.get(AUTHENTICATION_METHODS_SESSION_KEY) or [{"at": 0}]
    age = time.time() - max(record["at"] for record in records)
    return bool(age < app_settings.REAUTHENTICATION_TIMEOUT)


def change_record(*, user: User, kind: str, address: str) -> str:
    """Record a change that is mailed to `address`; return the token that undoes it."""
    change = AccountChange.objects.create(user=user, kind=kind, address=address)
    return signing.dumps(change.pk, salt=SALT)


def change_find(*, token: str) -> AccountChange:
    """Raise ValidationError if the token is invalid, older than a week or already used."""
    try:
        number = signing.loads(token, salt=SALT, max_age=UNDO_WITHIN)
    except signing.BadSignature as error:
        raise ValidationError(
            gettext("This link is not valid any more."), "link_invalid"
        ) from error
    change = AccountChange.objects.select_related("user").filter(pk=number, undone_at=None).first()
    if change is None:
        raise ValidationError(gettext("This change was undone already."), "change_undone")
    return change


@transaction.atomic
def change_undo(*, token: str) -> AccountChange:
    """Undo a change and all later ones, so that only the owner has access to the account.

    This restores the address that the change was mailed to, ends all sessions, deletes the file of
    the owner's data, revokes the address of the calendar feed, removes second factors added since,
    reopens a closed account and voids the password; the owner sets a new one by mail. Raises
    ValidationError as `change_find` does, and if the address belongs to another account by now.
    """
    user = User.objects.select_for_update().get(pk=change_find(token=token).user_id)
    change = change_find(token=token)  # read again under the lock: it may be undone by now
    owner = user_by_proven_address(address=change.address)
    if owner not in {None, user}:
        raise ValidationError(
            gettext("The address belongs to another account by now."), "email_taken"
        )
    later = AccountChange.objects.filter(user=user, at__gte=change.at, undone_at=None)
    later.update(undone_at=timezone.now())
    EmailAddress.objects.filter(user=user).delete()
    EmailAddress.objects.create(user=user, email=change.address, verified=True, primary=True)
    Authenticator.objects.filter(user=user, created_at__gte=change.at - MARGIN).delete()
    Session.objects.filter(user=user).delete()
    DataFile.objects.filter(user=user).delete()
    feed_close(user=user)
    user.email, user.closed_at = change.address, None
    user.set_unusable_password()
    user.save(update_fields=["email", "closed_at", "password"])
    return change
