"""The project's django-allauth adapter, except for mail, which `notifications.adapter` adds."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal.ratelimit import get_ip
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import get_language
from typing_extensions import override

from accounts.addresses import normalize
from accounts.handles import TAKEN
from accounts.models import User
from accounts.recency import has_recent_log_in


class AccountPolicy(DefaultAccountAdapter):  # type: ignore[misc]
    """Normalizes addresses, limits failed log-ins, and requires a recent log-in for changes."""

    error_messages = DefaultAccountAdapter.error_messages | {"username_taken": TAKEN}

    def clean_email(self, email: str) -> str:
        """Return the normalized address; raises ValidationError."""
        return normalize(email)

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
        """Return whether the user must log in again before `app` changes their account."""
        request = context.request
        return not has_recent_log_in(user=request.user, session=request.session)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return the key that counts failed log-ins: IP address and mail address.

        If the mail address alone were the key, a stranger's five wrong passwords would lock the
        owner out.
        """
        return f"{get_ip(request)}:{credentials.get('email', '')}"
