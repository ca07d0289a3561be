"""The API's strict reading of requests, applied to sign-up and log-in."""

from typing import Any

from allauth.headless.account.inputs import LoginInput
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.urls import Resolver404, resolve
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError, ValidationError

from api.details import describe, problem_answer
from api.inputs import check_names
from api.parsers import parse_json
from config.middleware import Handler
from illimat_core.errors import clip

FLAGS = {"primary", "remember"}
"""The members that are true or false; all others are strings."""
NO_CREDENTIALS = {"phone", "username"}
"""The members of django-allauth's log-in by which nobody logs in here."""


class StrictSignInBody:
    """Rejects a malformed request, and a method that is not there, before django-allauth reads it.

    allauth parses JSON less strictly than the API does: deep nesting, integers of thousands of
    digits and lone surrogates would fail later, with status 500. It takes the number 5 for the text
    "5", ignores members that it does not know, and validates the body for a method that a view
    lacks.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with a problem if the API would not read such a request."""
        refused = _refused(request) if request.path.startswith("/_allauth/") else None
        return refused or self.get_response(request)


def _refused(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a request, if it is malformed: 400, 405 or 422."""
    try:
        body = _body_of(request)
        view = _view_at(request.path_info)
        if view is None:
            return None
        if request.method not in (there := _methods_of(view)):
            return HttpResponseNotAllowed(there)
        check_names(request.GET, [])
        check_names(body, _members_of(view, request.method))
        _check_types(body)
    except (ParseError, ValidationError) as error:
        return problem_answer(describe(error))
    return None


def _body_of(request: HttpRequest) -> dict[str, Any]:
    """Return the body; raises ParseError unless it is an object, or empty."""
    if request.method == "GET" or not request.body:
        return {}
    body = parse_json(request.body)
    if not isinstance(body, dict):
        raise ParseError(gettext("The body is not a JSON object."))
    return body


def _check_types(body: dict[str, Any]) -> None:
    """Raise ParseError unless all members are strings, but for FLAGS."""
    for name, value in body.items():
        if not isinstance(value, bool if name in FLAGS else str) and value is not None:
            detail = gettext("Send `{name}` as a string.")
            if name in FLAGS:
                detail = gettext("Send `{name}` as true or false.")
            raise ParseError(detail.format(name=clip(name)))


def _view_at(path: str) -> Any:
    """Return the class of the view of django-allauth at a path, or None."""
    try:
        return getattr(resolve(path).func, "view_class", None)
    except Resolver404:
        return None


def _methods_of(view: Any) -> list[str]:
    there = [name.upper() for name in view.http_method_names if hasattr(view, name)]
    return [*there, "HEAD"] if "GET" in there else there


def _members_of(view: Any, method: str | None) -> list[str]:
    kind = view.input_class
    form = kind.get(method) if isinstance(kind, dict) else kind
    names = list(form.base_fields) if form else []
    return [name for name in names if form is not LoginInput or name not in NO_CREDENTIALS]
