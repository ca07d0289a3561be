"""The codes of problems that each operation is known to answer with, for the OpenAPI document.

Most follow from what an operation takes. Each app adds those that are about its own things.
"""

from collections.abc import Mapping
from typing import Any, Final

from api.problems import IdempotencyKeyMissingProblem, IdempotencyKeyReusedProblem

ALWAYS: Final = {
    "authentication_failed",
    "bad_request",
    "internal_server_error",
    "invalid",
    "log_in_unfinished",
    "not_acceptable",
    "quota_reached",
    "unavailable",
}
OF_NO_OPERATION: Final = {"method_not_allowed", "throttled"}
"""Codes of requests that reach no operation of the API: another method, too many log-ins."""
UNSAFE: Final = {
    "content_too_large",
    "length_required",
    "permission_denied",
    "unsupported_media_type",
}
OWN: Final[dict[str, frozenset[str]]] = {}


def add_codes(codes: Mapping[str, str]) -> None:
    """Add further codes of an app's operations: by operation id, separated by spaces."""
    OWN.update((operation, frozenset(each.split())) for operation, each in codes.items())


def codes_of(path: str, method: str, operation: Mapping[str, Any]) -> list[str]:
    """Return the known codes of an operation of the OpenAPI document, in alphabetical order."""
    found = ALWAYS | OWN.get(operation["operationId"], frozenset())
    parameters = operation.get("parameters", [])
    if method != "get":
        found |= UNSAFE
    if any(parameter["in"] == "path" for parameter in parameters):
        found |= {"not_found"}
    if {} not in operation.get("security", [{}]):
        found |= {"not_authenticated"}
    if "{game_id}" in path:
        found |= {"game_frozen"}
    for parameter in parameters:
        if parameter["name"] == "Idempotency-Key":
            found |= {IdempotencyKeyReusedProblem.default_code}
            if parameter.get("required"):
                found |= {IdempotencyKeyMissingProblem.default_code}
    return sorted(found)
