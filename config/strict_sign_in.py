"""The API's strict parsing of JSON, applied to sign-up and log-in."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError

from api.details import describe, problem_answer
from api.parsers import parse_json
from config.middleware import Handler
from illimat_core.errors import clip

FLAGS = {"primary", "remember"}
"""The members that are true or false; all others are strings."""


class StrictSignInBody:
    """Rejects a malformed body, and a method that is not there, before django-allauth reads it.

    allauth parses JSON less strictly than the API does: deep nesting, integers of thousands of
    digits and lone surrogates would fail later, with status 500. It takes the number 5 for the text
    "5".
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with 400 if the body is not a JSON object that the API would accept."""
        if request.path.startswith("/_allauth/") and request.method != "GET" and request.body:
            try:
                _check(parse_json(request.body))
            except ParseError as error:
                return problem_answer(describe(error))
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], *_: object
    ) -> HttpResponse | None:
        """Answer 405 to a method that a view lacks: allauth would first validate its body."""
        kind = getattr(view, "view_class", None)
        if kind is None or not request.path.startswith("/_allauth/"):
            return None
        there = [name.upper() for name in kind.http_method_names if hasattr(kind, name)]
        there += ["HEAD"] if "GET" in there else []
        return None if request.method in there else HttpResponseNotAllowed(there)


def _check(body: object) -> None:
    """Raise ParseError for a body that is no object, or has something else than strings."""
    if not isinstance(body, dict):
        raise ParseError(gettext("The body is not a JSON object."))
    for name, value in body.items():
        if not isinstance(value, bool if name in FLAGS else str) and value is not None:
            detail = gettext("Send `{name}` as a string.")
            if name in FLAGS:
                detail = gettext("Send `{name}` as true or false.")
            raise ParseError(detail.format(name=clip(name)))
