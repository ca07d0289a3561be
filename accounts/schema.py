"""How the OpenAPI document describes our authentication."""

from drf_spectacular.authentication import SessionScheme
from drf_spectacular.contrib.django_allauth import XSessionTokenAuthenticationScheme


class SessionTokenScheme(XSessionTokenAuthenticationScheme):  # type: ignore[no-untyped-call]
    """The session token of an app."""

    target_class = "accounts.authentication.SessionTokenAuthentication"
    name = "SessionToken"
    optional = False


class CookieScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """The session cookie of a browser."""

    target_class = "accounts.authentication.CookieAuthentication"
