"""The base class of django-allauth's sign-up forms."""

import zoneinfo
from typing import Any

from allauth.account.internal.flows.email_verification import (
    consume_email_verification_rate_limit,
)
from allauth.core import context
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.handles import handle_rule
from accounts.log_in.adapter import explain_code_pause
from accounts.models import User


class SignUpForm(forms.Form):
    """Creates an account even if the address already has one, so that both cases look alike.

    The owner of the address is notified by mail. The new account can never prove the address and is
    deleted after a day. Otherwise the response time, and whether the handle is taken afterwards,
    would reveal who is registered.

    `time_zone` is that of the browser, which the page fills in; an unknown one is ignored.
    """

    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seen = gettext("Others see it; you can change it later.")
        self.fields["username"].help_text = f"{handle_rule()} {seen}"

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"]
        return name if name in zoneinfo.available_timezones() else ""

    def clean(self) -> dict[str, Any] | None:
        """Raise ValidationError if a code would be mailed too soon, so that no account is made."""
        address = self.cleaned_data.get("email", "")
        request = context.request
        if not consume_email_verification_rate_limit(request, address, dry_run=True):
            raise ValidationError(explain_code_pause(), code="code_just_mailed")
        return super().clean()

    @property
    def account_already_exists(self) -> bool:
        """Always false; otherwise django-allauth would not create an account."""
        return False

    @account_already_exists.setter
    def account_already_exists(self, value: bool) -> None:
        """Ignore the result of django-allauth's check."""

    def signup(self, request: HttpRequest, user: User) -> None:
        """Do nothing; django-allauth requires this method."""
