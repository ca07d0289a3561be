"""A middleware that holds each answer in a test against the OpenAPI document."""

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

SIGN_IN = "/_allauth/app/"


class Described:
    """Lets a test fail if the document lacks the status of an answer, or its ETag.

    The bodies of sign-up and log-in, which django-allauth writes, are validated as well.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the server does; raises AssertionError or ValidationError."""
        response = self.get_response(request)
        if request.resolver_match:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{request.resolver_match.route}")
            responses = _responses().get(f"{request.method} {path}")
            if responses is not None:
                status = response.status_code
                other = responses.get("default") if status >= 400 else None
                described = responses.get(str(status), other)
                assert described, f"{request.method} {path} answers {status}: describe it"
                if request.method == "GET" and status == 200:
                    assert ("ETag" in response.headers) == ("304" in responses), path
                if path.startswith(SIGN_IN):
                    _validate(described, response)
        return response


def _validate(described: dict[str, Any], response: Any) -> None:
    kind = response.headers["Content-Type"]
    while "$ref" in described:
        described = _document()["components"]["responses"][described["$ref"].rpartition("/")[2]]
    assert kind in described["content"], f"{response.status_code} as {kind}: describe it"
    schema = described["content"][kind]["schema"]
    whole = schema | {"components": _document()["components"]}
    Draft202012Validator(whole).validate(json.loads(response.content))


@cache
def _responses() -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation["responses"]
        for path, operations in _document()["paths"].items()
        for method, operation in operations.items()
    }


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((settings.BASE_DIR / "openapi.json").read_text())
    return document
