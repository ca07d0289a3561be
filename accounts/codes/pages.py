"""The pages that ask for a code from a mail, which django-allauth draws."""

from typing import Any

from allauth.account import views
from django.forms import BaseForm
from typing_extensions import override

from accounts.sign_in import has_wrong_code


class ConfirmEmailView(views.ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    """Asks for the code that proves an address."""

    @override
    def form_invalid(self, form: BaseForm) -> Any:
        """Show what is wrong; count only codes that are."""
        if self._action == "verify" and not has_wrong_code(form):
            return self.render_to_response(self.get_context_data(form=form))
        return super().form_invalid(form)


class ConfirmPasswordResetView(views.ConfirmPasswordResetCodeView):  # type: ignore[misc]
    """Asks for the code that lets its owner set a new password."""

    @override
    def form_invalid(self, form: BaseForm) -> Any:
        """Show what is wrong; count only codes that are."""
        if not has_wrong_code(form):
            return self.render_to_response(self.get_context_data(form=form))
        return super().form_invalid(form)
