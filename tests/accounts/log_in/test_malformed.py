"""A malformed request to sign up or log in gets a status from 400 to 499, never 500."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.apps import App, SignUp

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
MALFORMED = [
    b"[" * 50_000,
    b'{"a":' * 10_000,
    b'{"email": ' + b"9" * 5_000 + b"}",
    b'{"email": "\\ud800@example.org", "password": "\\udfff", "username": "\\ud800"}',
    b'{"key": "\\u0000", "email": "\\u0000"}',
    b'{"email": NaN}',
    b'{"email": "a@example.org", "email": "b@example.org"}',
    b"\xff\xfe",
    b"[]",
    b"7",
    b'"text"',
    b"{",
    b"email=ada",
]
MISTYPED = [
    {"password": 12345678},
    {"password": ["correct horse battery"]},
    {"password": True},
    {"primary": "yes"},
]
METHODS = ["POST", "DELETE"]
MEMBERS = ["email", "username", "password", "key", "code", "sessions", "primary", "new_password"]
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def log_in_routes(patterns: Any = None, prefix: str = "/") -> Iterator[str]:
    """Yield every path under /_allauth/ in the URL configuration."""
    for entry in get_resolver().url_patterns if patterns is None else patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            if path.startswith("/_allauth/"):
                yield from log_in_routes(entry.url_patterns, path)
        elif isinstance(entry, URLPattern) and path.startswith("/_allauth/"):
            yield path


ROUTES = list(log_in_routes())


def test_the_walk_finds_the_routes() -> None:
    assert "/_allauth/app/v1/auth/signup" in ROUTES
    assert "/_allauth/browser/v1/account/authenticators/totp" in ROUTES
    assert len(ROUTES) > 30


@pytest.mark.parametrize("body", MALFORMED, ids=lambda body: repr(body[:30]))
def test_a_malformed_body_is_refused_on_every_route(body: bytes) -> None:
    client = Client(raise_request_exception=False)
    for path in ROUTES:
        for method in METHODS:
            answer = client.generic(method, path, body, "application/json")
            assert answer.status_code == 400, (method, path)
            assert answer.json()["code"] == "bad_request"


@pytest.mark.parametrize("body", MISTYPED, ids=repr)
def test_a_value_of_another_type_is_refused_on_every_route(body: dict[str, object]) -> None:
    client = Client(raise_request_exception=False)
    for path in ROUTES:
        for method in METHODS:
            answer = client.generic(method, path, json.dumps(body), "application/json")
            assert answer.status_code in (400, 405, 422), (method, path)
            assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("value", [12345678, ["correct horse battery"], True])
def test_a_member_of_another_type_is_told_its_own(value: object) -> None:
    answer = App().request("POST", "/_allauth/app/v1/auth/login", {"password": value})
    assert (answer.status_code, answer.json()["detail"]) == (400, "Send `password` as a string.")


@pytest.mark.parametrize(
    ("method", "route", "body", "pointer"),
    [
        ("POST", "auth/login", {"extra": "1"}, "#/extra"),
        ("POST", "auth/login", {"username": "ada"}, "#/username"),
        ("POST", "auth/signup", {"phone": "1"}, "#/phone"),
        ("POST", "auth/signup", {"age": 3}, "#/age"),
        ("PATCH", "account/email", {"code": "x"}, "#/code"),
        ("DELETE", "auth/session", {"extra": None}, "#/extra"),
        ("GET", "auth/session?extra=1", None, "#/extra"),
        ("POST", "auth/login?email=ada@example.org", {}, "#/email"),
    ],
)
def test_what_a_route_does_not_take_is_refused_by_name(
    app: App, method: str, route: str, body: object, pointer: str
) -> None:
    answer = app.request(method, f"/_allauth/app/v1/{route}", body)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_a_method_that_is_not_there_is_refused_whatever_its_body(signed_up: SignUp) -> None:
    ada = signed_up("Ada")
    for path in ROUTES:
        there = ada.request("TRACE", path).headers["Allow"].split(", ")
        for method in {"POST", "PUT", "PATCH", "DELETE"} - set(there):
            answer = ada.request(method, path, {"code": "x"})
            assert answer.status_code == 405, (method, path)
            assert answer.json()["code"] == "method_not_allowed"


@pytest.mark.slow
@settings(
    max_examples=settings().max_examples // 12,  # each is sent to every route
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(body=st.dictionaries(st.sampled_from(MEMBERS), VALUES, max_size=5))
def test_no_value_of_any_member_makes_the_server_fail(body: Any, ada: App) -> None:
    for path in ROUTES:
        for method in METHODS:
            if path.endswith("/auth/session") and method == "DELETE":
                continue  # ends the session
            assert ada.request(method, path, body).status_code < 500, (method, path)


@pytest.fixture
def ada(signed_up: SignUp) -> App:
    """Return Ada's app, in which a crash of the server is status 500."""
    app = signed_up("Ada")
    app.client = Client(raise_request_exception=False)
    return app


@pytest.mark.parametrize("token", ["\0", "é" * 300, "x" * 5_000, "' OR 1=1", "a b"])
def test_no_session_token_makes_the_server_fail(token: str) -> None:
    client = Client(raise_request_exception=False)
    headers = {"X-Session-Token": token}
    assert client.get("/_allauth/app/v1/auth/session", headers=headers).status_code == 410
    assert client.get("/api/v1/me", headers=headers).status_code == 401


@pytest.mark.parametrize("header", ["X-Email-Verification-Key", "X-Password-Reset-Key"])
def test_no_key_in_a_header_makes_the_server_fail(header: str, app: App) -> None:
    app.auth("signup", email="ada@example.org", username="Ada", password="correct horse battery")
    app.auth("password/request", email="ada@example.org")
    app.client = Client(raise_request_exception=False)
    for path in ("email/verify", "password/reset"):
        answer = app.client.get(
            f"/_allauth/app/v1/auth/{path}",
            headers={header: "\udcff\0", "X-Session-Token": app.token},
        )
        assert answer.status_code < 500
