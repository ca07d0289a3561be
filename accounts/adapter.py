"""What this project decides where django-allauth lets it; mail is for `notifications`."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest

from accounts.addresses import normalize
from accounts.handles import TAKEN
from accounts.recency import has_recent_log_in


class AccountPolicy(DefaultAccountAdapter):  # type: ignore[misc]
    """Addresses in one form, log-ins counted by who tries, changes only soon after a log-in."""

    error_messages = DefaultAccountAdapter.error_messages | {"username_taken": TAKEN}

    def clean_email(self, email: str) -> str:
        """Return the normalized address; raises ValidationError."""
        return normalize(email)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Return whether somebody must show who they are before `app` changes their account."""
        request = context.request
        return not has_recent_log_in(user=request.user, session=request.session)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Return what failed log-ins are counted by: who tries, and whom.

        By the address alone, a stranger's five wrong passwords would lock its owner out.
        """
        return f"{get_ip(request)}:{credentials.get('email', '')}"
