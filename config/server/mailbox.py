"""A page with the mails that a server on one's own machine wrote to files.

It shows every mail, codes to log in included, so its address holds a key, which `./do run` prints
and a public server cannot be given. It also answers only to a person who sits at that machine, and
not to a proxy, as far as that can be told.
"""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import wraps
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.urls import path

P = ParamSpec("P")
LOCAL_NAMES: Final = {"localhost", "127.0.0.1", "[::1]"}
LOOPBACK: Final = {"127.0.0.1", "::1"}
PASSED_ON: Final = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_", "HTTP_X_REAL_IP")
"""How the headers of proxies begin, as the request's environment names them."""
SHOWN: Final = 100  # mails, the newest
STYLED: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def is_at_hand(request: HttpRequest) -> bool:
    """Return whether somebody at the server's own machine asks, and no proxy asks for them.

    The name of the host counts, too, since a page from elsewhere can lead a name of its own here.
    """
    host, _ = split_domain_port(request.get_host())
    here = host in LOCAL_NAMES and request.META.get("REMOTE_ADDR") in LOOPBACK
    return here and not any(name.startswith(PASSED_ON) for name in request.META)


def at_hand_only(
    page: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a page that is found only by a person who sits at the server's machine."""

    @wraps(page)
    def answer(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not is_at_hand(request):
            raise Http404
        return page(request, *args, **kwargs)

    return answer


@at_hand_only
def mails(request: HttpRequest) -> HttpResponse:
    files = sorted(_folder().glob("*.eml"), reverse=True)[:SHOWN]
    listed = [(file.name, _read(file)) for file in files]
    return render(request, "config/mails.html", {"mails": listed})


@at_hand_only
def mail(request: HttpRequest, name: str) -> HttpResponse:
    message = _find(name)
    text = message.get_body(("plain",))
    shown = {
        "name": name,
        "headers": message.items(),
        "text": text.get_content() if text else "",
        "has_html": message.get_body(("html",)) is not None,
    }
    return render(request, "config/mail.html", shown)


@at_hand_only
def mail_html(_: HttpRequest, name: str) -> HttpResponse:
    """Show the HTML of a mail, which may load and run nothing."""
    page = _find(name).get_body(("html",))
    if page is None:
        raise Http404
    return HttpResponse(page.get_content(), headers={"Content-Security-Policy": STYLED})


def _folder() -> Path:
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    if folder is None:
        raise Http404  # mail is sent, not written to files
    return Path(folder)


def _find(name: str) -> EmailMessage:
    file = next((each for each in _folder().glob("*.eml") if each.name == name), None)
    if file is None:
        raise Http404
    return _read(file)


def _read(file: Path) -> EmailMessage:
    return message_from_bytes(file.read_bytes(), policy=policy.default)


urlpatterns = [
    path("", mails, name="mails"),
    path("<str:name>", mail, name="mail"),
    path("<str:name>/html", mail_html, name="mail-html"),
]
