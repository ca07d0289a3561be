"""Replacements for forms of django-allauth that would reveal who is registered."""

from typing import Any

from allauth.account import forms
from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.password_reset_by_code import (
    PASSWORD_RESET_VERIFICATION_SESSION_KEY,
)
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.log_in.mailed_codes import code_check
from accounts.selectors import user_by_proven_address
from quotas.records.messages import CODES_FROM_A_NETWORK_A_DAY, UNPROVEN_MAILS_A_DAY
from quotas.services import limit_of

NOBODY = "0"


class ResetPasswordForm(forms.ResetPasswordForm):  # type: ignore[misc]
    """Requests a password reset; treats an address that nobody has proven as unknown."""

    def clean_email(self) -> str:
        """Look up the user who has proven the address, in one query."""
        address: str = self.cleaned_data["email"]
        user = user_by_proven_address(address=address)
        self.users = [user] if user and user.is_active else []
        return address

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        """Mail a code; for an unknown address, do and store the same without mailing a code."""
        address: str = super().save(request, **kwargs)
        if not self.users:
            state = request.session[PASSWORD_RESET_VERIFICATION_SESSION_KEY]
            state |= {"user_id": NOBODY, "code": get_adapter().generate_password_reset_code()}
        return address


class ConfirmEmailVerificationCodeForm(forms.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    """Checks the code that proves an address, which other accounts may claim without proof."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rule = gettext(
            "If none has come, look among unwanted mails, or request another. A new address gets "
            "at most {most} codes a day, {own} of them from one network."
        )
        most, own = limit_of(UNPROVEN_MAILS_A_DAY), limit_of(CODES_FROM_A_NETWORK_A_DAY)
        self.fields["code"].help_text = rule.format(most=most, own=own)

    def clean_code(self) -> str:
        """Return the code; raises ValidationError if it is wrong or the address already proven."""
        code: str = self.cleaned_data["code"]
        own = self.expected_code
        code_check(user=self.user, address=self.email, entered=code, own=own)
        return code
