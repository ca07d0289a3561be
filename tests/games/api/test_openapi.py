"""The OpenAPI document describes games correctly."""

import json
from typing import Any

import msgspec
import pytest
from django.conf import settings
from jsonschema import validate  # type: ignore[import-untyped]

from api.schemas import REFERENCE
from illimat_core import menu
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person
from tests.support.positions import asked_positions

pytestmark = [pytest.mark.django_db]


DOCUMENT = json.loads((settings.BASE_DIR / "openapi.json").read_text())  # ./do lint keeps it true
COMPONENTS = {"components": DOCUMENT["components"]}


def _examples(path: str) -> list[Any]:
    content = DOCUMENT["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    return [example["value"] for example in content["examples"].values()]


def test_a_table_is_made_as_the_example_says(ada: Person) -> None:
    for body in _examples("/api/v1/games"):
        assert ada.post(GAMES, body).status_code == 201


def test_one_joins_as_the_example_says(ada: Person, bob: Person) -> None:
    for body in _examples("/api/v1/games/{game_id}/seats"):
        assert bob.post(f"{ApiGame([ada], seats=2).path}/seats", body).status_code == 200


@pytest.mark.parametrize("route", ["preview", "actions"])
def test_one_acts_as_the_example_says(table: ApiGame, route: str) -> None:
    """The example is accepted once its card is replaced with one of the player's hand."""
    for body in _examples(f"/api/v1/games/{{game_id}}/{route}"):
        assert body["action"]["type"] == "sow"
        body["action"] = table.choices()[0]
        if "expected_version" in body:
            body["expected_version"] = table.game.version
        answer = table.awaited.post(f"{table.path}/{route}", body, key="example")
        assert answer.status_code == 200


def test_every_answer_has_the_members_described(table: ApiGame) -> None:
    schemas = DOCUMENT["components"]["schemas"]
    table.play()
    person = table.awaited
    looks = {
        "Game": person.get(table.path).json(),
        "EventPage": person.get(f"{table.path}/events").json(),
        "GameAt": person.get(f"{table.path}/at/5").json(),
        "ActionPage": person.get(f"{table.path}/legal-actions").json(),
        "MyGamePage": person.get("/api/v1/me/games").json(),
        "GamePage": person.get(GAMES).json(),
        "Played": table.play().json(),
        "Meta": person.get("/api/v1/meta").json(),
    }
    looks["GameSummary"] = looks["MyGamePage"]["results"][0]
    looks["Player"] = looks["Game"]["players"][0]
    looks["You"] = looks["Game"]["you"]
    looks["LogEntry"] = looks["EventPage"]["results"][0]
    looks["Event"] = looks["Played"]["events"][0]
    looks["Decision"] = looks["Game"]["decisions"][0]
    for name, answer in looks.items():
        assert set(answer) == set(schemas[name]["properties"]), name
    trial = {"action": table.choices()[0]}
    looks["Preview"] = table.awaited.post(f"{table.path}/preview", trial).json()
    table.forfeit(person)
    assert table.game.over
    looks["Observation"] = person.get(f"{table.path}/at/9").json()["view"]
    for name, answer in looks.items():
        components = {"schemas": schemas}
        validate(answer, {"$ref": REFERENCE.format(name=name), "components": components})


def test_every_answer_has_headers_that_are_described(table: ApiGame) -> None:
    table.play()
    person = table.awaited
    paths = {"/events?limit=1": "/events", "/hint": "/hint", "": ""}
    for asked, described in paths.items():
        answer = person.get(table.path + asked)
        operation = DOCUMENT["paths"][f"/api/v1/games/{{game_id}}{described}"]["get"]
        responses = operation["responses"]
        headers = responses.get(str(answer.status_code), responses["default"])["headers"]
        told = {name for name in answer.headers if name in DOCUMENT["components"]["headers"]}
        assert {"Server-Time", "Content-Language", "X-Request-ID"} <= told <= set(headers)
    assert "Link" in person.get(f"{table.path}/events?limit=1").headers


@pytest.mark.slow
def test_every_template_of_a_menu_is_as_its_type_says() -> None:
    seen = set()
    types = DOCUMENT["components"]["schemas"]["MenuTemplate"]["discriminator"]["mapping"]
    for asked in asked_positions():
        offered = msgspec.to_builtins(menu(asked.state, asked.seat))
        for template in (*offered["free"], *offered["answers"]):
            if template["type"] not in seen:
                validate(template, {"$ref": types[template["type"]], **COMPONENTS})
                seen.add(template["type"])
    assert seen == set(types)
