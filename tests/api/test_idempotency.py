"""Stored answers, and how long they are kept."""

import json
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from api import idempotency
from api.idempotency import Answer, answer_once
from api.models import IdempotencyKey
from api.problems import IdempotencyKeyReusedProblem
from quotas.services import QuotaError
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _never() -> Answer:
    raise AssertionError


def test_an_error_leaves_the_key_unused(ada: Person) -> None:
    with pytest.raises(AssertionError):
        answer_once(user=ada.user, key="k", fingerprint="f", answer=_never)
    given = Answer(200, '{"now": true}')
    assert answer_once(user=ada.user, key="k", fingerprint="f", answer=lambda: given) == given
    assert answer_once(user=ada.user, key="k", fingerprint="f", answer=_never) == given


def test_an_answer_is_stored_compressed_and_read_as_it_was(ada: Person) -> None:
    given = Answer(200, json.dumps([{"type": "CardsSown", "card": "7Fe"}] * 50))
    answer_once(user=ada.user, key="k", fingerprint="f", answer=lambda: given)
    with connection.cursor() as cursor:
        cursor.execute("SELECT length(body) FROM api_idempotencykey")
        (stored,) = cursor.fetchone()
    assert stored < len(given.body) / 10
    assert answer_once(user=ada.user, key="k", fingerprint="f", answer=_never) == given


def test_the_stored_answers_of_one_person_take_only_so_many_bytes_a_day(
    ada: Person, bob: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "SMALL", 0)
    given = Answer(200, '{"text": "long"}')
    settings.QUOTAS = settings.QUOTAS | {"answer_bytes_a_day": len(given.body)}
    for person in (ada, bob):
        answer_once(user=person.user, key="1", fingerprint="f", answer=lambda: given)
    with pytest.raises(QuotaError, match="bytes a day"):
        answer_once(user=ada.user, key="2", fingerprint="f", answer=_never)
    assert answer_once(user=ada.user, key="1", fingerprint="f", answer=_never) == given


def test_a_repeated_answer_names_the_language_that_it_was_made_in(ada: Person) -> None:
    def asked_in(language: str) -> Any:
        headers = {"Idempotency-Key": "k", "Accept-Language": language}
        return ada.client.post(GAMES, {"options": {"mode": "beginner"}}, headers=headers)

    given, repeated = asked_in("de"), asked_in("en")
    assert (repeated.status_code, repeated.content) == (201, given.content)
    assert repeated.headers["Content-Language"] == given.headers["Content-Language"] == "de"


def test_an_answer_that_was_stored_as_plain_text_is_read(ada: Person) -> None:
    given = Answer(200, '{"text": "ausgesät"}')
    answer_once(user=ada.user, key="k", fingerprint="f", answer=lambda: given)
    plain = {
        "postgresql": "UPDATE api_idempotencykey SET body = convert_to(%s, 'UTF8')",
        "sqlite": "UPDATE api_idempotencykey SET body = %s",
    }
    with connection.cursor() as cursor:
        cursor.execute(plain[connection.vendor], [given.body])
    assert answer_once(user=ada.user, key="k", fingerprint="f", answer=_never) == given


def test_a_key_with_another_request_is_refused(ada: Person) -> None:
    answer_once(user=ada.user, key="k", fingerprint="f", answer=lambda: Answer(200, "{}"))
    with pytest.raises(IdempotencyKeyReusedProblem):
        answer_once(user=ada.user, key="k", fingerprint="g", answer=_never)


def test_a_key_whose_answer_was_forgotten_plays_nothing_again(table: ApiGame) -> None:
    person = table.awaited
    table.play(key="k")
    while table.awaited != person:
        table.play()
    IdempotencyKey.objects.filter(key="k").delete()
    before = table.game.version
    assert problem(table.act(person, table.choices()[0], key="k")) == (
        422,
        "idempotency_key_reused",
    )
    assert table.game.version == before
