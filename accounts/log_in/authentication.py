"""Authentication by session token or session cookie, with the user read with the session."""

import time
from typing import Any

from allauth.account import app_settings
from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY as CODE,
)
from allauth.account.internal.flows.password_reset_by_code import (
    PASSWORD_RESET_VERIFICATION_SESSION_KEY as RESET,
)
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.core.internal.sessionkit import get_session_user
from allauth.headless.contrib.rest_framework.authentication import XSessionTokenAuthentication
from allauth.headless.internal.sessionkit import lookup_session
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.middleware import AuthenticationMiddleware, get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext, gettext_lazy
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from typing_extensions import override

from accounts.backends import asking
from accounts.log_in.mailed_codes import is_proven_elsewhere
from accounts.models import User

UNFINISHED = gettext_lazy(
    "You are not logged in yet. Finish the log-in with this token: prove the address with the "
    "mailed code, or send the code of your second factor."
)


class LogInUnfinished(AuthenticationFailed):
    """The session token is valid, but its log-in is not complete yet."""

    default_code = "log_in_unfinished"


class SessionUser(AuthenticationMiddleware):
    """Says whose the session of a request is, once somebody asks for its `user`."""

    @override
    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _user_of(request))  # type: ignore[assignment]


def _user_of(request: HttpRequest) -> User | AnonymousUser:
    with asking(request.session):
        return get_user(request)


class SessionTokenAuthentication(XSessionTokenAuthentication):  # type: ignore[misc]
    """Authenticates an app by the session token from its log-in, in the header X-Session-Token."""

    def authenticate(self, request: Request) -> tuple[User, object] | None:
        """Return the user and session that the token belongs to, or None without a token.

        Raises LogInUnfinished if the token comes from a sign-up, log-in or password reset that
        still needs a code, and AuthenticationFailed if the token is unknown or has expired, or if
        that code is over.
        """
        token = self.get_session_token(request)
        if not token:
            return None
        session = lookup_session(token)
        if session is not None and SESSION_KEY not in session and _can_be_finished(session):
            raise LogInUnfinished(UNFINISHED)
        with asking(session):
            user = None if session is None else get_session_user(session)
        if isinstance(user, User):
            return user, session
        raise AuthenticationFailed(
            gettext("The session token is not valid any more. Log in again.")
        )

    @override
    def authenticate_header(self, request: Request) -> str:
        return 'X-Session-Token realm="illimat"'


def _can_be_finished(session: SessionBase) -> bool:
    """Return whether a session waits for a code that can still come in time."""
    if is_proven_elsewhere(session):
        return False
    code, reset = session.get(CODE), session.get(RESET)
    login = _is_recent(session.get(LOGIN_SESSION_KEY), "initiated_at", app_settings.LOGIN_TIMEOUT)
    proves = code is None or _is_recent(code, "at", settings.CODE_TIMEOUT)
    return (login and proves) or _is_recent(reset, "at", settings.CODE_TIMEOUT)


def _is_recent(state: dict[str, Any] | None, began: str, longest: float) -> bool:
    return state is not None and time.time() - state[began] <= longest


class CookieAuthentication(SessionAuthentication):
    """Authenticates a browser by its session cookie, and checks its CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raise PermissionDenied, with the remedy, unless the CSRF token is valid."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refusal:
            cookie = settings.CSRF_COOKIE_NAME
            remedy = gettext("Send the value of the cookie {cookie} in the header X-CSRFToken.")
            detail = f"{refusal.detail} {remedy.format(cookie=cookie)}"
            raise PermissionDenied(detail) from refusal


def session_of(request: Request) -> SessionBase:
    """Return the session of `request`, whether an app's or a browser's."""
    return request.auth if isinstance(request.auth, SessionBase) else request.session


def requester(request: Request) -> User:
    """Return the user who sent `request`; raises NotAuthenticated if nobody is logged in."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user
