"""Every refusal under the API's paths has the shape of RFC 9457."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation, ValidationError
from django.db import IntegrityError, OperationalError
from django.http import Http404, HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import path
from rest_framework import exceptions, permissions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.log_in.authentication import requester
from api import problems
from api.handlers import problem_handler
from api.inputs import EmptySerializer
from api.parsers import parse_json
from api.standard import text_of_status
from config.urls import handler500
from config.urls import urlpatterns as real_urlpatterns
from games.api.problems import GameOverProblem, StaleVersionProblem
from illimat_core.errors import RuleError

__all__ = ["handler500"]


class Card(serializers.Serializer[Any]):
    """Input with a list, so that pointers lead into it."""

    name = serializers.CharField(max_length=5)
    values = serializers.ListField(child=serializers.IntegerField(min_value=1))


def view(
    raised: Exception | None = None,
    *,
    method: str = "get",
    takes: type[serializers.Serializer[Any]] = Card,
) -> Callable[..., HttpResponseBase]:
    """Return a route of the test API whose view raises an error or validates its input."""

    def answer(self: APIView, request: Request) -> Response:
        if raised:
            raise raised
        takes(data=request.data).is_valid(raise_exception=True)
        return Response({})

    members = {method: answer, "permission_classes": [permissions.AllowAny]}
    made: type[APIView] = type("View", (APIView,), members)
    return made.as_view()


RAISED = {
    "turn": RuleError("R-TURN-1", "turn.batch_over"),
    "rule": RuleError("R-SEASON-1", "season.sow", field="SW", season="Autumn"),
    "stale": StaleVersionProblem(current_version=7),
    "over": GameOverProblem(),
    "no-key": problems.IdempotencyKeyMissingProblem(),
    "key": problems.IdempotencyKeyReusedProblem(),
    "absent": Http404("seat 3 of game 1"),
    "forbidden": PermissionDenied(),
    "forbidden-why": exceptions.PermissionDenied("The table is full.", code="table_full"),
    "throttled": exceptions.Throttled(wait=30),
    "model": ValidationError({"handle": ["It is taken."]}),
    "away": OperationalError("connection refused at secret-host"),
    "bug": ZeroDivisionError("card 7 of seat 2"),
    "clash": IntegrityError("seat 2"),
    "unknown-person": exceptions.NotAuthenticated(),
    "unreadable": exceptions.ParseError(),
    "failed": exceptions.APIException(),
    "suspicious": SuspiciousOperation("seat 3"),
}
urlpatterns = [
    *real_urlpatterns,
    *(path(f"api/test/{name}", view(raised)) for name, raised in RAISED.items()),
    path("api/test/card", view(method="post")),
    path("api/test/nothing", view(method="post", takes=EmptySerializer)),
]
pytestmark = pytest.mark.urls(__name__)
EXPECTED = [
    ("turn", 409, "not_awaited"),
    ("rule", 422, "refused"),
    ("stale", 409, "stale_version"),
    ("over", 409, "game_over"),
    ("no-key", 400, "idempotency_key_missing"),
    ("key", 422, "idempotency_key_reused"),
    ("absent", 404, "not_found"),
    ("forbidden", 403, "permission_denied"),
    ("forbidden-why", 403, "table_full"),
    ("throttled", 429, "throttled"),
    ("model", 422, "invalid"),
    ("away", 503, "unavailable"),
    ("bug", 500, "internal_server_error"),
    ("clash", 500, "internal_server_error"),
    ("unknown-person", 401, "not_authenticated"),
    ("nothing-here", 404, "not_found"),
    ("unreadable", 400, "bad_request"),
    ("suspicious", 400, "bad_request"),
    ("failed", 500, "internal_server_error"),
]


@pytest.fixture
def api() -> Client:
    """Return a client that gets a crash as an answer, as real clients do."""
    return Client(raise_request_exception=False)


def problem(response: Any) -> dict[str, Any]:
    """Return the problem in `response`, which must be one."""
    assert response.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = json.loads(response.content)
    assert found["type"] == f"urn:illimat:problem:{found['code']}"
    assert found["status"] == response.status_code
    assert found["title"]
    assert found["detail"].endswith((".", "!", ")"))
    return found


@pytest.mark.parametrize(("name", "status", "code"), EXPECTED)
def test_each_refusal_is_a_problem(api: Client, name: str, status: int, code: str) -> None:
    found = problem(api.get(f"/api/test/{name}"))
    assert (found["status"], found["code"]) == (status, code)


def test_a_refused_action_names_the_rule(api: Client) -> None:
    found = problem(api.get("/api/test/rule"))
    assert found["rule"] == "R-SEASON-1"
    assert found["detail"] == "SW is in Autumn: nothing can be sown there."
    assert found["index"] == 0


def test_an_unawaited_action_is_not_called_somebody_elses_turn(api: Client) -> None:
    assert problem(api.get("/api/test/turn"))["title"] == "The game does not wait for this"


def test_a_stale_version_is_told_the_current_one(api: Client) -> None:
    assert problem(api.get("/api/test/stale"))["current_version"] == 7


def test_a_request_without_a_log_in_is_told_how_to_log_in(api: Client) -> None:
    response = api.get("/api/test/unknown-person")
    assert "X-Session-Token" in response.headers["WWW-Authenticate"]
    assert "X-Session-Token" in problem(response)["detail"]


@pytest.mark.parametrize(("name", "seconds"), [("throttled", "30"), ("away", "2")])
def test_a_temporary_refusal_has_retry_after(api: Client, name: str, seconds: str) -> None:
    assert api.get(f"/api/test/{name}").headers["Retry-After"] == seconds


@pytest.mark.parametrize("name", ["absent", "away", "bug", "clash"])
def test_a_problem_gives_nothing_away(api: Client, name: str) -> None:
    assert "secret" not in str(problem(api.get(f"/api/test/{name}")))
    assert "seat" not in str(problem(api.get(f"/api/test/{name}")))


def test_invalid_input_is_pointed_at(api: Client) -> None:
    sent = {"name": "too long", "values": [1, 0, "x"]}
    found = problem(api.post("/api/test/card", sent, "application/json"))
    assert found["status"] == 422
    pointers = {error["pointer"]: error["code"] for error in found["errors"]}
    assert pointers == {"#/name": "max_length", "#/values/1": "min_value", "#/values/2": "invalid"}


def test_members_are_pointed_at_whatever_their_names(api: Client) -> None:
    found = problem(api.post("/api/test/nothing", {"message": 1, "code": 2}, "application/json"))
    assert [error["pointer"] for error in found["errors"]] == ["#/code", "#/message"]


def test_a_missing_member_is_pointed_at(api: Client) -> None:
    found = problem(api.post("/api/test/card", {"name": "ace"}, "application/json"))
    assert [error["pointer"] for error in found["errors"]] == ["#/values"]


def test_a_body_that_is_no_object_is_pointed_at_as_a_whole(api: Client) -> None:
    found = problem(api.post("/api/test/card", [1], "application/json"))
    assert [error["pointer"] for error in found["errors"]] == ["#"]


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff", b'{"a":1,"a":2}', b"[NaN]", b'["\\u0000"]', b'["\\ud800"]', b"[" * 20000],
)
def test_an_unreadable_request_is_a_bad_request(api: Client, body: bytes) -> None:
    response = api.generic("POST", "/api/test/card", body, "application/json")
    assert problem(response)["code"] == "bad_request"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"a": 1,}', "look at line 1, column 9"),
        (b"", "look at line 1, column 1"),
        (b"\xff", "it is not in UTF-8"),
        (b"[" + b"9" * 4_400 + b"]", "a number has more than 1000 digits"),
        (b"[-" + b"9" * 1_001 + b"]", "a number has more than 1000 digits"),
    ],
)
def test_an_unreadable_body_is_refused_in_plain_words(body: bytes, reason: str) -> None:
    with pytest.raises(exceptions.ParseError) as refused:
        parse_json(body)
    assert str(refused.value.detail) == f"The body is not valid JSON: {reason}."


@pytest.mark.parametrize("query", ["", "?dry_run=true"])
def test_another_method_is_refused_with_those_there_are(api: Client, query: str) -> None:
    response = api.delete(f"/api/v1/meta{query}")
    refused = problem(response)
    assert refused["code"] == "method_not_allowed"
    assert "the header Allow" in refused["detail"]
    assert "GET" in response.headers["Allow"]


def test_another_media_type_is_refused(api: Client) -> None:
    refused = problem(api.post("/api/test/card", "x", "text/plain"))
    assert refused["code"] == "unsupported_media_type"
    assert "must be application/json" in refused["detail"]


@pytest.mark.parametrize("path", ["/api/test/card", "/_allauth/app/v1/auth/login", "/first"])
@pytest.mark.parametrize(
    ("kind", "coding"),
    [
        ("application/json; charset=latin-1", ""),
        ("application/json; charset=nonsense", ""),
        ("application/json", "gzip"),
    ],
)
def test_a_body_in_another_coding_is_refused(
    api: Client, path: str, kind: str, coding: str
) -> None:
    response = api.generic("POST", path, b"{}", kind, headers={"Content-Encoding": coding})
    assert response.status_code == 415
    assert "Content-Encoding" in response.content.decode()


def test_a_body_that_says_that_it_is_as_usual_is_read(api: Client) -> None:
    kind = 'application/json; charset="UTF-8"'
    response = api.generic(
        "POST", "/api/test/nothing", b"{}", kind, headers={"Content-Encoding": "identity"}
    )
    assert response.status_code == 200


def test_an_unsupported_accept_header_is_refused(api: Client) -> None:
    response = api.get("/api/test/rule", headers={"Accept": "image/png"})
    assert problem(response)["code"] == "not_acceptable"


@pytest.mark.parametrize("path", ["/api/test/card", "/_allauth/app/v1/auth/login"])
def test_a_body_of_unknown_length_is_not_taken_for_an_empty_one(api: Client, path: str) -> None:
    response = api.generic("POST", path, headers={"Transfer-Encoding": "chunked"})
    assert problem(response)["code"] == "length_required"
    assert response.status_code == 411


@pytest.mark.parametrize("path", ["/api/test/card", "/_allauth/app/v1/auth/login"])
def test_a_large_body_is_refused_before_it_is_read(api: Client, path: str) -> None:
    response = api.post(path, {"name": "x" * 70_000}, "application/json")
    assert problem(response)["code"] == "content_too_large"


@pytest.mark.django_db
def test_log_in_refuses_what_it_cannot_read_as_the_games_do(api: Client) -> None:
    response = api.generic("POST", "/_allauth/app/v1/auth/login", b"{", "application/json")
    assert problem(response)["code"] == "bad_request"


@pytest.mark.parametrize(("status", "code"), [(431, "bad_request"), (502, "internal_server_error")])
def test_a_status_that_nobody_thought_of_has_the_code_of_its_kind(status: int, code: str) -> None:
    assert text_of_status(status).code == code


def test_a_person_gets_a_page(api: Client) -> None:
    response = api.get("/nothing/here")
    assert response.status_code == 404
    assert response.headers["Content-Type"].startswith("text/html")


def test_the_requester_of_an_anonymous_request_is_nobody() -> None:
    with pytest.raises(exceptions.NotAuthenticated):
        requester(Request(RequestFactory().get("/")))


def test_a_bug_is_left_to_django_which_logs_it() -> None:
    assert problem_handler(ZeroDivisionError(), {}) is None
