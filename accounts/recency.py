"""Recent log-ins, which sensitive changes to an account require."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)

from accounts.models import User


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
