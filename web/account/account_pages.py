"""Account pages that django-allauth does not provide."""

from typing import Any, Final, cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views import View
from django.views.decorators.http import require_http_methods, require_safe

from accounts.failing import address_try_again, failure_of
from accounts.log_in.changes import change_find, change_undo
from accounts.models import User
from accounts.models.own_data import KEPT
from accounts.outputs import data_file
from accounts.own_data.services import data_answer, data_ask, data_find, data_forget
from accounts.selectors import sessions_of
from accounts.services import session_end
from accounts.sessions import digest
from quotas.services import QuotaError
from web.frame.access import for_people
from web.frame.keyed_forms import refuse

LOOK_AGAIN: Final = "5"  # seconds after which a browser loads the page of a file that is being made


@method_decorator(login_required, name="dispatch")
class SessionsPageView(View):
    """Shows whether mail reaches the visitor, and their sessions, each of which they can end."""

    def get(self, request: HttpRequest) -> HttpResponse:
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
        return self._answer(request, lambda: {"change": change_find(token=token)})

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
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


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def own_data(request: HttpRequest, user: User) -> HttpResponse:
    """Say how far the file is; by POST, ask for a new one, or delete it.

    As in the API, asking takes a recent log-in, which people without one are led to first.
    """
    if request.method != "POST":
        return _data_page(request, user)
    if "end" in request.POST:
        data_forget(user=user)
        messages.success(request, gettext("The file is deleted."))
        return redirect("settings-data")
    answer: HttpResponse = _ask(request)
    return answer


@require_safe
@for_people
def own_data_file(request: HttpRequest, user: User) -> HttpResponse:
    """Return the file, after a recent log-in.

    People without one are asked for the password first, and then get to the page with the link: a
    form that is answered with a download would stay, as if it had done nothing.
    """
    try:
        answer: HttpResponse = _download(request)
    except ReauthenticationRequired:
        ways = get_adapter().get_reauthentication_methods(user)
        return redirect_to_login(reverse("settings-data"), ways[0]["url"])
    return answer


def _data_page(request: HttpRequest, user: User, refusal: Any = None) -> HttpResponse:
    found = data_find(user=user)
    shown = {"file": data_file(found), "days": KEPT.days, "refusal": refusal}
    page = render(request, "web/own_data.html", shown)
    if refusal:
        page.status_code = refusal.status
    elif found and not found.ready_at:
        page.headers["Refresh"] = LOOK_AGAIN
    return page


def _data_asked(request: HttpRequest) -> HttpResponse:
    user = cast("User", request.user)
    try:
        data_ask(user=user)
    except Exception as error:
        return _data_page(request, user, refuse(error))
    messages.success(request, gettext("The file is being made. You get a mail once it is ready."))
    return redirect("settings-data")


def _data_downloaded(request: HttpRequest) -> HttpResponseBase:
    made = data_find(user=cast("User", request.user))
    if made is None or made.ready_at is None:
        raise Http404
    return data_answer(made)


_ask: Any = reauthentication_required(_data_asked)
_download: Any = reauthentication_required(_data_downloaded)
