"""A stolen session is not a stolen account: the owner notices changes and undoes them."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.sessions.backends.base import SessionBase
from django.core import signing
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts import services
from accounts.log_in import changes
from accounts.log_in.changes import UNDO_WITHIN, change_undo
from accounts.models import AccountChange, Session, User
from accounts.sessions import digest
from tests.support.apps import (
    ACCOUNT,
    PASSWORD,
    App,
    SignUp,
    add_second_factor,
    code_of,
    codes_mailed_to,
    mails_to,
)

pytestmark = pytest.mark.django_db
OLD, NEW = "ada@example.org", "thief@example.org"
LINK = re.compile(r"^http://\S+(/accounts/undo/\S+/)$", re.M)


@pytest.fixture
def ada(signed_up: SignUp) -> App:
    """Return Ada's app, in which she has just logged in."""
    signed_up("Ada")
    app = App()
    app.auth("login", email=OLD, password=PASSWORD)
    return app


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Make the last log-in look that many seconds older."""

    def wait(seconds: float) -> None:
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + seconds)

    return wait


def undo_paths(address: str) -> list[str]:
    """Return the paths of the undo links mailed to `address`, oldest first."""
    found = [LINK.search(text) for text in mails_to(address)]
    return [match[1] for match in found if match]


def change_address(app: App, new: str = NEW) -> Any:
    """Change the address as an app does, and confirm it."""
    asked = app.request("POST", ACCOUNT + "email", {"email": new})
    if asked.status_code != 200:
        return asked
    return app.auth("email/verify", key=codes_mailed_to(new)[-1])


def remove_second_factor(app: App) -> Any:
    return app.request("DELETE", ACCOUNT + "authenticators/totp")


def close(app: App) -> Any:
    return app.request("DELETE", "/api/v1/me")


def change_password(app: App, old: str = PASSWORD) -> Any:
    body = {"current_password": old, "new_password": "another horse battery"}
    return app.request("POST", ACCOUNT + "password/change", body)


SENSITIVE = [change_address, add_second_factor, remove_second_factor, close]
PAGES = [
    "/accounts/email/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/recovery-codes/generate/",
]


@pytest.mark.parametrize("change", SENSITIVE)
def test_a_change_needs_a_recent_log_in(change: Any, ada: App, later: Any) -> None:
    if change is remove_second_factor:
        add_second_factor(ada)
    later(299)
    told = User.objects.get().changes.count()
    later(2)
    refused = change(ada)
    assert refused.status_code in {401, 403}
    if change is close:
        assert refused.json()["code"] == "log_in_again"
    else:
        assert {"id": "reauthenticate"} in refused.json()["data"]["flows"]
    assert User.objects.get().changes.count() == told
    assert ada.auth("reauthenticate", password="wrong horse").status_code == 400
    assert change(ada).status_code == refused.status_code
    assert ada.auth("reauthenticate", password=PASSWORD).status_code == 200
    assert change(ada).status_code in {200, 204}


def test_a_code_of_a_second_factor_is_taken_once(ada: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def log_in() -> int:
        app = App()
        app.auth("login", email=OLD, password=PASSWORD)
        status: int = app.auth("2fa/authenticate", code=code_of(secret)).status_code
        return status

    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    add_second_factor(ada)
    secret = Authenticator.objects.get(type=Authenticator.Type.TOTP).data["secret"]
    assert log_in() == 400  # with the code that added it
    now += 30
    assert [log_in(), log_in()] == [200, 400]


def test_the_password_is_changed_by_who_knows_it(ada: App) -> None:
    assert change_password(ada, old="wrong horse").status_code == 400
    assert change_password(ada).status_code == 200


def test_a_log_in_ends_the_oldest_session_of_too_many(
    ada: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_SESSIONS", 3)
    apps = [ada, App(), App(), App()]
    for app in apps[1:]:
        assert app.auth("login", email=OLD, password=PASSWORD).status_code == 200
    answers = [app.request("GET", "/api/v1/me").status_code for app in apps]
    assert answers == [401, 200, 200, 200]
    assert User.objects.get().sessions.count() == 3


def test_a_second_factor_ends_the_sessions_that_did_not_give_it(ada: App) -> None:
    thief = App()
    thief.auth("login", email=OLD, password=PASSWORD)
    assert thief.request("GET", "/api/v1/me").status_code == 200
    assert add_second_factor(ada).status_code == 200
    assert thief.request("GET", "/api/v1/me").status_code == 401
    assert ada.request("GET", "/api/v1/me").status_code == 200


@pytest.mark.parametrize("path", PAGES)
def test_on_pages_one_is_asked_for_the_password_first(path: str, ada: App, later: Any) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": OLD, "password": PASSWORD})
    later(301)
    answer = browser.post(path, {"action_add": "", "email": NEW})
    assert answer.status_code == 302
    if "recovery" not in path:  # nobody has any of these yet
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/")
    assert not AccountChange.objects.exists()


def test_a_log_in_of_somebody_else_in_the_same_session_does_not_count(ada: App) -> None:
    session = {"account_authentication_methods_user": "0", "account_authentication_methods": []}
    assert not changes.has_recent_log_in(user=User.objects.get(), session=session)


@pytest.mark.parametrize("change", [*SENSITIVE, change_password])
def test_every_change_mails_the_old_address_a_link_that_undoes_it(
    change: Any, ada: App, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    if change is remove_second_factor:
        add_second_factor(ada)
    before = len(undo_paths(OLD))
    with django_capture_on_commit_callbacks(execute=True):
        assert change(ada).status_code in {200, 204}
    (path,) = undo_paths(OLD)[before:]
    assert "Hello Ada" in mails_to(OLD)[-1]
    assert Client().get(path).status_code == 200


def test_a_forgotten_password_that_is_replaced_mails_it_too(ada: App) -> None:
    stranger = App()
    stranger.auth("password/request", email=OLD)
    code = codes_mailed_to(OLD)[-1]
    stranger.auth("password/reset", key=code, password="another horse battery")
    assert len(undo_paths(OLD)) == 1


class TestUndoing:
    """The owner can read mail to the old address, and has no other access."""

    def test_the_link_shows_a_page_and_changes_nothing(self, ada: App) -> None:
        change_address(ada)
        (path,) = undo_paths(OLD)
        before = list(User.objects.values()), list(EmailAddress.objects.values())
        for method in ("get", "head", "options"):
            assert getattr(Client(), method)(path).status_code in {200, 405}
        assert (list(User.objects.values()), list(EmailAddress.objects.values())) == before
        assert Session.objects.filter(user__isnull=False).exists()
        assert "no-store" in Client().get(path).headers["Cache-Control"]

    def test_a_browser_must_send_its_csrf_token(self, ada: App) -> None:
        change_address(ada)
        (path,) = undo_paths(OLD)
        assert Client(enforce_csrf_checks=True).post(path).status_code == 403

    def test_the_account_is_its_owners_again_and_nobody_elses(self, ada: App) -> None:
        change_address(ada)
        add_second_factor(ada)
        (path,) = undo_paths(OLD)
        page = Client().post(path)
        assert page.status_code == 200
        assert "choose a new password" in page.content.decode()
        assert ada.request("GET", "/api/v1/me").status_code == 401
        (address,) = EmailAddress.objects.values_list("email", "verified", "primary")
        assert address == (OLD, True, True)
        assert not Authenticator.objects.exists()
        for email in (OLD, NEW):
            assert App().auth("login", email=email, password=PASSWORD).status_code == 400
        owner = App()
        owner.auth("password/request", email=OLD)
        code = codes_mailed_to(OLD)[-1]
        owner.auth("password/reset", key=code, password="my own horse battery")
        back = App().auth("login", email=OLD, password="my own horse battery")
        assert back.status_code == 200

    def test_a_closed_account_is_open_again(self, ada: App) -> None:
        close(ada)
        (path,) = undo_paths(OLD)
        Client().post(path)
        assert User.objects.get().is_present

    def test_a_second_factor_from_before_stays(self, ada: App) -> None:
        add_second_factor(ada)
        Authenticator.objects.update(created_at=User.objects.get().date_joined - UNDO_WITHIN)
        change_password(ada)
        Client().post(undo_paths(OLD)[-1])
        assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()

    def test_it_works_once(self, ada: App) -> None:
        change_address(ada)
        (path,) = undo_paths(OLD)
        Client().post(path)
        for answer in (Client().get(path), Client().post(path)):
            assert answer.status_code == 400
            assert "undone already" in answer.content.decode()

    @pytest.mark.slow
    def test_undoing_a_change_undoes_the_later_ones_and_not_the_earlier(self, ada: App) -> None:
        change_address(ada)
        change_address(ada, "second@example.org")
        (first,), (second,) = undo_paths(OLD), undo_paths(NEW)
        assert Client().post(second).status_code == 200  # the thief would hold on to the account
        assert User.objects.get().email == NEW
        assert Client().post(first).status_code == 200
        assert User.objects.get().email == OLD
        assert Client().post(second).status_code == 400

    def test_it_works_for_a_week(self, ada: App, monkeypatch: pytest.MonkeyPatch) -> None:
        change_address(ada)
        (path,) = undo_paths(OLD)
        monkeypatch.setattr(changes, "UNDO_WITHIN", changes.UNDO_WITHIN * 0)
        assert Client().post(path).status_code == 400
        assert User.objects.get().email == NEW

    @pytest.mark.parametrize("token", ["x", "1:abc:def", "eyJ9", "%00", "\ud7ff" * 50])
    def test_no_other_text_is_taken_for_a_link(self, token: str) -> None:
        for method in ("get", "post"):
            assert getattr(Client(), method)(f"/accounts/undo/{token}/").status_code == 400

    def test_a_text_signed_for_something_else_is_not_taken(self, ada: App) -> None:
        change_address(ada)
        token = signing.dumps(AccountChange.objects.get().pk, salt="another")
        with pytest.raises(ValidationError):
            change_undo(token=token)

    def test_an_address_that_somebody_else_has_by_now_is_left_to_them(
        self, ada: App, signed_up: SignUp
    ) -> None:
        change_address(ada)
        (path,) = undo_paths(OLD)
        bob = App()
        bob.auth("signup", email=OLD, username="Bob", password=PASSWORD)
        bob.auth("email/verify", key=codes_mailed_to(OLD)[-1])
        answer = Client().post(path)
        assert answer.status_code == 400
        assert "belongs to another account" in answer.content.decode()
        assert bob.request("GET", "/api/v1/me").json()["handle"] == "Bob"


class TestSessions:
    """The list of a person's sessions."""

    def test_the_database_holds_no_token(self, ada: App) -> None:
        stored = str(list(Session.objects.values()))
        assert ada.token not in stored
        assert digest(ada.token) in stored

    def test_a_stored_session_key_does_not_log_in(self, ada: App) -> None:
        for key in Session.objects.values_list("pk", flat=True):
            headers = {"X-Session-Token": key}
            assert Client().get("/api/v1/me", headers=headers).status_code == 401
            browser = Client()
            browser.cookies["illimat_session"] = key
            assert browser.get("/api/v1/me").status_code == 401

    def test_they_are_listed_with_place_time_and_program(self, ada: App) -> None:
        browser = Client(headers={"User-Agent": "Lynx"}, REMOTE_ADDR="192.0.2.7")
        browser.post("/accounts/login/", {"login": OLD, "password": PASSWORD})
        listed = ada.request("GET", "/api/v1/me/sessions").json()["results"]
        assert [entry["is_current"] for entry in listed] == [False, True, False]
        assert (listed[0]["ip"], listed[0]["program"]) == ("192.0.2.7", "Lynx")
        assert listed[0]["began_at"] >= listed[1]["began_at"]
        page = browser.get("/accounts/sessions/").content.decode()
        assert "192.0.2.7" in page
        assert page.count("Log out there") == 2

    def test_they_are_ended_one_by_one(self, ada: App) -> None:
        other = App()
        other.auth("login", email=OLD, password=PASSWORD)
        path = f"/api/v1/me/sessions/{digest(other.token)}"
        assert ada.request("DELETE", path).status_code == 204
        assert ada.request("DELETE", path).status_code == 404
        assert other.request("GET", "/api/v1/me").status_code == 401
        assert ada.request("GET", "/api/v1/me").status_code == 200

    def test_a_page_ends_one_too(self, ada: App) -> None:
        browser = Client()
        browser.post("/accounts/login/", {"login": OLD, "password": PASSWORD})
        browser.post("/accounts/sessions/", {"session": digest(ada.token)})
        assert ada.request("GET", "/api/v1/me").status_code == 401
        assert browser.get("/api/v1/me").status_code == 200

    def test_sessions_of_others_are_neither_listed_nor_ended(
        self, ada: App, signed_up: SignUp
    ) -> None:
        bob = signed_up("Bob")
        path = f"/api/v1/me/sessions/{digest(ada.token)}"
        assert bob.request("DELETE", path).status_code == 404
        assert len(bob.request("GET", "/api/v1/me/sessions").json()["results"]) == 1
        assert ada.request("GET", "/api/v1/me").status_code == 200
        assert Client().get("/accounts/sessions/").status_code == 302

    @pytest.mark.parametrize("change", [change_password, close])
    def test_a_new_password_and_closing_end_the_others(self, change: Any, ada: App) -> None:
        other = App()
        other.auth("login", email=OLD, password=PASSWORD)
        change(ada)
        refused = other.request("GET", "/api/v1/me")
        assert (refused.status_code, refused.json()["code"]) == (401, "authentication_failed")
        assert Session.objects.filter(user__isnull=False).count() <= 1

    def test_the_last_visit_is_noted_once_an_hour(self, ada: App) -> None:
        own = Session.objects.filter(pk=digest(ada.token))
        long_ago = own.get().began_at - UNDO_WITHIN
        own.update(seen_at=long_ago)
        ada.request("GET", "/api/v1/me")
        seen = own.get().seen_at
        assert seen > long_ago
        ada.request("GET", "/api/v1/me")
        assert own.get().seen_at == seen

    def test_all_sessions_are_of_the_hashing_kind(self) -> None:
        from importlib import import_module  # noqa: PLC0415 - as Django does

        from django.conf import settings  # noqa: PLC0415

        store = import_module(settings.SESSION_ENGINE).SessionStore
        assert issubclass(store, SessionBase)
        assert store.get_model_class() is Session
