"""Large answers are compressed, unless compression could leak a secret."""

import gzip
import json
from http import HTTPStatus

import pytest
from django.conf import settings
from django.test import Client

from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person

pytestmark = [pytest.mark.django_db]

ACCEPTS = {"Accept-Encoding": "gzip"}


def is_compressed(answer: object) -> bool:
    return getattr(answer, "headers", {}).get("Content-Encoding") == "gzip"


@pytest.mark.parametrize("path", ["/api/v1/meta", "/api/guide/", "/api/openapi.json"])
def test_answers_without_personal_data_are_compressed(client: Client, path: str) -> None:
    plain = client.get(path)
    small = client.get(path, headers=ACCEPTS)
    assert not is_compressed(plain)
    assert is_compressed(small)
    assert "Accept-Encoding" in small.headers["Vary"]
    assert len(gzip.decompress(small.content)) == pytest.approx(len(plain.content), abs=100)
    assert len(small.content) < len(plain.content) / 3


@pytest.mark.parametrize("name", ["illimat.css", "play/play.js", "icon.svg"])
def test_static_files_are_compressed_for_everybody(client: Client, name: str) -> None:
    path = f"/static/web/{name}"
    client.cookies[settings.SESSION_COOKIE_NAME] = "a-session"
    plain, small = client.get(path), client.get(path, headers=ACCEPTS)
    assert is_compressed(small)
    assert gzip.decompress(small.getvalue()) == plain.getvalue()
    again = client.get(
        path, headers=ACCEPTS | {"If-Modified-Since": small.headers["Last-Modified"]}
    )
    assert again.status_code == HTTPStatus.NOT_MODIFIED


def test_a_font_is_compressed_already(client: Client) -> None:
    answer = client.get("/static/web/font/grenze-800.woff2", headers=ACCEPTS)
    assert not is_compressed(answer)
    answer.close()


@pytest.fixture
def ada(db: None) -> Person:
    return Person("ada")


def test_lists_of_games_hold_no_secret_and_are_compressed(ada: Person) -> None:
    for _ in range(3):
        ApiGame([ada], seats=2, visibility="public")
    answer = ada.client.get(GAMES, headers=ACCEPTS)
    assert is_compressed(answer)
    assert len(json.loads(gzip.decompress(answer.content))["results"]) == 3
    again = ada.client.get(GAMES, headers=ACCEPTS | {"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/api/openapi.json", "/_allauth/openapi.json"])
def test_a_document_is_compressed_for_people_logged_in_too(client: Client, path: str) -> None:
    token = {"X-Session-Token": "a token"}
    assert is_compressed(client.get(path, headers=ACCEPTS | token))


def test_a_hand_beside_names_that_others_choose_is_not_compressed(ada: Person) -> None:
    table = ApiGame([ada, Person("bob")])
    for route in ("", "/legal-actions?limit=100", "/events", "/at/5"):
        answer = table.awaited.client.get(table.path + route, headers=ACCEPTS)
        assert answer.status_code == 200
        assert not is_compressed(answer), route
    assert len(table.awaited.get(table.path).content) > 1024


def test_forms_with_a_token_are_not_compressed(client: Client) -> None:
    answer = client.get(f"/accounts/login/?next=/{'x' * 2000}", headers=ACCEPTS)
    assert len(answer.content) > 1024
    assert not is_compressed(answer)


def test_small_answers_are_left_as_they_are(ada: Person) -> None:
    assert not is_compressed(ada.client.get(GAMES, headers=ACCEPTS))
