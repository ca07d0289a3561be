"""Guessing codes and passwords: few attempts, also in parallel, and no harm to others."""

from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test import Client
from pytest_django import Settings

from accounts.models import Session
from accounts.sessions import SessionStore
from tests.accounts.conftest import PASSWORD, App, SignUp, codes_mailed_to

AT_ONCE = 8
WRONG = "BCDF-GHJK"
LOG_IN = "/_allauth/app/v1/auth/login"


def at_once(ask: Callable[[], Any]) -> list[Any]:
    """Call a function in several threads at once, each with its own database connection."""
    answers: list[Any] = []
    start = Barrier(AT_ONCE)

    def run() -> None:
        try:
            start.wait()
            answers.append(ask())
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def copy_of(app: App) -> App:
    """Return another app with the same token."""
    copied = App()
    copied.token = app.token
    return copied


@pytest.mark.usefixtures("transactional_db")
class TestCodes:
    """Three wrong codes end the attempt, one by one or in parallel."""

    @pytest.fixture
    def address(self) -> Iterator[str]:
        """Return an address that nobody uses yet."""
        yield f"{uuid4().hex}@example.org"
        EmailAddress.objects.all().delete()
        Session.objects.all().delete()

    def test_a_sign_up_in_an_app(self, address: str) -> None:
        app = App()
        app.auth("signup", email=address, username=f"x{uuid4().hex[:12]}", password=PASSWORD)
        answers = at_once(lambda: copy_of(app).auth("email/verify", key=WRONG).status_code)
        assert sorted(answers) == [400] * 3 + [409] * (AT_ONCE - 3)
        right = codes_mailed_to(address)[-1]
        assert app.auth("email/verify", key=right).status_code == 409

    def test_a_sign_up_on_a_page(self, address: str) -> None:
        browser = Client()
        fields = {"email": address, "username": f"y{uuid4().hex[:12]}", "password1": PASSWORD}
        browser.post("/accounts/signup/", fields)
        cookie = browser.cookies["illimat_session"].value

        def enter(code: str) -> bool:
            client = Client()
            client.cookies["illimat_session"] = cookie
            page = client.post("/accounts/confirm-email/", {"code": code})
            return page.status_code == 200  # the form again; afterwards one is sent to log in

        assert sum(at_once(lambda: enter(WRONG))) <= 3
        enter(codes_mailed_to(address)[-1])
        assert not EmailAddress.objects.get(email=address).verified

    @pytest.mark.parametrize("known", [True, False])
    def test_a_new_password(self, known: bool, address: str) -> None:
        if known:
            app = App()
            app.auth("signup", email=address, username=f"z{uuid4().hex[:12]}", password=PASSWORD)
            app.auth("email/verify", key=codes_mailed_to(address)[-1])
        app = App()
        app.auth("password/request", email=address)
        body = {"key": WRONG, "password": "another horse battery"}
        answers = at_once(lambda: copy_of(app).auth("password/reset", **body).status_code)
        assert sorted(answers) == [400] * 3 + [409] * (AT_ONCE - 3)


@pytest.mark.django_db
class TestPasswords:
    """Wrong passwords are counted by the address they come from and the account they are for."""

    @pytest.fixture(autouse=True)
    def _limits(self, settings: Settings, signed_up: SignUp) -> None:
        signed_up("Ada")
        settings.ACCOUNT_RATE_LIMITS = {}  # django-allauth's own

    def log_in(self, password: str, ip: str) -> int:
        """Try to log in with a password from an IP address."""
        body = {"email": "ada@example.org", "password": password}
        return Client(REMOTE_ADDR=ip).post(LOG_IN, body, "application/json").status_code

    def test_a_strangers_wrong_passwords_do_not_lock_the_owner_out(self) -> None:
        for _ in range(8):
            assert self.log_in("wrong horse", "192.0.2.1") == 400
        assert self.log_in(PASSWORD, "192.0.2.1") == 400
        assert self.log_in(PASSWORD, "192.0.2.2") == 200

    def test_the_addresses_of_one_network_count_as_one(self) -> None:
        for host in range(5):
            assert self.log_in("wrong horse", f"2001:db8::{host}") == 400
        assert self.log_in(PASSWORD, "2001:db8::ffff") == 400
        assert self.log_in(PASSWORD, "2001:db8:0:1::1") == 200

    def test_one_stranger_does_not_try_many_accounts(self) -> None:
        for number in range(10):
            body = {"email": f"nobody{number}@example.org", "password": "wrong horse"}
            Client(REMOTE_ADDR="192.0.2.1").post(LOG_IN, body, "application/json")
        assert self.log_in(PASSWORD, "192.0.2.1") == 400
        assert self.log_in(PASSWORD, "192.0.2.2") == 200


@pytest.mark.django_db
def test_a_request_does_not_overwrite_the_count_of_the_next() -> None:
    first = SessionStore()
    first["attempts"] = 1
    first.save()
    following = SessionStore(first.session_key)
    following["attempts"] += 1
    following.save()
    first.save()  # as Django's middleware does at the end of the request
    assert SessionStore(first.session_key)["attempts"] == 2
