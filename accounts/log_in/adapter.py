"""The project's django-allauth adapter, except for mail, which `notifications.adapter` adds."""

import logging
from contextlib import suppress
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.internal.flows.login import is_login_rate_limited
from allauth.account.models import Login
from allauth.core import context
from allauth.core.internal.ratelimit import RateLimitUsage, clear, consume, get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext, gettext_lazy
from typing_extensions import override

from accounts.addresses import normalize
from accounts.handles import TAKEN
from accounts.log_in.browsers import known_browser
from accounts.log_in.changes import has_recent_log_in
from accounts.log_in.mailed_codes import code_end_of
from accounts.models import HeldHandle, User
from accounts.selectors import address_is_trusted
from accounts.staff.suspensions import explain_suspension, suspension_lift_if_due, suspension_of
from illimat_core.messages import capitalize
from quotas.records.messages import CODES_FROM_A_NETWORK_A_DAY
from quotas.services import subject_of, unmap_address, wait_of

COUNTED_IN = "allauth.account"
WRONG_CODE = "incorrect_code"
FROM_A_NETWORK, FOR_AN_ACCOUNT = "too_many_from_network", "too_many_login_attempts"
logger = logging.getLogger("accounts.log_ins")
"""Whose lines tools such as fail2ban read: see deploy/fail2ban."""


def note_failure(request: HttpRequest, what: str = "Failed log-in") -> None:
    """Log from which address a log-in has failed, or a code was wrong; never what was typed."""
    with suppress(PermissionDenied):  # no address is known
        logger.warning("%s from %s", what, get_adapter().get_client_ip(request))


def explain_code_pause() -> str:
    """Return the refusal to mail a code so soon after one was asked for, whether it came or not."""
    refusal = gettext(
        "A code was asked for just now. If it came, enter it where you asked for it; or try again "
        "in {seconds} seconds."
    )
    return refusal.format(seconds=settings.CODE_PAUSE)


class NoCodeError(Exception):
    """No code is mailed to an address from this network for `wait` seconds; says what to do."""

    def __init__(self, *, user: User, address: str, wait: int) -> None:
        super().__init__(explain_no_code(user=user, address=address))
        self.wait = wait


def explain_no_code(*, user: User, address: str) -> str:
    """Return that no code is mailed to an address from this network today, and what to do."""
    if code_end_of(user=user, address=address):
        return gettext(
            "No more codes are mailed to this address from your network today. The last one that "
            "came is still good."
        )
    return gettext(
        "No more codes are mailed to this address from your network today. Try again from another "
        "network, or tomorrow."
    )


def seconds_to_next_code(request: HttpRequest, address: str) -> int:
    """Return after how many seconds a code may be mailed to an address from this network."""
    return wait_of(code_quota_key(request, address), CODES_FROM_A_NETWORK_A_DAY)


def code_quota_key(request: HttpRequest, address: str) -> str:
    """Return what CODES_FROM_A_NETWORK_A_DAY counts: an address and the network that asks."""
    network = subject_of(get_adapter().get_client_ip(request))
    return subject_of(f"{network} {address}")


def check_another_code(request: HttpRequest, *, user: User, address: str) -> None:
    """Raise NoCodeError if no other code is mailed to an address from the requester's network."""
    if wait := seconds_to_next_code(request, address):
        raise NoCodeError(user=user, address=address, wait=wait)


class AccountPolicy(DefaultAccountAdapter):  # type: ignore[misc]
    """Normalizes addresses, limits failed log-ins, and requires a recent log-in for changes."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": TAKEN,
        WRONG_CODE: gettext_lazy(
            "This is not the code. Look at the newest mail. The third wrong code ends it."
        ),
        FROM_A_NETWORK: gettext_lazy(
            "Too many log-ins failed from your network. Try again in a minute."
        ),
    }

    @override
    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address of the client, as it counts and the log gives it."""
        return str(unmap_address(super().get_client_ip(request)))

    def clean_email(self, email: str) -> str:
        """Return the normalized address; raises ValidationError."""
        return normalize(email)

    @override
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the handle; raises ValidationError if it is not allowed, or not free."""
        handle: str = super().clean_username(username, shallow)
        if not HeldHandle.objects.is_free(handle):
            raise self.validation_error("username_taken")
        return handle

    @override
    def add_message(
        self,
        request: HttpRequest,
        level: int,
        *args: Any,
        message: str | None = None,
        **kwargs: Any,
    ) -> None:
        """Show a message; after three wrong codes, say that instead of too many log-ins."""
        if message == self.error_messages[FOR_AN_ACCOUNT]:
            message = gettext(
                "That was the third wrong code, so the one that came is no longer good. Log in to "
                "have another one mailed; if it was for a new password or another address, ask for "
                "that again."
            )
        super().add_message(request, level, *args, message=message, **kwargs)

    @override
    def new_user(self, request: HttpRequest) -> User:
        """Return a new account, which reads mails in the language of the sign-up."""
        return User(language=get_language())

    @override
    def save_user(
        self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True
    ) -> User:
        """Return the account that a sign-up form describes, in its time zone if it names one."""
        user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        saved: User = super().save_user(request, user, form, commit)
        return saved

    @override
    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        request = context.request
        return not has_recent_log_in(user=request.user, session=request.session)

    @override
    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """Return the user with these credentials.

        Raises ValidationError. Only a person who knows the password learns of these codes:
        `account_suspended`, with the reason, `code_just_mailed` if the log-in would mail a code too
        soon, and `no_more_codes` if it needs one, but none is mailed today.
        """
        user = super().authenticate(request, **credentials)
        if user is None:
            return None
        if not (user.is_active or suspension_lift_if_due(user=user)):
            raise ValidationError(_explained(user), code="account_suspended")
        if is_login_rate_limited(request, Login(user=user, email=credentials.get("email"))):
            raise ValidationError(explain_code_pause(), code="code_just_mailed")
        _check_can_prove(request, user)
        return user

    @override
    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Lift a suspension that is over, however its person logs in."""
        if not user.is_active:
            suspension_lift_if_due(user=user)
        response: HttpResponse | None = super().pre_login(request, user, **kwargs)
        return response

    @override
    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Tell a person who logs in by a passkey why their account is suspended."""
        self.add_message(request, messages.ERROR, message=_explained(user))
        response: HttpResponse = super().respond_user_inactive(request, user)
        return response

    @override
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a failed log-in, taken back if it succeeds; raises ValidationError.

        It counts for its network address, and for the account whatever the network address. A
        browser that the account knows is counted by itself, so that no stranger locks it out. The
        mail address stands for the account, whether there is one or not.
        """
        self._login_failed_rl_usage = RateLimitUsage([])
        for action, key in _failure_limits(request, credentials.get("email", "")).items():
            usage = consume(request, app=COUNTED_IN, action=action, key=key)
            if usage is None:
                is_network = action == "login_failed_network"
                raise self.validation_error(FROM_A_NETWORK if is_network else FOR_AN_ACCOUNT)
            self._login_failed_rl_usage.usage += usage.usage

    @override
    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Log that a password was wrong, or its account is none."""
        note_failure(request)

    @override
    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Return the error with this code; if it is a wrong code from a mail, log that, too."""
        if code == WRONG_CODE:
            note_failure(context.request, "Wrong code")
        error: ValidationError = super().validation_error(code, *args)
        return error

    @override
    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        """Forget the failed log-ins of an account whose owner has set a new password by mail."""
        for action, key in _failure_limits(request, credentials["email"]).items():
            clear(request, app=COUNTED_IN, action=action, key=key)


def _check_can_prove(request: HttpRequest, user: User) -> None:
    """Raise ValidationError if the address of `user` needs a code, and none is good or mailed."""
    address = user.email
    if address_is_trusted(address=address, user=user) or code_end_of(user=user, address=address):
        return
    try:
        check_another_code(request, user=user, address=address)
    except NoCodeError as refusal:
        raise ValidationError(str(refusal), code="no_more_codes") from refusal


def _explained(user: User) -> str:
    return capitalize(explain_suspension(suspension_of(user=user)))


def _failure_limits(request: HttpRequest, address: str) -> dict[str, str]:
    """Return what a failed log-in counts against: actions of ACCOUNT_RATE_LIMITS, with keys."""
    if browser := known_browser(request=request, address=address):
        return {"login_failed_known": f"{browser}:{address}"}
    network = get_ip(request)
    return {
        "login_failed_network": network,
        "login_failed": f"{network}:{address}",
        "login_failed_anywhere": address,
    }


class FactorPolicy(DefaultMFAAdapter):  # type: ignore[misc]
    """Names recovery codes only to those who may have some."""

    @override
    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """Return an error; a person who adds a first factor has no other codes than the app's."""
        user = self.request.user
        if code == WRONG_CODE and user.is_authenticated and not self.is_mfa_enabled(user):
            shown = gettext("This code is not right. Enter the one that your app shows now.")
            return ValidationError(shown, code=code)
        error: ValidationError = super().validation_error(code, *args)
        return error
