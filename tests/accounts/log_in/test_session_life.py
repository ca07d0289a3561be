"""A session that is used goes on, for ninety days at most, and says whose it is."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Session, User
from accounts.sessions import SessionStore
from tests.support.apps import PASSWORD, App, SignUp

pytestmark = pytest.mark.django_db
ADDRESS = "ada@example.org"


@pytest.fixture(params=["app", "browser"])
def me(signed_up: SignUp, request: pytest.FixtureRequest) -> Any:
    """Return how Ada asks who she is, in the only session: by an app's token or by a cookie."""
    signed_up("Ada")
    Session.objects.all().delete()
    if request.param == "app":
        app = App()
        app.auth("login", email=ADDRESS, password=PASSWORD)
        return lambda: app.request("GET", "/api/v1/me")
    browser = Client()
    browser.post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD})
    return lambda: browser.get("/api/v1/me")


def let_pass(days: float) -> None:
    """Let all that is stored of sessions be older by some days."""
    age = timedelta(days=days)
    times = ("began_at", "seen_at", "expire_date")
    Session.objects.update(**{name: F(name) - age for name in times})


def test_one_that_is_used_now_and_then_goes_on(me: Any) -> None:
    for days in (4, 5, 4, 1, 13):
        let_pass(days)
        assert me().status_code == 200


def test_one_that_is_not_used_ends_after_two_weeks(me: Any) -> None:
    let_pass(4)
    me()
    let_pass(14)
    assert me().status_code in {401, 403}


def test_the_log_in_api_calls_an_expired_token_gone(signed_up: SignUp) -> None:
    app = signed_up("Ada")
    let_pass(14)
    assert app.request("GET", "/_allauth/app/v1/auth/session").status_code == 410


def test_ninety_days_after_the_log_in_it_ends_all_the_same(me: Any) -> None:
    for _ in range(8):
        let_pass(11)
        assert me().status_code == 200
    let_pass(2)
    assert me().status_code in {401, 403}


def test_using_it_again_within_the_hour_writes_nothing(me: Any) -> None:
    let_pass(1)
    me()
    before = Session.objects.values().get()
    me()
    assert Session.objects.values().get() == before


def test_the_cookie_lasts_as_long_as_the_session_can(signed_up: SignUp) -> None:
    signed_up("Ada")
    browser = Client()
    browser.post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD})
    assert browser.cookies["illimat_session"]["max-age"] == 90 * 24 * 60 * 60


@pytest.mark.parametrize("expiry", [0, timedelta(days=1)])
def test_one_that_ends_with_the_browser_or_at_a_moment_is_not_prolonged(
    signed_up: SignUp, expiry: Any
) -> None:
    signed_up("Ada")
    Session.objects.all().delete()
    browser = Client()
    browser.force_login(User.objects.get())
    session = SessionStore(browser.cookies["illimat_session"].value)
    session.set_expiry(expiry)
    session.save()
    let_pass(0.5)
    end = Session.objects.get().expire_date
    assert browser.get("/api/v1/me").status_code == 200
    assert Session.objects.get().expire_date == end


def test_using_it_is_no_recent_log_in(signed_up: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = signed_up("Ada")
    let_pass(1)
    later = time.time() + 301
    monkeypatch.setattr(time, "time", lambda: later)
    assert app.request("GET", "/api/v1/me").status_code == 200
    assert app.request("DELETE", "/api/v1/me").json()["code"] == "log_in_again"


@pytest.mark.both_databases
def test_one_statement_reads_it_and_whose_it_is(me: Any) -> None:
    me()
    with CaptureQueriesContext(connection) as queries:
        assert me().json()["handle"] == "Ada"
    asked = [each["sql"] for each in queries]
    about = [sql for sql in asked if "accounts_session" in sql or 'FROM "accounts_user"' in sql]
    assert len(about) == 1


@pytest.mark.both_databases
def test_its_user_is_read_with_it_as_django_reads_them(signed_up: SignUp) -> None:
    app = signed_up("Ada")
    User.objects.update(reminders=[3600, 60], closed_at=timezone.now())
    session = SessionStore(app.token)
    session.load()
    user = User.objects.get()
    assert session.user is not None
    for field in User._meta.concrete_fields:
        assert getattr(session.user, field.attname) == getattr(user, field.attname), field.attname
    assert session.user.stored_handle == "Ada"


@pytest.mark.parametrize("change", [{"is_active": False}, {"closed_at": timezone.now()}])
def test_one_of_a_suspended_or_closed_account_waits(me: Any, change: dict[str, Any]) -> None:
    User.objects.update(**change)
    assert me().status_code in {401, 403}
    User.objects.update(is_active=True, closed_at=None)
    assert me().status_code == 200


def test_a_new_password_ends_it(me: Any) -> None:
    user = User.objects.get()
    user.set_password("another correct horse")
    user.save()
    assert me().status_code in {401, 403}
    assert not Session.objects.exists()


def test_one_that_is_deleted_is_over(me: Any) -> None:
    Session.objects.all().delete()
    assert me().status_code in {401, 403}


@pytest.mark.parametrize("whose", ["nobody", "bob"])
def test_what_it_holds_says_whose_it_is_and_not_its_row(me: Any, whose: str) -> None:
    User.objects.create_user("bob", "bob@example.org")
    Session.objects.update(user=User.objects.filter(handle=whose).first())
    assert me().json()["handle"] == "Ada"


def test_without_a_finished_log_in_it_is_nobodys(signed_up: SignUp) -> None:
    app, browser = signed_up("Ada"), Client()
    session = SessionStore(app.token)
    del session[SESSION_KEY]
    session.save()
    Session.objects.update(user=User.objects.get())
    assert app.request("GET", "/api/v1/me").json()["code"] == "authentication_failed"
    browser.cookies["illimat_session"] = app.token
    assert browser.get("/api/v1/me").status_code in {401, 403}


def test_read_again_it_has_the_user_as_they_are_now(signed_up: SignUp) -> None:
    session = SessionStore(signed_up("Ada").token)
    session.load()
    User.objects.update(handle="Eve")
    session.reload()
    assert session[SESSION_KEY]
    assert session.user is not None
    assert session.user.handle == "Eve"
