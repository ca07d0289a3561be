"""Every answer has headers that keep it from shared caches and restrict browsers.

The routes are read from Django, so new routes are tested automatically.
"""

from collections.abc import Callable
from typing import Any
from wsgiref.util import FileWrapper

import pytest
from django.contrib.staticfiles import finders
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import get_resolver
from pytest_django import Settings

from accounts.api.views import MeView
from config.middleware import CONTENT_SECURITY_POLICY, IDENTIFYING
from config.server import health
from config.server.http import without_bodies
from tests.support.api_games import ApiGame
from tests.support.pages import routes
from tests.support.people import Person, staff
from tests.support.profiles import also
from web.games import game as game_page

pytestmark = pytest.mark.django_db
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
STATIC = "/static/web/illimat.css"
FOR_EVERYBODY = {STATIC, "/api/guide/", "/api/openapi.json", "/api/docs/", "/_allauth/openapi.json"}
FOR_EVERYBODY |= {"/manifest.webmanifest", "/worker.js", "/turns/1.svg"}
"""What is the same for everybody, and may be kept by a shared cache."""
SLOW = {"/api/openapi.json", "/_allauth/openapi.json", "/_allauth/openapi.yaml"}
"""What takes long to make: left out of the walk."""


@pytest.fixture
def table() -> ApiGame:
    return ApiGame([Person("ada"), Person("bob")])


def all_routes(table: ApiGame) -> list[str]:
    """Return a path for each route, and some paths without a route."""
    values = {"game_id": str(table.id), "version": "5", "app_label": "games", "url": "nothing"}
    values |= {"object_id": str(table.id), "client": "app"}
    missing = ["/nothing", "/api/nothing", "/_allauth/nothing", "/static/nothing.css", "/games/1"]
    found = sorted(set(routes(get_resolver().url_patterns, values)) - SLOW)
    assert len(found) > 100
    return [*found, *missing, STATIC, health.LIVE, health.READY]


def people(table: ApiGame) -> dict[str, Client]:
    """Return clients: anonymous, a player by cookie and by token, and staff."""
    cookie, token = table.people[0].client, table.people[1].client
    key = str(token.session.session_key)
    clients = {
        "nobody": Client(),
        "cookie": cookie,
        "token": Client(headers={"X-Session-Token": key}),
        "staff": staff().client,
    }
    for client in clients.values():
        client.raise_request_exception = False
    return clients


def complaints(path: str, answer: Any) -> list[str]:
    """Return the errors in the headers of an answer."""
    headers = answer.headers
    b"".join(answer)  # a file that is sent stays open until it is read
    found = [name for name, value in SAFE.items() if headers.get(name) != value]
    policy = headers.get("Content-Security-Policy", "")
    if "unsafe" in policy or "frame-ancestors 'none'" not in policy:
        found.append("Content-Security-Policy")
    if "Server" in headers:
        found.append("Server")
    if "public" in headers.get("Cache-Control", ""):
        return found + ([] if path in FOR_EVERYBODY else ["public"])
    if not {"no-store", "private"} & set(headers.get("Cache-Control", "").split(", ")):
        found.append("Cache-Control")
    if not set(IDENTIFYING) <= set(headers.get("Vary", "").split(", ")):
        found.append("Vary")
    return found


@pytest.mark.slow
def test_every_route_answers_everybody_with_safe_headers(table: ApiGame) -> None:
    table.play()
    wrong, seen = [], set()
    for who, client in people(table).items():
        for path in all_routes(table):
            answer = client.get(path)
            seen.add(answer.status_code)
            wrong += [(who, path, found) for found in complaints(path, answer)]
    assert wrong == []
    assert {200, 302, 401, 403, 404, 405} <= seen


@pytest.mark.slow
@pytest.mark.parametrize("method", ["POST", "HEAD", *also("DELETE", "OPTIONS", "TRACE")])
def test_every_route_refuses_with_safe_headers(table: ApiGame, method: str) -> None:
    client = Client(raise_request_exception=False)
    answers = {path: client.generic(method, path) for path in all_routes(table)}
    wrong = [(path, complaints(path, answer)) for path, answer in answers.items()]
    assert [entry for entry in wrong if entry[1]] == []


@pytest.mark.parametrize("path", ["/api/v1/meta", STATIC])
def test_head_has_the_headers_of_get_and_no_body(client: Client, path: str) -> None:
    application, headers = without_bodies(get_wsgi_application()), dict[str, str]()
    environ = RequestFactory().head(path).environ | {"wsgi.file_wrapper": FileWrapper}
    body = application(environ, lambda _, found, *__: headers.update(found))  # type: ignore[arg-type]
    got = client.get(path)
    assert list(body) == []
    assert headers.keys() == got.headers.keys()
    assert int(headers["Content-Length"]) == len(got.getvalue())


@pytest.mark.parametrize("error", [RuntimeError("a bug"), OperationalError("away")])
def test_a_failure_has_safe_headers(
    table: ApiGame, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise error

    monkeypatch.setattr(MeView, "get", fail)
    monkeypatch.setattr(game_page, "table_get", fail)
    monkeypatch.setattr(health, "database_complaints", lambda: ["The database does not answer."])
    for client in people(table).values():
        for path in ("/api/v1/me", f"/games/{table.id}", health.READY):
            answer = client.get(path)
            assert answer.status_code in {401, 500, 503}
            assert complaints(path, answer) == []


def test_a_refusal_before_any_view_has_safe_headers(client: Client, settings: Settings) -> None:
    body = b"x" * 70_000
    asked: dict[int, Callable[[], Any]] = {
        400: lambda: client.get("/api/v1/me", headers={"Host": "evil.example"}),
        411: lambda: client.generic("POST", "/api/v1/me", headers={"Transfer-Encoding": "chunked"}),
        413: lambda: client.generic("POST", "/api/v1/games", body, "application/json"),
    }
    for status, ask in asked.items():
        answer = ask()
        assert answer.status_code == status
        assert complaints("", answer) == []


def test_a_throttled_request_is_refused_with_safe_headers(
    client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {}  # django-allauth's own
    wrong = {"email": "ada@example.org", "password": "wrong"}
    paths = ("/_allauth/app/v1/auth/login", "/accounts/login/")
    for path in paths * 40:
        answer = client.post(path, wrong, "application/json")
        if answer.status_code == 429:
            break
    assert answer.status_code == 429
    assert complaints(path, answer) == []


@pytest.mark.parametrize("path", ["/api/openapi.json", "/_allauth/openapi.json"])
def test_the_descriptions_have_safe_headers(client: Client, path: str) -> None:
    assert complaints(path, client.get(path)) == []


def test_ones_own_account_is_in_no_cache() -> None:
    headers = Person().get("/api/v1/me").headers
    assert headers["Cache-Control"] == "no-store"
    assert set(IDENTIFYING) <= set(headers["Vary"].split(", "))


def test_an_answer_with_an_etag_is_cached_privately(table: ApiGame) -> None:
    person = table.people[0]
    first = person.get(table.path)
    again = person.get(table.path, first.headers["ETag"])
    assert again.status_code == 304
    for answer in (first, again):
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert complaints(table.path, answer) == []


def test_a_static_file_is_for_every_cache(client: Client) -> None:
    assert finders.find(STATIC.removeprefix("/static/"))
    for headers in ({}, {"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}):
        answer = client.get(STATIC, headers=headers)
        assert answer.status_code == (304 if headers else 200)
        assert "public" in answer.headers["Cache-Control"]
        assert complaints(STATIC, answer) == []
        assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
