"""Stored answers, and how long they are kept."""

import pytest

from api.idempotency import Answer, answer_once
from api.models import IdempotencyKey
from api.problems import IdempotencyKeyReusedProblem
from tests.games.conftest import ApiGame, Person, problem

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def _never() -> Answer:
    raise AssertionError


def test_an_error_leaves_the_key_unused(ada: Person) -> None:
    with pytest.raises(AssertionError):
        answer_once(user=ada.user, key="k", fingerprint="f", answer=_never)
    given = Answer(200, '{"now": true}')
    assert answer_once(user=ada.user, key="k", fingerprint="f", answer=lambda: given) == given
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
