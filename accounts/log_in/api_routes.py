"""Overridden routes of django-allauth's headless API; they precede allauth's own."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from allauth.account.internal.flows import password_reset
from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.headless.account import inputs, response, views
from allauth.headless.base.response import AuthenticationResponse
from allauth.headless.base.views import APIView
from allauth.headless.constants import Client
from allauth.headless.internal.restkit.response import ErrorResponse
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import path
from django.utils.translation import gettext, gettext_lazy
from typing_extensions import override

from accounts.log_in.adapter import WRONG_CODE, check_another_code
from accounts.log_in.forms import ResetPasswordForm
from accounts.log_in.mailed_codes import already_proven_error, code_check, is_proven_elsewhere

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ADDRESS_CODE, PASSWORD_CODE = "X-Email-Verification-Key", "X-Password-Reset-Key"
"""Headers with a code to check."""
TOKEN = "X-Session-Token"  # noqa: S105 - the name of a header
NO_TOKEN = gettext_lazy(
    "The header X-Session-Token is missing. Send the session token of the last answer that had one."
)


class RequestPasswordResetInput(ResetPasswordForm, inputs.inputs.Input):  # type: ignore[misc]
    """An address whose owner has forgotten the password."""


class ResetPasswordInput(inputs.ResetPasswordInput):  # type: ignore[misc]
    """A code and a new password, which is validated only if the code is right.

    Otherwise errors about the password would reveal whether the address has an account.
    """

    def __init__(self, *args: Any, process: Any, **kwargs: Any) -> None:
        super().__init__(*args, code=process.code, **kwargs)
        self.process = process

    def clean(self) -> Any:
        """Check the password; raises ValidationError."""
        if "key" in self.errors:
            self.errors.pop("password", None)
            return self.cleaned_data
        self.user = self.process.user
        return super().clean()


class VerifyEmailInput(inputs.VerifyEmailInput):  # type: ignore[misc]
    """A code that proves an address."""

    def clean_key(self) -> str:
        """Return the code; raises ValidationError if it is wrong or the address already proven."""
        key: str = self.cleaned_data["key"]
        process = self.process
        code_check(user=process.user, address=process.email, entered=key, own=process.code)
        return key


def has_wrong_code(form: BaseForm) -> bool:
    """Return whether a form has a code, and a wrong one: only that is an attempt."""
    errors = (error for each in form.errors.as_data().values() for error in each)
    return any(error.code == WRONG_CODE for error in errors)


class AdvisedView(APIView):  # type: ignore[misc]
    """Says in an answer 409, which django-allauth leaves bare, what to do."""

    conflict = "no_code_awaited"
    advice: "StrOrPromise"

    @override
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        answer = super().dispatch(request, *args, **kwargs)
        if answer.status_code != HTTPStatus.CONFLICT:
            return answer
        error = ValidationError(self._advice_for(request), code=self.conflict)
        return ErrorResponse(request, error, status=HTTPStatus.CONFLICT)

    def _advice_for(self, request: HttpRequest) -> "StrOrPromise":
        is_app = request.allauth.headless.client == Client.APP  # type: ignore[attr-defined]
        return NO_TOKEN if is_app and TOKEN not in request.headers else self.advice


class StrangersView(AdvisedView):
    """Refuses people who are logged in."""

    conflict = "logged_in_already"
    advice = gettext_lazy(
        "You are logged in already. To confirm that it is you, send your password to "
        "/auth/reauthenticate; to log in anew, end this session first with DELETE /auth/session."
    )


class LoginView(StrangersView, views.LoginView):  # type: ignore[misc]
    """Logs somebody in."""


class SignupView(StrangersView, views.SignupView):  # type: ignore[misc]
    """Makes an account."""


class CodeView(AdvisedView):
    """Counts wrong codes, but no requests without a code."""

    process: Any

    @override
    def handle_invalid_input(self, input: BaseForm) -> Any:
        """Answer with what is wrong; after the last attempt, also with what to do."""
        if has_wrong_code(input) and not self.process.record_invalid_attempt():
            input.add_error("key", ValidationError(self.advice, code=self.conflict))
        return ErrorResponse(self.request, input=input)


def end_wait_if_proven(request: HttpRequest) -> bool:
    """End a session's wait for a code if its address was proven in another; return whether so."""
    process = EmailVerificationProcess.resume(request)
    if process is None or not is_proven_elsewhere(request.session):
        return False
    process.abort()
    return True


class ProofView(AdvisedView):
    """Ends a session's wait for a code once the address was proven in another."""

    advice = gettext_lazy(
        "No code is awaited here: it has expired, or three wrong ones came. Log in with address "
        "and password, which mails another if the address is not proven; or ask for the new "
        "address again."
    )

    @override
    def handle(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer; that the address is proven already, if it is."""
        if end_wait_if_proven(request):
            return ErrorResponse(request, already_proven_error())
        return super().handle(request, *args, **kwargs)


class VerifyEmailView(ProofView, CodeView, views.VerifyEmailView):  # type: ignore[misc]
    """Proves an address with a mailed code."""

    input_class = VerifyEmailInput

    @override
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer whether the code in the header is right."""
        key = request.headers.get(ADDRESS_CODE, "")
        entered = self.input_class({"key": key}, process=self.process)
        if not entered.is_valid():
            return self.handle_invalid_input(entered)
        address = self.process.email_address
        return response.VerifyEmailResponse(request, address, stage=self.stage)


class RequestPasswordResetView(views.RequestPasswordResetView):  # type: ignore[misc]
    """Mails a code to the owner of an address; an unknown address gets no mail."""

    input_class = RequestPasswordResetInput


class ResetPasswordView(CodeView, views.ResetPasswordView):  # type: ignore[misc]
    """Checks the code and sets the password; also counts wrong codes for unknown addresses."""

    input_class = ResetPasswordInput
    advice = gettext_lazy(
        "No code is awaited here: it has expired, or three wrong ones came. Ask for another with "
        "POST /auth/password/request."
    )

    @override
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer whether the code in the header is right."""
        key = request.headers.get(PASSWORD_CODE, "")
        entered = inputs.ResetPasswordKeyInput({"key": key}, code=self.process.code)
        if not entered.is_valid():
            return self.handle_invalid_input(entered)
        self.process.confirm_code()
        return response.PasswordResetKeyResponse(request, self.process.user)

    @override
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        password_reset.reset_password(self.input.user, self.input.cleaned_data["password"])
        self.process.confirm_code()
        self.process.finish()
        return AuthenticationResponse(self.request)

    def get_input_kwargs(self) -> dict[str, Any]:
        """Return the reset process that the input is validated against."""
        return {"process": self.process}


class ResendCodeView(ProofView, views.ResendEmailVerificationCodeView):  # type: ignore[misc]
    """Mails another code, or says that none is mailed and the last one is still good."""

    @override
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Answer alike for all addresses, whether proven or not; raises NoCodeError."""
        process = EmailVerificationProcess.resume(request)
        if process and process.user:
            check_another_code(request, user=process.user, address=process.email)
        if process and not process.can_resend:
            refusal = gettext(
                "No more codes are mailed this time. Enter the last one that came; or log in, or "
                "ask for the new address again, to have another one mailed."
            )
            return ErrorResponse(request, ValidationError(refusal, code="no_more_codes"))
        return super().post(request, *args, **kwargs)


class NotHereView(APIView):  # type: ignore[misc]
    """Refuses django-allauth's routes for what this server does not support.

    These are telephone numbers, log-in by a mailed code, and tokens that are refreshed.
    """

    @override
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        raise Http404


NOT_HERE = [
    "auth/phone/verify",
    "auth/phone/verify/resend",
    "account/phone",
    "auth/code/confirm",
    "tokens/refresh",
]
VIEWS: dict[str, type[APIView]] = {
    "auth/login": LoginView,
    "auth/signup": SignupView,
    "auth/email/verify": VerifyEmailView,
    "auth/email/verify/resend": ResendCodeView,
    "auth/password/request": RequestPasswordResetView,
    "auth/password/reset": ResetPasswordView,
    **dict.fromkeys(NOT_HERE, NotHereView),
}
urlpatterns = [
    path(f"{client.value}/v1/{route}", view.as_api_view(client=client))
    for client in Client
    for route, view in VIEWS.items()
]
