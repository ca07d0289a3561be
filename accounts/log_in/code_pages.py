"""The pages that ask for a code from a mail, which django-allauth draws."""

from http import HTTPStatus
from typing import Any

from allauth.account import views
from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponseBase
from django.utils.translation import gettext
from typing_extensions import override

from accounts.log_in.adapter import check_another_code, explain_no_code, seconds_to_next_code
from accounts.log_in.api_routes import end_wait_if_proven, has_wrong_code
from accounts.log_in.mailed_codes import already_proven_error


class ConfirmEmailView(views.ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    """Asks for the code that proves an address, and offers another only if it may come."""

    request: HttpRequest

    @override
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Ask for the code, unless the address was proven in another session: lead on, then."""
        if end_wait_if_proven(request):
            messages.info(request, already_proven_error().message)
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return answer

    @override
    def form_valid(self, form: BaseForm) -> Any:
        """Do what was asked for; raises NoCodeError if another code was, and none is mailed."""
        process = self._process
        if self._action == "resend" and process.user:
            check_another_code(self.request, user=process.user, address=process.email)
        return super().form_valid(form)

    @override
    def form_invalid(self, form: BaseForm) -> Any:
        """Show what is wrong; count only codes that are; after the last, say if no other comes."""
        if self._action == "verify" and not has_wrong_code(form):
            return self.render_to_response(self.get_context_data(form=form))
        answer = super().form_invalid(form)
        if answer.status_code == HTTPStatus.FOUND and (told := self._code_refusal()):
            messages.info(self.request, told)
        return answer

    @override
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown: dict[str, Any] = super().get_context_data(**kwargs)
        if told := self._code_refusal():
            shown["can_resend"] = False
            unwanted = gettext("If none has come, look among unwanted mails.")
            shown["verify_form"].fields["code"].help_text = f"{unwanted} {told}"
        return shown

    def _code_refusal(self) -> str:
        """Return that no other code is mailed from the requester's network, if so, or nothing."""
        user, address = self._process.user, self._process.email
        if user is None or not seconds_to_next_code(self.request, address):
            return ""
        return explain_no_code(user=user, address=address)


class ConfirmPasswordResetView(views.ConfirmPasswordResetCodeView):  # type: ignore[misc]
    """Asks for the code that lets its owner set a new password."""

    @override
    def form_invalid(self, form: BaseForm) -> Any:
        """Show what is wrong; count only codes that are."""
        if not has_wrong_code(form):
            return self.render_to_response(self.get_context_data(form=form))
        return super().form_invalid(form)
