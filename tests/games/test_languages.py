"""Answers of the API are in the language that Accept-Language asks for."""

import re
from typing import Any

import pytest
from django.test import Client

from games.clocks.controls import PRESETS
from games.inputs.tables import TableSerializer
from quotas import services
from quotas.records import QUOTAS
from quotas.services import QuotaError
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person
from tests.support.wordless import words_in

pytestmark = [pytest.mark.django_db]


def said_by(answer: Any) -> str:
    """Return the texts of a problem for people."""
    body = answer.json()
    errors = [error["detail"] for error in body.get("errors", [])]
    return " ".join([body["title"], body["detail"], *errors])


def words_of(answer: Any, *quoted: str) -> list[str]:
    """Return the words of a problem, other than those quoted from the request."""
    return [word for word in re.findall(r"[A-Za-z_]+", said_by(answer)) if word not in quoted]


def test_an_answer_names_its_language_and_caches_keep_languages_apart(
    ada: Person, wordless: str
) -> None:
    for asked, given in (("en", "en"), (wordless, wordless), ("de, en;q=0.5", "en"), ("tlh", "en")):
        answer = ada.client.get(GAMES, headers={"Accept-Language": asked})
        assert answer.headers["Content-Language"] == given
        assert "Accept-Language" in answer.headers["Vary"].split(", ")


def test_a_refusal_is_in_the_language_of_its_request_whatever_was_asked_before(
    ada: Person, wordless: str
) -> None:
    refused = {
        language: said_by(ada.client.get(f"{GAMES}?limit=0", headers={"Accept-Language": language}))
        for language in (wordless, "en")
    }
    assert "at least" in refused["en"]
    assert "at least" not in refused[wordless]


STRANGERS = [
    ("GET", "/api/v1/games", ""),
    ("GET", "/api/v1/nothing", ""),
    ("POST", "/_allauth/app/v1/auth/login", "[]"),
    ("POST", "/_allauth/app/v1/auth/login", '{"a": NaN}'),
]


@pytest.mark.parametrize(("method", "path", "body"), STRANGERS)
def test_refusals_of_strangers_have_no_words_of_another_language(
    method: str, path: str, body: str, client: Client, wordless: str
) -> None:
    headers = {"Accept-Language": wordless}
    refused = client.generic(method, path, body, "application/json", headers=headers)
    assert refused.status_code >= 400
    assert words_of(refused, "NaN") == []


MALFORMED: list[tuple[object, set[str]]] = [
    ([], set()),
    ({}, set()),
    ({"options": []}, set()),
    ({"options": {}, "visible": 1}, set(TableSerializer().fields)),
    ({"options": {}, "visibility": "all"}, {"public", "link", "private"}),
    ({"options": {}, "seat": "1"}, set()),
]


@pytest.mark.parametrize(("body", "quoted"), MALFORMED)
def test_refusals_of_malformed_bodies_have_no_words_of_another_language(
    body: object, quoted: set[str], ada: Person, wordless: str
) -> None:
    refused = ada.client.post(GAMES, body, headers={"Accept-Language": wordless})
    assert refused.status_code == 422
    assert words_of(refused, *quoted) == []


def test_refusals_about_tables_have_no_words_of_another_language(
    ada: Person, bob: Person, wordless: str
) -> None:
    asked = {"Accept-Language": wordless, "Idempotency-Key": "k"}
    table = {"options": {"mode": "beginner", "players": 3}}
    game = f"{GAMES}/{ada.post(GAMES, table).json()['id']}"
    requests: list[tuple[Person, str, object]] = [
        (ada, f"{GAMES}", {"options": table["options"] | {"players": 7}}),
        (ada, f"{GAMES}", table | {"clock": "slow"}),
        (ada, f"{GAMES}", table | {"clock": {"kind": "bank", "cap": 1}}),
        (ada, f"{GAMES}", table | {"invited": ["nobody-here"]}),
        (ada, f"{game}/seats", {}),
        (ada, f"{game}/start", {}),
        (bob, f"{game}/start", {}),
        (bob, f"{game}/seats", {"seat": 1}),
        (bob, f"{game}/actions", {"expected_version": 0, "action": {"type": "sow"}}),
        (ada, f"{game}/actions", {"expected_version": 0, "action": {"type": "sow"}}),
        (ada, f"{game}/pause", {}),
        (ada, "/api/v1/me/vacations", {"end": "2001-01-01T00:00:00Z"}),
    ]
    for person, path, body in requests:
        refused = person.client.post(path, body, headers=asked)
        assert refused.status_code >= 400, path
        quoted = {"beginner", "slow", "nobody", "here", "cap", *[preset.name for preset in PRESETS]}
        assert words_of(refused, *quoted) == [], path


def test_texts_of_a_game_contain_no_words_of_another_language(
    ada: Person, table: ApiGame, wordless: str
) -> None:
    asked = {"Accept-Language": wordless}
    for number in range(6):
        table.play(number)
    shown = ada.client.get(table.path, headers=asked).json()
    log = ada.client.get(f"{table.path}/events", headers=asked).json()["results"]
    meta = ada.client.get("/api/v1/meta", headers=asked).json()
    said = [shown["last_event"], *[each["prompt"] for each in shown["decisions"]]]
    said += [each["prompt"] for each in shown["view"]["decisions"]]
    said += [event["text"] for event in log if event["text"]]
    said += [each["prompt"] for each in meta["decisions"]]
    said += [luminary["name"] for luminary in meta["luminaries"]]
    said += [each["title"] for each in [*meta["clocks"], *meta["modes"]]]
    assert len(said) > 30
    for text in said:
        assert words_in(re.sub("(?i)ada|bob", "", text)) == []


def test_conditions_in_a_menu_are_in_the_language_of_the_reader(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], options={"harvest": "single_set"})
    said: set[str] = set()
    while not said:
        table.play()
        told = table.awaited.client.get(table.path, headers={"Accept-Language": "de"})
        for play in told.json()["menu"]["plays"]:
            said |= {entry["also_text"] for entry in play["harvest"]}
    assert said == {"Nur eine einzige Gruppe darf genommen werden."}


@pytest.mark.parametrize("quota", QUOTAS, ids=lambda quota: quota.name)
def test_a_quota_is_explained_in_the_singular_and_the_plural(
    quota: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in (1, 2):
        settings.QUOTAS = settings.QUOTAS | {quota.name: limit}
        explained = str(QuotaError(quota, services.ASK_AGAIN))
        assert "{" not in explained
        assert not re.search(r"\b1 (?!analysis)\w+s\b", explained)
