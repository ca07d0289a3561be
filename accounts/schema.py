"""How the OpenAPI document describes our authentication."""

from drf_spectacular.contrib.django_allauth import XSessionTokenAuthenticationScheme


class SessionTokenScheme(XSessionTokenAuthenticationScheme):  # type: ignore[no-untyped-call]
    """The session token of an app."""

    target_class = "accounts.authentication.SessionTokenAuthentication"
    name = "SessionToken"
    optional = False
