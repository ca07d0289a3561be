"""Sign-up, log-in and authentication in the OpenAPI document."""

import json
import re
from typing import Any

import yaml
from allauth.headless.constants import Flow
from allauth.headless.spec.internal.schema import get_schema
from django.http import HttpRequest, HttpResponse
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.contrib.django_allauth import XSessionTokenAuthenticationScheme

from accounts.log_in.api_routes import NOT_HERE
from api.details import MEDIA_TYPE, ProblemDetails
from api.openapi import described_header, struct_schemas
from api.schemas import REFERENCE

DESCRIPTION = """
Unofficial; not affiliated with the publisher of Illimat.

An app signs up and logs in under `/_allauth/app/v1/` (below, as far as one needs; the whole of it
is described in [/_allauth/openapi.json](/_allauth/openapi.json)) and sends the session token it is
given in the header `X-Session-Token`. Those paths answer refusals in a form of their own, all
others with problems as in RFC 9457. A browser logs in at [/accounts/login/](/accounts/login/) and
sends its session cookie, and the CSRF token with whatever changes something.
"""
LOG_IN_DESCRIPTION = """
Sign-up, log-in and changes to an account, by [django-allauth](https://docs.allauth.org/). An app
uses the paths with `app`, and sends the session token of the last answer that had one in the header
`X-Session-Token`. A web page on the server's own address uses those with `browser`, the session
cookie, and the CSRF token in the header `X-CSRFToken`. [The guide](/api/guide/) leads through all
steps; [/api/openapi.json](/api/openapi.json) describes everything else.

People log in by mail address and password, and with the code of a second factor if they have one.
A success may be answered with 401: nobody is logged in then, and `flows` says what comes next.
409 means that somebody is logged in already, or that what the request would complete is over or has
not begun. Malformed requests, unknown members and queries are refused with problems
(RFC 9457).
"""
BASE = "/_allauth/{client}/v1/"
AUTH = BASE + "auth/"
PROBLEM = {MEDIA_TYPE: {"schema": {"$ref": REFERENCE.format(name="Problem")}}}
CREDENTIALS = ("email", "password")
LOG_IN = {  # without allauth's user names and telephone numbers, which are not used here
    "type": "object",
    "properties": {name: {"$ref": f"#/components/schemas/{name.title()}"} for name in CREDENTIALS},
    "required": list(CREDENTIALS),
}
OPTIONAL_TIMESTAMP = {"anyOf": [{"$ref": "#/components/schemas/Timestamp"}, {"type": "null"}]}
LOG_IN_PATHS = [
    "signup",
    "email/verify",
    "email/verify/resend",
    "login",
    "2fa/authenticate",
    "reauthenticate",
    "2fa/reauthenticate",
    "session",
    "password/request",
    "password/reset",
]
LIMITED = {
    "auth/signup",
    "auth/login",
    "auth/reauthenticate",
    "auth/password/request",
    "auth/password/reset",
    "account/email",
    "account/password/change",
}
"""Paths at which django-allauth limits the requests a minute."""
ANSWERS = {
    ("auth/reauthenticate", "post"): {"401": "Authentication"},
    ("account/password/change", "post"): {"200": "Authenticated"},
    ("account/authenticators/recovery-codes", "post"): {"200": "RecoveryCodes"},
}
"""Answers that django-allauth's specification lacks, by route and method."""
TOKEN_TOO = {"email/verify": ["get"], "password/reset": ["get", "post"]}
"""Operations that also need the session token, which identifies the account of the code."""
LOG_IN_TEXTS = {
    ("signup", "post"): (
        "Takes `email`, `username` (the handle), `password` and, if you like, `time_zone`, a name "
        "of the IANA time zone database. The answer is 401 with a session "
        "token, because the address is not proven yet: send the mailed code to "
        "`/auth/email/verify`, with that token."
    ),
    ("login", "post"): (
        "Takes `email` and `password`. The answer has the session token. If the address is not "
        "proven yet, the answer is 401, and the code that was mailed to it is good with this "
        "token, too."
    ),
    ("2fa/authenticate", "post"): (
        "Completes a log-in that was answered with 401 and the pending flow `mfa_authenticate`. "
        "Takes `code`: what the authenticator app shows, or a recovery code, each good once. Send "
        "the session token of that answer; this one has a new one."
    ),
    ("2fa/reauthenticate", "post"): (
        "Takes a `code` of the second factor, where one should have logged in recently."
    ),
    ("email/verify", "get"): (
        "Checks the mailed code, in the header `X-Email-Verification-Key`, without using it up."
    ),
    ("email/verify", "post"): (
        "Proves the address with the mailed code. The answer has a new session token."
    ),
    ("email/verify/resend", "post"): (
        "Mails another code: at most twice, then the answer is 400 with the code `no_more_codes`; "
        "and at the earliest ten seconds after the last one. If none is mailed from your network "
        "today, the answer is 429. After 400 and 429, the code that was mailed before stays the "
        "right one. After 409 it is over: log in, which mails another, or is refused with "
        "`no_more_codes` if none is mailed from your network today."
    ),
    ("password/request", "post"): (
        "Mails a code to the owner of the address. The answer is 401 with a session token, which "
        "`/auth/password/reset` needs; it is the same for an address that nobody has proven, to "
        "which no code comes: log in, which mails one that proves it, or sign up once more."
    ),
    ("password/reset", "get"): (
        "Checks the mailed code, in the header `X-Password-Reset-Key`, without using it up."
    ),
    ("password/reset", "post"): (
        "Sets a new password with the mailed code. The answer is 401: log in with the password."
    ),
}
PASSWORD, REAUTHENTICATED = (
    "Authenticated by username/email login\n",
    "Reauthenticated by password\n",
)
"""The titles of two ways to log in that django-allauth's specification does not tell apart."""


class SessionTokenScheme(XSessionTokenAuthenticationScheme):  # type: ignore[no-untyped-call]
    """The session token of an app."""

    target_class = "accounts.log_in.authentication.SessionTokenAuthentication"
    name = "SessionToken"
    optional = False


class CookieScheme(SessionScheme):  # type: ignore[no-untyped-call]
    """The session cookie of a browser."""

    target_class = "accounts.log_in.authentication.CookieAuthentication"


def log_in_schema() -> dict[str, Any]:
    """Return django-allauth's specification, corrected to say what its views really answer."""
    spec: dict[str, Any] = get_schema()
    spec["openapi"] = "3.1.0"  # which has the type null instead of `nullable`
    spec["info"] |= {"title": "Illimat: sign-up and log-in", "description": LOG_IN_DESCRIPTION}
    _correct_schemas(spec["components"])
    for path in [each for each in spec["paths"] if each.endswith(tuple(NOT_HERE))]:
        del spec["paths"][path]
    _describe_codes(spec["paths"])
    _correct_answers(spec["paths"])
    return spec


def _correct_schemas(components: dict[str, Any]) -> None:
    schemas = components["schemas"]
    schemas |= {"Login": LOG_IN, "OptionalTimestamp": OPTIONAL_TIMESTAMP}
    schemas["Flow"]["properties"] |= {
        "id": {"type": "string", "enum": sorted(flow.value for flow in Flow)},
        "is_pending": {"type": "boolean"},
    }
    methods = schemas["AuthenticationMethod"]["oneOf"]
    named = {method["title"]: method for method in methods}
    methods.remove(named[REAUTHENTICATED])
    named[PASSWORD]["properties"] |= named[REAUTHENTICATED]["properties"]
    errors = schemas["ErrorResponse"]["properties"]["errors"]
    schemas["ConflictResponse"]["properties"]["errors"] = errors
    data = schemas["AuthenticationResponse"]["properties"]["data"]
    data["properties"] |= schemas["Authenticated"]["properties"]
    schemas["SessionGoneResponse"]["properties"] |= {
        "data": data,
        "meta": {"type": "object", "properties": {"is_authenticated": {"type": "null"}}},
    }
    schemas["AuthenticationMeta"]["allOf"][1]["properties"]["is_authenticated"] = {
        "type": ["boolean", "null"],
        "description": "Null means false.",
    }
    either = components["responses"]["AuthenticationOrReauthentication"]["content"]
    schema = either["application/json"]["schema"]
    schema["anyOf"] = schema.pop("oneOf")  # the second is a case of the first


def _correct_answers(paths: dict[str, Any]) -> None:
    """Add the answers that the specification lacks."""
    for path, operations in paths.items():
        route = path.removeprefix(BASE)
        common = {"410": "SessionGone"}
        common |= {"429": "TooManyRequests"} if route in LIMITED else {}
        if route.startswith("account/") or route == "auth/2fa/reauthenticate":
            common["401"] = "AuthenticationOrReauthentication"
        for operation in operations.values():
            for status, answer in common.items():
                operation["responses"][status] = _answer(answer)
    resend = paths[AUTH + "email/verify/resend"]["post"]["responses"]
    resend["400"] = {
        "description": "No more codes are mailed this time.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}},
    }
    for (name, method), answers in ANSWERS.items():
        for status, answer in answers.items():
            paths[BASE + name][method]["responses"][status] = _answer(answer)


def _answer(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/responses/{name}"}


def log_in_document() -> dict[str, Any]:
    """Return the specification of sign-up and log-in, with the problems of this server."""
    spec = log_in_schema()
    parts = spec["components"]
    parts["schemas"] |= struct_schemas([ProblemDetails])
    parts["headers"] = {"Retry-After": described_header("Retry-After")}
    parts["responses"]["Error"]["content"] |= PROBLEM
    _describe_problems(spec["paths"], parts["responses"]["TooManyRequests"])
    document: dict[str, Any] = json.loads(json.dumps(spec))  # YAML would refer to shared parts
    return document


def log_in_json(_: HttpRequest) -> HttpResponse:
    return HttpResponse(json.dumps(log_in_document()), "application/vnd.oai.openapi+json")


def log_in_yaml(_: HttpRequest) -> HttpResponse:
    return HttpResponse(yaml.safe_dump(log_in_document()), "application/vnd.oai.openapi")


def describe_sign_in(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the sign-up and log-in operations of apps, taken from django-allauth's specification."""
    result["info"]["description"] = DESCRIPTION
    spec = log_in_schema()
    schemas = spec["components"]["schemas"]
    handle = schemas["BaseSignup"]["properties"]["username"]
    handle["description"] = "The handle: what others know the person by."
    schemas["VerifyEmail"]["properties"]["key"] |= {
        "description": "The code that came by mail.",
        "example": "ABCD-EFGH",
    }
    paths = {}
    for name in LOG_IN_PATHS:
        operations = spec["paths"][AUTH + name]
        for method, operation in operations.items():
            operation["tags"] = ["log-in"]
            operation["operationId"] = f"auth_{name.replace('/', '_')}_{method}"
            operation["parameters"] = [
                parameter
                for parameter in operation.get("parameters", [])
                if parameter.get("$ref") != "#/components/parameters/Client"
            ]
        paths[AUTH.replace("{client}", "app") + name] = operations
    for kind, name in sorted(_references(paths, spec["components"])):
        components = result["components"].setdefault(kind, {})
        components[f"Auth{name}"] = _prefix_references(spec["components"][kind][name])
    result["paths"] |= (paths := _prefix_references(paths))
    _describe_problems(paths, result["components"]["responses"]["AuthTooManyRequests"])
    return result


def _describe_problems(paths: dict[str, Any], too_many: dict[str, Any]) -> None:
    """Add the problems that the server answers before django-allauth reads a request."""
    too_many["content"] |= PROBLEM
    too_many["headers"] = {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}
    for operations in paths.values():
        for operation in operations.values():
            responses = operation["responses"]
            if "content" in responses.get("400", {}):
                responses["400"]["content"] |= PROBLEM
            responses["default"] = {
                "description": "A problem: the request was refused.",
                "content": PROBLEM,
            }


def _describe_codes(paths: dict[str, Any]) -> None:
    """Complete the descriptions of sign-up and of codes, where allauth's are too general."""
    token = {"$ref": "#/components/parameters/SessionToken"}
    for name, methods in TOKEN_TOO.items():
        for method in methods:
            parameters = paths[AUTH + name][method].setdefault("parameters", [])
            parameters.append(token)
    for (name, method), description in LOG_IN_TEXTS.items():
        paths[AUTH + name][method]["description"] = description


def _references(part: Any, components: dict[str, Any]) -> set[tuple[str, str]]:
    """Return kind and name of all components that `part` refers to, directly or indirectly."""
    found: set[tuple[str, str]] = set()
    open_parts = [part]
    while open_parts:
        named = re.findall(r'"#/components/(\w+)/(\w+)"', json.dumps(open_parts.pop()))
        open_parts += [components[kind][name] for kind, name in set(named) - found]
        found |= set(named)
    return found


def _prefix_references(part: Any) -> Any:
    """Return `part` with the prefix `Auth` on its component references, to avoid name clashes."""
    return json.loads(re.sub(r'"(#/components/\w+/)', r'"\1Auth', json.dumps(part)))
