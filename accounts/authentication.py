"""Who sends a request to the API."""

from allauth.headless.contrib.rest_framework.authentication import XSessionTokenAuthentication
from allauth.headless.internal.sessionkit import lookup_session
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from accounts.models import User

UNFINISHED = (
    "You are not logged in yet. Finish the log-in with this token: prove the address with the "
    "mailed code, or send the code of your second factor."
)


class LogInUnfinished(AuthenticationFailed):
    """The session token is good, but nobody has logged in with it yet."""

    default_code = "log_in_unfinished"


class SessionTokenAuthentication(XSessionTokenAuthentication):  # type: ignore[misc]
    """The session token that log-in hands to an app, in the header X-Session-Token."""

    def authenticate(self, request: Request) -> tuple[User, object] | None:
        """Return whose token it is, and nothing when there is none.

        Raises LogInUnfinished for a token that sign-up, log-in or a forgotten password gave, while
        a code is still wanted; AuthenticationFailed for one that is not, or no longer, anybody's.
        """
        found: tuple[User, object] | None = super().authenticate(request)
        token = self.get_session_token(request)
        if found is None and token:
            session = lookup_session(token)
            if session is not None and SESSION_KEY not in session:
                raise LogInUnfinished(UNFINISHED)
            raise AuthenticationFailed("The session token is not valid any more. Log in again.")
        return found

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401."""
        return 'X-Session-Token realm="illimat"'


class CookieAuthentication(SessionAuthentication):
    """The session cookie of a browser, which must also send its CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raise PermissionDenied, saying what to send, unless the token is there."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refusal:
            cookie = settings.CSRF_COOKIE_NAME
            remedy = f"Send the value of the cookie {cookie} in the header X-CSRFToken."
            raise PermissionDenied(f"{refusal.detail} {remedy}") from refusal


def session_of(request: Request) -> SessionBase:
    """Return the session that `request` belongs to: an app's, or else a browser's."""
    return request.auth if isinstance(request.auth, SessionBase) else request.session


def requester(request: Request) -> User:
    """Return who sent `request`; raises NotAuthenticated when nobody says so."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user
