"""Completes the OpenAPI document with what the views do not know."""

import json
import re
from typing import Any

import msgspec
from allauth.headless.spec.internal.schema import get_schema

from illimat_core.actions import TYPES
from illimat_core.events import ANY_EVENT
from illimat_core.events.descriptions import event_schemas, suit_generators
from illimat_core.menu_entries import Menu
from illimat_core.news import AnnouncedEvent
from illimat_core.views import Observation

DESCRIPTION = """
Unofficial; not affiliated with the publisher of Illimat.

An app signs up and logs in under `/_allauth/app/v1/` (below, as far as one needs; the whole of it
is described in [/_allauth/openapi.json](/_allauth/openapi.json)) and sends the session token it is
given in the header `X-Session-Token`. Those paths answer refusals in a form of their own, all
others with problems as in RFC 9457. A browser logs in at [/accounts/login/](/accounts/login/) and
sends its session cookie, and the CSRF token with whatever changes something.
"""
SIGN_IN = "/_allauth/{client}/v1/auth/"
CREDENTIALS = ("email", "password")
LOG_IN = {  # allauth's own offers user names and telephones as well, which nobody has here
    "type": "object",
    "properties": {name: {"$ref": f"#/components/schemas/{name.title()}"} for name in CREDENTIALS},
    "required": list(CREDENTIALS),
}
SIGN_IN_PATHS = [
    "signup",
    "email/verify",
    "email/verify/resend",
    "login",
    "reauthenticate",
    "session",
    "password/request",
    "password/reset",
]
TOKEN_TOO = {"email/verify": ["get"], "password/reset": ["get", "post"]}
"""Where the session token is needed as well, to tell whose code it is."""
SIGN_IN_TEXTS = {
    ("signup", "post"): (
        "Takes `email`, `username` (the handle) and `password`. The answer is 401 with a session "
        "token, because the address is not proven yet: send the mailed code to "
        "`/auth/email/verify`, with that token."
    ),
    ("login", "post"): "Takes `email` and `password`. The answer has the session token.",
    ("email/verify", "get"): (
        "Checks the mailed code, in the header `X-Email-Verification-Key`, without using it up."
    ),
    ("email/verify", "post"): (
        "Proves the address with the mailed code. The answer has a new session token."
    ),
    ("email/verify/resend", "post"): (
        "Mails another code: at most twice, and at the earliest ten seconds after the last one."
    ),
    ("password/request", "post"): (
        "Mails a code to the owner of the address. The answer is 401 with a session token, which "
        "`/auth/password/reset` needs."
    ),
    ("password/reset", "get"): (
        "Checks the mailed code, in the header `X-Password-Reset-Key`, without using it up."
    ),
    ("password/reset", "post"): (
        "Sets a new password with the mailed code. The answer is 401: log in with the password."
    ),
}
REFERENCE = "#/components/schemas/{name}"
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
        "index": {
            "type": "integer",
            "minimum": 0,
            "description": "Which action of the request it refuses; the first is 0.",
        },
        "current_version": {"type": "integer", "description": "Of a game that has moved on."},
        "game": {"type": "string", "format": "uuid", "description": "That is frozen."},
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


def describe_actions(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Describe each action as the record that the core reads it into."""
    kinds = TYPES.values()
    references, schemas = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    for schema in schemas.values():
        schema["properties"] = {
            name: _member(member) for name, member in schema["properties"].items()
        }
    mapping = {tag: REFERENCE.format(name=kind.__name__) for tag, kind in TYPES.items()}
    action = {
        "description": "What one does; its `type` tells which members it has.",
        "oneOf": list(references),
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    result["components"]["schemas"] |= schemas | {"Action": action}
    return result


def describe_views(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Describe what viewers are shown as the records that the core shows it in."""
    shown = (Observation, Menu, AnnouncedEvent)
    schemas = msgspec.json.schema_components(shown, ref_template=REFERENCE)[1]
    suit_generators(schemas)
    result["components"]["schemas"] |= schemas
    return result


def describe_events(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Describe each type of event as the record that the core writes."""
    schemas = event_schemas(REFERENCE)
    mapping = {kind.__name__: REFERENCE.format(name=kind.__name__) for kind in ANY_EVENT}
    event = {
        "description": "What happened; its `type` tells which members it has.",
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    result["components"]["schemas"] |= schemas | {"GameEvent": event}
    return result


def describe_sign_in(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add sign-up and log-in as an app does it, from django-allauth's own description."""
    result["info"]["description"] = DESCRIPTION
    spec = get_schema()
    schemas = spec["components"]["schemas"]
    handle = schemas["BaseSignup"]["properties"]["username"]
    handle["description"] = "The handle: what others know the person by."
    schemas["Login"] = LOG_IN
    schemas["VerifyEmail"]["properties"]["key"] |= {
        "description": "The code that came by mail.",
        "example": "ABCD-EFGH",
    }
    _describe_codes(spec["paths"])
    paths = {}
    for name in SIGN_IN_PATHS:
        operations = spec["paths"][SIGN_IN + name]
        for method, operation in operations.items():
            operation["tags"] = ["log-in"]
            operation["operationId"] = f"auth_{name.replace('/', '_')}_{method}"
            operation["parameters"] = [
                parameter
                for parameter in operation.get("parameters", [])
                if parameter.get("$ref") != "#/components/parameters/Client"
            ]
        paths[SIGN_IN.replace("{client}", "app") + name] = operations
    result["paths"] |= _renamed(paths)
    for kind, name in sorted(_references(paths, spec["components"])):
        components = result["components"].setdefault(kind, {})
        components[f"Auth{name}"] = _renamed(spec["components"][kind][name])
    return result


def _describe_codes(paths: dict[str, Any]) -> None:
    """Say what signing up and codes take on this server, where allauth leaves that open."""
    token = {"$ref": "#/components/parameters/SessionToken"}
    for name, methods in TOKEN_TOO.items():
        for method in methods:
            parameters = paths[SIGN_IN + name][method].setdefault("parameters", [])
            parameters.append(token)
    for (name, method), description in SIGN_IN_TEXTS.items():
        paths[SIGN_IN + name][method]["description"] = description


def _member(member: dict[str, Any]) -> dict[str, Any]:
    """Return what a member may be: null where it may be left out."""
    choices = [
        {"type": "string", **choice} if "enum" in choice else choice
        for choice in member.get("anyOf", [member])
    ]
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def _references(part: Any, components: dict[str, Any]) -> set[tuple[str, str]]:
    """Return kind and name of all components that `part` needs, and that those need in turn."""
    found: set[tuple[str, str]] = set()
    open_parts = [part]
    while open_parts:
        named = re.findall(r'"#/components/(\w+)/(\w+)"', json.dumps(open_parts.pop()))
        open_parts += [components[kind][name] for kind, name in set(named) - found]
        found |= set(named)
    return found


def _renamed(part: Any) -> Any:
    """Return `part` with references to components whose names cannot be mistaken for ours."""
    return json.loads(re.sub(r'"(#/components/\w+/)', r'"\1Auth', json.dumps(part)))
