"""Account pages that django-allauth does not provide."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views import View

from accounts.changes import change_find, change_undo
from accounts.failing import address_try_again, failure_of
from accounts.models import User
from accounts.selectors import sessions_of
from accounts.services import session_end
from accounts.sessions import digest
from quotas.services import QuotaError


@method_decorator(login_required, name="dispatch")
class SessionsView(View):
    """Shows whether mail reaches the visitor, and their sessions, each of which they can end."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the page."""
        person = _person(request)
        own = {
            "failure": failure_of(address=person.email),
            "sessions": sessions_of(user=person),
            "current": digest(request.session.session_key),
        }
        return render(request, "web/sessions.html", own)

    def post(self, request: HttpRequest) -> HttpResponse:
        """End a session or have mail sent to the address again, and return to the page."""
        person = _person(request)
        if "retry" in request.POST:
            try:
                address_try_again(user=person)
            except QuotaError as error:
                messages.error(request, str(error))
            else:
                messages.success(request, gettext("Mails about your games are sent again."))
        elif session_end(user=person, session_id=request.POST.get("session", "")):
            messages.success(request, gettext("The session has ended."))
        return redirect("account-sessions")


class UndoView(View):
    """Undoes a change to an account, but only by POST: mail programs follow links by themselves."""

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        """Ask whether to undo the change."""
        return self._answer(request, lambda: {"change": change_find(token=token)})

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Undo the change."""
        return self._answer(request, lambda: {"undone": change_undo(token=token)})

    def _answer(self, request: HttpRequest, do: Any) -> HttpResponse:
        try:
            return render(request, "web/undo.html", do())
        except ValidationError as error:
            return render(request, "web/undo.html", {"refusal": error.message}, status=400)


def _person(request: HttpRequest) -> User:
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
