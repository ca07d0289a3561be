"""Guessing codes and passwords: few attempts, also in parallel, and no harm to others."""

import time
from collections.abc import Callable, Iterator
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from pytest_django import Settings

from accounts.log_in.browsers import COOKIE, KNOWN_FOR, known_browser
from accounts.models import Session, User
from accounts.sessions import SessionStore
from config.settings import base
from tests.support.apps import PASSWORD, App, SignUp, codes_mailed_to

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

    def test_codes_that_are_only_checked(self, address: str) -> None:
        app = App()
        app.auth("signup", email=address, username=f"w{uuid4().hex[:12]}", password=PASSWORD)
        headers = {"X-Session-Token": app.token, "X-Email-Verification-Key": WRONG}
        path = "/_allauth/app/v1/auth/email/verify"
        answers = at_once(lambda: Client().get(path, headers=headers).status_code)
        assert sorted(answers) == [400] * 3 + [409] * (AT_ONCE - 3)

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
        settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS

    def log_in(self, password: str, ip: str, cookie: str = "", to: str = "ada") -> int:
        client = Client(REMOTE_ADDR=ip)
        client.cookies[COOKIE] = cookie
        body = {"email": f"{to}@example.org", "password": password}
        return client.post(LOG_IN, body, "application/json").status_code

    def cookie_of(self, handle: str) -> str:
        """Return the cookie of a browser in which a person has logged in on a page."""
        browser = Client()
        fields = {"login": f"{handle}@example.org", "password": PASSWORD}
        browser.post("/accounts/login/", fields)
        return browser.cookies[COOKIE].value

    @pytest.fixture
    def _attack(self, settings: Settings) -> None:
        """Let strangers try as many passwords for Ada's account as they may, from everywhere."""
        settings.ACCOUNT_RATE_LIMITS = {"login_failed_anywhere": "6/h/key"}
        for host in range(9):
            assert self.log_in("wrong horse", f"192.0.2.{host}") == 400

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

    def test_who_shares_a_strangers_network_learns_that_it_is_for_a_minute(self) -> None:
        for number in range(10):
            self.log_in("wrong horse", "192.0.2.1", to=f"nobody{number}")
        body = {"email": "ada@example.org", "password": PASSWORD}
        client = Client(REMOTE_ADDR="192.0.2.1")
        (error,) = client.post(LOG_IN, body, "application/json").json()["errors"]
        assert error["code"] == "too_many_from_network"
        assert "your network" in error["message"]
        assert "in a minute" in error["message"]

    @pytest.mark.usefixtures("_attack")
    def test_few_are_tried_for_one_account_however_many_networks_they_come_from(self) -> None:
        assert self.log_in(PASSWORD, "192.0.2.99") == 400

    def test_right_passwords_are_not_counted(self, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"login_failed_anywhere": "1/h/key"}
        for host in range(3):
            assert self.log_in(PASSWORD, f"192.0.2.{host}") == 200

    def test_a_browser_known_to_the_account_is_not_locked_out(self, settings: Settings) -> None:
        cookie = self.cookie_of("ada")
        settings.ACCOUNT_RATE_LIMITS = {"login_failed_anywhere": "1/h/key"}
        for _ in range(3):
            self.log_in("wrong horse", "192.0.2.1")
        assert self.log_in(PASSWORD, "192.0.2.1", cookie) == 200

    def test_a_known_browser_does_not_try_many_passwords_either(self) -> None:
        cookie = self.cookie_of("ada")
        for host in range(5):
            assert self.log_in("wrong horse", f"192.0.2.{host}", cookie) == 400
        assert self.log_in(PASSWORD, "192.0.2.99", cookie) == 400

    @pytest.mark.usefixtures("_attack")
    def test_what_is_known_to_one_account_or_forged_is_unknown_to_others(
        self, signed_up: SignUp
    ) -> None:
        signed_up("Eve")
        for cookie in (self.cookie_of("eve"), "made up", self.cookie_of("eve") + "x"):
            assert self.log_in(PASSWORD, "192.0.2.99", cookie) == 400
        assert self.log_in(PASSWORD, "192.0.2.99", self.cookie_of("eve"), to="eve") == 200

    def test_an_account_forgets_a_browser_after_a_quarter_of_a_year(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        request = HttpRequest()
        request.user, request.COOKIES[COOKIE] = AnonymousUser(), self.cookie_of("ada")
        assert known_browser(request=request, address="ada@example.org")
        later = time.time() + KNOWN_FOR.total_seconds() + 1
        monkeypatch.setattr("accounts.log_in.browsers.time.time", lambda: later)
        assert not known_browser(request=request, address="ada@example.org")

    @pytest.mark.usefixtures("_attack")
    def test_the_owner_comes_in_with_a_password_set_by_mail(self) -> None:
        app = App()
        app.auth("password/request", email="ada@example.org")
        code = codes_mailed_to("ada@example.org")[-1]
        app.auth("password/reset", key=code, password="another horse battery")
        assert self.log_in("another horse battery", "192.0.2.99") == 200

    @pytest.mark.usefixtures("_attack")
    def test_who_is_logged_in_can_confirm_it_during_an_attack(self) -> None:
        app = App()
        app.client.force_login(User.objects.get())
        path = "/_allauth/browser/v1/auth/reauthenticate"
        assert app.request("POST", path, {"password": PASSWORD}).status_code == 200


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
