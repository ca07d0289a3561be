"""The viewer of a form: each form carries to whom it was shown, signed.

It does nothing in anybody else's name, as when a second person has logged in since. If its viewer
has to log in first, it is kept for them (`web.frame.access`) if it is to be kept: `keep_as` says in
words what it does. A form that is final or needs a recent log-in has no such words, and is never
kept.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib.auth.signals import user_logged_out
from django.core.signing import BadSignature, Signer
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from accounts.models import User
from api.handlers import MACHINE_PATHS
from web.frame.errors import csrf_failure

FIELD: Final = "viewer"
LOGGED_OUT: Final = "has_logged_out"
SIGNER: Final = Signer(salt="web.viewers")


class Viewer(NamedTuple):
    """To whom a form was shown, and what it does, in words, if it may be kept for them."""

    user_id: int
    keep_as: str


def sign_viewer(user: User, keep_as: str = "") -> str:
    """Return what a form that is shown to `user` carries."""
    return SIGNER.sign_object(Viewer(user.pk, keep_as))


def read_viewer(request: HttpRequest) -> Viewer | None:
    """Return the viewer of a form; None if it carries none, or one that is forged."""
    try:
        return Viewer(*SIGNER.unsign_object(request.POST.get(FIELD, "")))
    except BadSignature:
        return None


@receiver(user_logged_out)
def note_log_out(*, request: HttpRequest, **_: Any) -> None:
    setattr(request, LOGGED_OUT, True)


class SameViewer:
    """Refuses forms that were shown to somebody other than the person who is logged in now."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; after a log-out, a shared browser is told to forget what it keeps."""
        response = self.get_response(request)
        if getattr(request, LOGGED_OUT, False):
            response.headers["Clear-Site-Data"] = '"cache", "storage"'
        return response

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        if request.method != "POST" or request.path.startswith(MACHINE_PATHS):
            return None
        if FIELD not in request.POST or not request.user.is_authenticated:
            return None
        viewer = read_viewer(request)
        is_same = viewer is not None and viewer.user_id == request.user.pk
        return None if is_same else csrf_failure(request)
