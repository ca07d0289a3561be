"""If two people request the same at the same moment, the later one is refused as usual."""

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from time import sleep
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.models import User
from tests.support.apps import PASSWORD, App
from tests.support.asked import at_once, statuses
from tests.support.people import Person

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]
WRITES = ('INSERT INTO "accounts_user"', 'UPDATE "accounts_user"', "BEGIN IMMEDIATE")


@pytest.fixture
def wanted(transactional_db: None) -> str:
    """Return a handle that nobody has."""
    return f"x{uuid4().hex[:12]}"


def answer_once_taken(handle: str, wish: Callable[[], Any]) -> Any:
    """Have another person take a handle first, in a transaction that `wish` cannot see yet."""
    answers: list[Any] = []
    arrived = Event()

    def noting(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(WRITES):
            arrived.set()
        return execute(sql, *rest)

    def ask() -> None:
        try:
            with connection.execute_wrapper(noting):
                answers.append(wish())
        finally:
            connection.close()

    asking = Thread(target=ask)
    with transaction.atomic():
        User.objects.create_user(handle, f"{handle}@example.org")
        asking.start()
        assert arrived.wait(timeout=10)
        sleep(0.05)  # until the statement has reached the database, too
    asking.join()
    return answers[0]


def test_a_sign_up_is_told_that_its_handle_has_just_been_taken(wanted: str) -> None:
    body = {"email": f"{uuid4()}@example.org", "username": wanted.upper(), "password": PASSWORD}
    answer = answer_once_taken(wanted, lambda: App().auth("signup", **body))
    assert answer.status_code == 400
    assert [error["param"] for error in answer.json()["errors"]] == ["username"]


def test_a_new_handle_is_refused_if_it_has_just_been_taken(wanted: str) -> None:
    browser = Client()
    browser.force_login(User.objects.create_user(f"y{wanted[:15]}", "y@example.org"))
    body = {"handle": wanted.upper()}
    answer = answer_once_taken(
        wanted, lambda: browser.patch("/api/v1/me", body, "application/json")
    )
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["#/handle"]


def test_nobody_blocks_more_people_than_allowed(transactional_db: None, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {"blocks": 2}
    ada, paths = Person(), [f"/api/v1/me/blocks/{Person().user.handle}" for _ in range(3)]
    answers = at_once([partial(ada.client.put, path) for path in [*paths, *paths]])
    assert set(statuses(answers)) == {200, 429}
    assert ada.user.blocks.count() == 2
