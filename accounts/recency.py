"""Whether the person behind a session has just shown to be its owner."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.login import (
    _AUTHENTICATION_METHODS_USER_SESSION_KEY,
    AUTHENTICATION_METHODS_SESSION_KEY,
)

from accounts.models import User


def has_recent_log_in(*, user: User, session: Any) -> bool:
    """Return whether `user` gave a password, code or second factor within the last minutes.

    How many is ACCOUNT_REAUTHENTICATION_TIMEOUT. What a session says of anybody else is ignored.
    """
    if session.get(_AUTHENTICATION_METHODS_USER_SESSION_KEY) != str(user.pk):
        return False
    records = session.get(AUTHENTICATION_METHODS_SESSION_KEY) or [{"at": 0}]
    age = time.time() - max(record["at"] for record in records)
    return bool(age < app_settings.REAUTHENTICATION_TIMEOUT)
