"""What holds each answer in a test, and the code of each refusal, against the OpenAPI document."""

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from api import handlers

LOG_IN = re.compile("^/_allauth/(app|browser)/")
Document = Callable[[], dict[str, Any]]


class Described:
    """Lets a test fail if the document lacks the status of an answer, or its ETag.

    The bodies of sign-up and log-in, which django-allauth writes, are validated as well, also
    against the document that has all of them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the server does; raises AssertionError or ValidationError."""
        response = self.get_response(request)
        if request.resolver_match:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{request.resolver_match.route}")
            check_answer(f"{request.method} {path}", response, _document)
            if LOG_IN.match(path):
                for each in (path, LOG_IN.sub("/_allauth/{client}/", path)):
                    check_answer(f"{request.method} {each}", response, _log_in_document)
        return response


def check_answer(operation: str, response: Any, document: Document) -> None:
    """Raise AssertionError or ValidationError if a document describes an operation otherwise."""
    method, path = operation.split(" ")
    responses = _responses(document).get(operation)
    if responses is None:
        return
    status = response.status_code
    other = responses.get("default") if status >= 400 else None
    described = responses.get(str(status), other)
    assert described, f"{operation} answers {status}: describe it"
    if method == "GET" and status == 200 and "_allauth" not in path:
        assert ("ETag" in response.headers) == ("304" in responses), path
    if "_allauth" in path:
        _validate(described, response, document())


def _validate(described: dict[str, Any], response: Any, document: dict[str, Any]) -> None:
    kind = response.headers["Content-Type"]
    while "$ref" in described:
        described = document["components"]["responses"][described["$ref"].rpartition("/")[2]]
    assert kind in described["content"], f"{response.status_code} as {kind}: describe it"
    schema = described["content"][kind]["schema"]
    whole = schema | {"components": document["components"]}
    Draft202012Validator(whole).validate(json.loads(response.content))


def problem_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Answer as the server does; raises AssertionError if the operation's code is not known."""
    answer = handlers.problem_handler(error, context)
    request = context["request"]
    if answer is not None and request.resolver_match:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", f"/{request.resolver_match.route}")
        operation = f"{request.method.lower()} {path}"
        code = json.loads(answer.content)["code"]
        known = _codes().get(operation, {code})
        assert code in known, f"{operation} answers {code}: add it to the app's codes.py"
    return answer


@cache
def _responses(document: Document) -> dict[str, Any]:
    return {
        f"{method.upper()} {path}": operation["responses"]
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
    }


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads((settings.BASE_DIR / "openapi.json").read_text())
    return document


@cache
def _log_in_document() -> dict[str, Any]:
    from accounts.api.openapi import log_in_document  # noqa: PLC0415 - needs the apps

    return log_in_document()


@cache
def _codes() -> dict[str, set[str]]:
    return {
        f"{method} {path}": set(operation["responses"]["default"]["x-codes"])
        for path, operations in _document()["paths"].items()
        for method, operation in operations.items()
        if path.startswith("/api/")
    }
