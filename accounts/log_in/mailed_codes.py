"""The codes that were mailed to prove an address: each is good in all sessions of its account.

The cache keeps them for as long as they are valid, and no more than an address gets. Three wrong
ones end them, in whichever sessions these are entered.
"""

import time
from typing import NamedTuple

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
)
from allauth.account.models import EmailAddress
from allauth.core.internal.cryptokit import compare_user_code
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from accounts.models import User
from accounts.selectors import address_is_proven, address_is_trusted
from accounts.sessions import digest
from quotas.records.messages import UNPROVEN_MAILS_A_DAY
from quotas.services import limit_of


class MailedCode(NamedTuple):
    """A code, when it was mailed (seconds since 1970), and how many wrong ones came since."""

    code: str
    at: float
    wrong: int = 0

    @property
    def is_good(self) -> bool:
        most: int = app_settings.EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS
        return self.wrong < most


def code_remember(*, user: User, address: str, code: str) -> None:
    """Record that a code was mailed to a (normalized) address, which `user` claims."""
    codes = [*_valid(user, address), MailedCode(code, time.time())]
    _store(user, address, codes[: limit_of(UNPROVEN_MAILS_A_DAY)])  # later ones are not sent


def code_end_of(*, user: User, address: str) -> float:
    """Return when the last good code ends that came to an address, 0 if there is none."""
    ends = [each.at + settings.CODE_TIMEOUT for each in _valid(user, address) if each.is_good]
    return max(ends, default=0)


def is_proven_elsewhere(session: SessionBase) -> bool:
    """Return whether a session waits for a code, though another proved the address meanwhile."""
    state = session.get(EMAIL_VERIFICATION_CODE_SESSION_KEY, {})
    own = EmailAddress.objects.filter(user=state.get("user_id"), email=state.get("email", ""))
    return bool(own.filter(verified=True).exists())


def already_proven_error() -> ValidationError:
    return ValidationError(gettext("This address is proven already. Log in."), code="email_taken")


def code_check(*, user: User | None, address: str, entered: str, own: str) -> None:
    """Compare a code with those mailed to `address`; raises ValidationError unless it is right.

    `own` is that of the session, which counts alone if the cache has forgotten the others. The row
    of the account is locked, so that each of several codes entered at once is counted.
    """
    if user is None:
        raise get_adapter().validation_error("incorrect_code")
    list(User.objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk"))
    valid = _valid(user, address)
    good = [each.code for each in valid if each.is_good] if valid else [own]
    if not any(compare_user_code(actual=entered, expected=code) for code in good):
        _store(user, address, [each._replace(wrong=each.wrong + 1) for each in valid])
        raise get_adapter().validation_error("incorrect_code")
    if address_is_trusted(address=address, user=user):
        raise already_proven_error()
    if address_is_proven(address=address):
        raise get_adapter().validation_error("email_taken")


def _valid(user: User, address: str) -> list[MailedCode]:
    begin = time.time() - settings.CODE_TIMEOUT
    kept = (MailedCode(*each) for each in cache.get(_key(user, address), []))
    return [each for each in kept if each.at > begin]


def _store(user: User, address: str, codes: list[MailedCode]) -> None:
    cache.set(_key(user, address), [tuple(each) for each in codes], settings.CODE_TIMEOUT)


def _key(user: User, address: str) -> str:
    return f"mailed_codes:{digest(f'{user.pk} {address}')}"
