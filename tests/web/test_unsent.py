"""A form that is sent after the session has ended is not lost."""

import re
import time
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from config.settings import base
from games.models import Game
from web.access import KEPT_FOR, LONGEST, UNSENT

pytestmark = pytest.mark.django_db
PASSWORD = "wheat-and-rye-7"
HIDDEN = re.compile(r'<input type="hidden" name="(?!csrf)([^"]*)" value="([^"]*)"')
FILLED = {"key": "the-form-of-ada", "mode": "beginner", "players": "2", "visibility": "private"}


@pytest.fixture
def ada() -> User:
    """Return Ada, whose address is proven."""
    ada = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    return ada


def log_in(browser: Client, user: User, led: Any) -> Any:
    """Log in where a page led; return the page that follows."""
    (following,) = re.findall(r'name="next" value="([^"]*)"', led.content.decode())
    form = {"login": user.email, "password": PASSWORD, "next": unescape(following)}
    return browser.post("/accounts/login/", form, follow=True)


def test_it_is_sent_after_the_log_in_as_it_was(ada: User) -> None:
    browser = Client()
    led = browser.post("/games/new", FILLED, follow=True)
    page = log_in(browser, ada, led).content.decode()
    assert "You were logged out when you sent your form." in page
    kept = page.partition('<form method="post" action="/games/new">')[2].partition("</form>")[0]
    assert dict(HIDDEN.findall(kept)) == FILLED
    made: Any = browser.post("/games/new", FILLED)
    game = Game.objects.get()
    assert (made.url, game.creator) == (f"/games/{game.pk}", ada)


def test_it_stays_for_a_browser_that_had_loaded_the_page_before(ada: User) -> None:
    browser = Client()
    led = browser.post("/games/new", FILLED, follow=True)
    log_in(browser, ada, led)
    assert browser.get("/unsent").status_code == 200


def test_after_an_hour_it_is_offered_no_more(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Client()
    log_in(browser, ada, browser.post("/games/new", FILLED, follow=True))
    late = time.time() + KEPT_FOR.total_seconds()
    monkeypatch.setattr("web.unsent.time.time", lambda: late)
    led: Any = browser.get("/unsent")
    assert led.url == "/"
    assert UNSENT not in browser.session


def test_whoever_sent_one_stays_logged_in_as_long_as_others(ada: User, settings: Settings) -> None:
    browser = Client()
    led = browser.post("/games/new", FILLED, follow=True)
    assert 0 < browser.session.get_expiry_age() <= KEPT_FOR.total_seconds()
    log_in(browser, ada, led)
    assert browser.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_one_that_is_longer_than_any_of_these_pages_is_not_kept(ada: User) -> None:
    browser = Client()
    led = browser.post("/games/new", FILLED | {"title": LONGEST * "x"}, follow=True)
    assert log_in(browser, ada, led).redirect_chain[-1][0] == "/games/new"


def test_a_stranger_can_have_thirty_kept_in_an_hour(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    browsers = [Client() for _ in range(31)]
    led: list[Any] = [browser.post("/games/new", FILLED) for browser in browsers]
    assert [each.url.endswith("next=/unsent") for each in led] == [True] * 30 + [False]
