"""The server's work, data and answers do not reveal whether an address is registered.

The work is counted, not timed: password hashes and SQL statements.
"""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.models import User
from notifications.models import Delivery
from tests.support.apps import PASSWORD, App, SignUp

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN, CLAIMED = "ada@example.org", "nobody@example.org", "bob@example.org"
TABLE = re.compile(r'^(SELECT|INSERT|UPDATE|DELETE|SAVEPOINT|RELEASE|ROLLBACK).*?"(\w+)"', re.S)


class Work:
    """The work that a request caused."""

    def __init__(self) -> None:
        self.hashes = 0
        self.statements: list[tuple[str, str]] = []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Work) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "\n".join([f"{self.hashes} hashes", *map(" ".join, self.statements)])


@pytest.fixture
def work_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], Work]:
    """Call a function and return the work that it took."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)

    def measure(do: Callable[[], Any]) -> Work:
        work = Work()
        hashed.clear()
        with CaptureQueriesContext(connection) as queries:
            do()
        work.hashes = len(hashed)
        for query in queries.captured_queries:
            verb = query["sql"].split()[0]
            found = TABLE.match(query["sql"])
            savepoint = verb in {"SAVEPOINT", "RELEASE", "ROLLBACK"}
            end = "end of savepoint" if verb in {"RELEASE", "ROLLBACK"} else verb
            work.statements.append((end, "" if savepoint else found[2] if found else ""))
        return work

    return measure


@pytest.fixture(autouse=True)
def _people(signed_up: SignUp, settings: Settings) -> None:
    """Ada has proven her address; Bob's was claimed twice and never proven, so no code is left."""
    settings.QUOTAS = settings.QUOTAS | {"codes_from_a_network_a_day": 1}
    signed_up("Ada")
    for handle in ("Bob", "Bob-2"):
        App().auth("signup", email=CLAIMED, username=handle, password=PASSWORD)


def page(path: str, **fields: str) -> Any:
    """Send a form from a new browser."""
    return Client().post(f"/accounts/{path}/", fields)


def sign_up_in_app(address: str) -> Any:
    handle = f"X{User.objects.count()}x"
    return App().auth("signup", email=address, username=handle, password=PASSWORD)


def sign_up_on_page(address: str) -> Any:
    handle = f"Y{User.objects.count()}y"
    return page("signup", email=address, username=handle, password1=PASSWORD)


def log_in_in_app(address: str) -> Any:
    return App().auth("login", email=address, password="wrong horse battery")


def log_in_on_page(address: str) -> Any:
    return page("login", login=address, password="wrong horse battery")


def ask_for_password_in_app(address: str) -> Any:
    return App().auth("password/request", email=address)


def ask_for_password_on_page(address: str) -> Any:
    return page("password/reset", email=address)


SIGN_UP = [sign_up_in_app, sign_up_on_page]
LOG_IN = [log_in_in_app, log_in_on_page]
ASK = [ask_for_password_in_app, ask_for_password_on_page]


@pytest.mark.parametrize("ask", SIGN_UP + LOG_IN + ASK)
@pytest.mark.parametrize("other", [KNOWN, CLAIMED])
def test_it_takes_the_same_work(ask: Any, other: str, work_of: Any) -> None:
    assert work_of(lambda: ask(other)) == work_of(lambda: ask(UNKNOWN))


@pytest.mark.parametrize("ask", SIGN_UP + LOG_IN + ASK)
def test_a_password_is_hashed_once_where_there_is_one(ask: Any, work_of: Any) -> None:
    hashes = work_of(lambda: ask(UNKNOWN)).hashes
    assert hashes == (0 if ask in ASK else 1)


@pytest.mark.parametrize("ask", SIGN_UP)
def test_a_handle_is_taken_afterwards_either_way(ask: Any) -> None:
    for address in (KNOWN, UNKNOWN):
        before = User.objects.count()
        ask(address)
        assert User.objects.count() == before + 1


def test_a_reset_for_an_address_that_nobody_has_proven_sends_and_keeps_nothing() -> None:
    before = Delivery.objects.count()
    for address in (UNKNOWN, CLAIMED):
        App().auth("password/request", email=address)
        page("password/reset", email=address)
    assert Delivery.objects.count() == before


@pytest.mark.parametrize("other", [KNOWN, CLAIMED])
@pytest.mark.parametrize("password", ["x", PASSWORD])
def test_a_wrong_code_is_answered_alike_and_takes_the_same_work(
    other: str, password: str, work_of: Any
) -> None:
    said: list[list[Any]] = []
    done: list[list[Work]] = []
    for address in (other, UNKNOWN):
        app = App()
        answers: list[Any] = []
        app.auth("password/request", email=address)

        def enter(key: str, app: App = app, answers: list[Any] = answers) -> None:
            answer = app.auth("password/reset", key=key, password=password)
            answers.append((answer.status_code, answer.json().get("errors")))

        done.append([work_of(lambda k=k, e=enter: e(k)) for k in ("BCDF-GHJK", "-", "AAAA")])
        enter("BCDF-GHJK")
        said.append(answers)
    assert said[0] == said[1]
    assert said[0][0][0] == 400
    assert said[0][-1][0] == 409
    assert done[0] == done[1]


def test_a_code_in_a_header_is_answered_alike() -> None:
    said = []
    for address in (KNOWN, UNKNOWN):
        app = App()
        app.auth("password/request", email=address)
        token = {"X-Session-Token": app.token, "X-Password-Reset-Key": "BCDF-GHJK"}
        path = "/_allauth/app/v1/auth/password/reset"
        said.append([app.client.get(path, headers=token).status_code for _ in range(4)])
    assert said[0] == said[1] == [400, 400, 400, 409]
