"""An exception handler that holds each refusal in a test against the OpenAPI document."""

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpResponse

from api import handlers


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
def _codes() -> dict[str, set[str]]:
    document = json.loads((settings.BASE_DIR / "openapi.json").read_text())
    return {
        f"{method} {path}": set(operation["responses"]["default"]["x-codes"])
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if path.startswith("/api/")
    }
