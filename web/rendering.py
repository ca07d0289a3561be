"""Rendering a page, for whoever looks at it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""Pages load only the server's own files, and nothing written into the page itself runs."""


def visitor_of(request: HttpRequest) -> User | None:
    """Return who looks at a page, or None if nobody is logged in."""
    return request.user if request.user.is_authenticated else None


def page_of(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Return a page, which may load nothing but the site's own files."""
    response = render(request, template, context)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    return response
