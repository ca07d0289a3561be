"""A session that is used goes on, for ninety days after its log-in at most."""

import time
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from accounts.models import Session, User
from accounts.sessions import SessionStore
from tests.accounts.conftest import PASSWORD, App, SignUp

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
