"""Completes the OpenAPI document with what the views do not know."""

from typing import Any

PROBLEM = {
    "type": "object",
    "description": "Why a request was refused (RFC 9457).",
    "properties": {
        "type": {"type": "string", "format": "uri", "examples": ["urn:illimat:problem:refused"]},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "A sentence for a person."},
        "code": {"type": "string", "description": "For programs: the last part of the type."},
        "rule": {"type": "string", "description": "The rule that refuses an action."},
        "current_version": {"type": "integer", "description": "Of a game that has moved on."},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "pointer": {"type": "string", "description": "A JSON pointer, as a fragment."},
                    "detail": {"type": "string"},
                    "code": {"type": "string"},
                },
                "required": ["pointer", "detail", "code"],
            },
        },
    },
    "required": ["type", "title", "status", "detail", "code"],
}


def describe_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Say of every operation that it may answer with a problem."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    answer = {
        "description": "A problem: the request was refused.",
        "content": {
            "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}
        },
    }
    for path in result["paths"].values():
        for operation in path.values():
            operation["responses"].setdefault("default", answer)
    return result
