"""Browsers known to an account, which strangers' wrong passwords do not lock out.

A log-in, and a password set by a mailed code, leave a signed cookie. It has a random number of the
browser and keyed hashes of the addresses, so it tells nobody who they are.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypedDict

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import get_random_string, salted_hmac

from accounts.models import User

COOKIE = "illimat_known"
KNOWN_FOR = timedelta(days=90)
MOST = 5  # accounts that know one browser
SALT = "accounts.browsers"


class Known(TypedDict):
    """What the cookie says: the browser's number, and when each account was last used there."""

    browser: str
    seen: dict[str, float]


def known_browser(*, request: HttpRequest, address: str) -> str | None:
    """Return the number of the requester's browser if the account with an address knows it.

    An app that is logged in needs no cookie.
    """
    user = request.user
    if isinstance(user, User) and user.email == address:
        return str(user.pk)
    known = _read(request)
    return known["browser"] if _mark(address) in known["seen"] else None


def browser_remember(*, request: HttpRequest, user: User) -> None:
    """Let the answer to a request leave the cookie by which an account knows the browser."""
    known = _read(request)
    seen = known["seen"] | {_mark(user.email): time.time()}
    newest = sorted(seen.items(), key=lambda item: item[1], reverse=True)[:MOST]
    vars(request)[COOKIE] = Known(browser=known["browser"], seen=dict(newest))


class KnownBrowsers:
    """Sends the cookie of a browser in which somebody has just logged in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with the cookie if it has changed."""
        response = self.get_response(request)
        if known := vars(request).get(COOKIE):
            response.set_cookie(
                COOKIE,
                signing.dumps(known, salt=SALT),
                max_age=KNOWN_FOR,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


def _read(request: HttpRequest) -> Known:
    """Return what the cookie of a request says that is not too old."""
    try:
        known: Any = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT)
    except signing.BadSignature:
        return Known(browser=get_random_string(20), seen={})
    oldest = time.time() - KNOWN_FOR.total_seconds()
    seen = {mark: at for mark, at in known["seen"].items() if at > oldest}
    return Known(browser=known["browser"], seen=seen)


def _mark(address: str) -> str:
    return salted_hmac(SALT, address, algorithm="sha256").hexdigest()[:32]
