"""Refusals are short: they repeat at most 80 characters of what a client sent, on every route."""

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from allauth.headless.spec.internal.schema import get_schema
from django.conf import settings
from django.test import Client

from api.models import IdempotencyKey
from illimat_core.actions import TYPES
from illimat_core.errors import ECHOED
from tests.support.api_games import ApiGame
from tests.support.people import Person
from tests.support.profiles import THOROUGH

pytestmark = pytest.mark.django_db

KB = 1024
LONG = "Q" * 5_000  # no word of our own messages contains it
WORDS = "Q " * 2_500
LINES = "Q\n" * 2_500
ECHO = re.compile(rf"[Q \n]{{{ECHOED + 1},}}")
MANY = {f"Q{number:05}": 1 for number in range(500)}
VALUES: list[Any] = [
    LONG,
    WORDS,
    {LONG: LONG},
    {LINES: 1},
    MANY,
    [LONG],
    [WORDS] * 2,
    ["Q"] * 1_000,
]


class Operation:
    """An operation that reads JSON, with the members that it knows."""

    def __init__(self, document: Any, path: str, method: str, schema: Any) -> None:
        self.path, self.method = path, method
        self.members = sorted(_members(document, schema))

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    def bodies(self) -> Iterator[Any]:
        """Yield bodies with a huge member."""
        yield from [*VALUES, {WORDS: 1}] if THOROUGH else (LONG, {LONG: LONG}, [LONG])
        for place, member in enumerate(self.members):
            for value in VALUES if THOROUGH else (VALUES[place % len(VALUES)],):
                yield {member: value}


def _members(document: Any, schema: Any) -> set[str]:
    """Return the names of all members of a schema, through its references and alternatives."""
    if "$ref" in schema:
        kind, name = schema["$ref"].split("/")[-2:]
        return _members(document, document["components"][kind][name])
    parts = [part for key in ("allOf", "anyOf", "oneOf") for part in schema.get(key, [])]
    found = set(schema.get("properties", {}))
    return found.union(*(_members(document, part) for part in parts))


def operations() -> Iterator[Operation]:
    ours = json.loads((settings.BASE_DIR / "openapi.json").read_text())
    for document, under in ((ours, "/api/"), (get_schema(), "/_allauth/")):
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                body = operation.get("requestBody") if method != "parameters" else None
                if body and path.startswith(under):
                    if "$ref" in body:
                        body = document["components"]["requestBodies"][body["$ref"].split("/")[-1]]
                    schema = body["content"]["application/json"]["schema"]
                    yield Operation(document, path, method, schema)


OPERATIONS = list(operations())


def check_short(answer: Any) -> None:
    """Raise AssertionError if a refusal is long, or repeats much of the input."""
    assert answer.status_code < 500, answer.content
    if answer.status_code < 400:
        return
    assert len(answer.content) < 4 * KB
    found = json.dumps(answer.json(), ensure_ascii=False)
    assert not ECHO.search(found.replace("\\n", "\n"))


@pytest.mark.slow
@pytest.mark.parametrize("operation", OPERATIONS, ids=str)
def test_no_refusal_repeats_more_than_a_little(table: ApiGame, operation: Operation) -> None:
    user = table.awaited.user
    client = Client()
    paths = [operation.path.replace("{game_id}", str(table.id))]
    if "{client}" in operation.path:
        paths = [operation.path.replace("{client}", kind) for kind in ("app", "browser")]
    for path in paths:
        for logged_in in (False, True):
            if logged_in:
                client.force_login(user)
            for body in operation.bodies():
                answer = client.generic(
                    operation.method,
                    path,
                    json.dumps(body),
                    "application/json",
                    headers={"Idempotency-Key": str(uuid4())},
                )
                check_short(answer)


def test_all_that_is_read_is_walked() -> None:
    walked = {str(operation) for operation in OPERATIONS}
    assert {"post /api/v1/games", "patch /api/v1/me"} < walked
    assert "post /_allauth/{client}/v1/auth/signup" in walked


def actions() -> Iterator[dict[str, Any]]:
    """Yield actions of every type with one huge member, or with a huge extra member."""
    for name, kind in TYPES.items():
        yield {"type": name, LONG: 1}
        yield {"type": name, LINES: 1}
        for member in kind.__struct_fields__:
            for value in (LONG, [WORDS], {LONG: LONG}):
                yield {"type": name, "card": "5Wi", "field": "SW", "take": [], member: value}


@pytest.mark.slow
def test_little_of_a_refused_action_is_kept(table: ApiGame) -> None:
    for action in actions():
        check_short(table.act(table.awaited, action))
    kept = IdempotencyKey.objects.all()
    assert kept
    assert max(len(row.body.encode()) for row in kept) < KB


QUERIES = ["limit", "cursor", "state", "players", "mode", "mine", "after", "unknown", "Q" * 3_000]


@pytest.mark.parametrize(
    "path",
    ["/api/v1/games", "/api/v1/me/games", "{game}/events", "{game}/legal-actions"],
)
def test_no_refused_query_is_repeated(table: ApiGame, path: str) -> None:
    person: Person = table.awaited
    for name in QUERIES:
        answer = person.client.get(path.format(game=table.path), {name: "Q" * 3_000})
        check_short(answer)
