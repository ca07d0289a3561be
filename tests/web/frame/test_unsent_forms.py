"""A form that is sent after the session has ended is not lost, and belongs to its sender."""

import json
import re
import time
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from config.settings import base
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game
from illimat_core import as_json, legal_actions
from leagues.services import league_create
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame
from web.frame.access import KEPT_FOR, LONGEST, UNSENT
from web.frame.viewers import sign_viewer

pytestmark = pytest.mark.django_db
PASSWORD = "wheat-and-rye-7"
TEMPLATES = Path("web/templates/web")
HIDDEN = re.compile(r'<input type="hidden" name="(?!csrf)([^"]*)" value="([^"]*)"')
FORM = re.compile(r"<form\b.*?</form>", re.S)
CARD = re.compile(r"card(=|%3D)5F|(\"|&quot;)5F(\"|&quot;)|5 of Fall")
FILLED = {"key": "the-form-of-ada", "mode": "beginner", "players": "2", "visibility": "private"}
NOT_FOR_VIEWERS = {
    "invitation.html": "anybody who has the link acts, without a log-in",
    "mail_stop.html": "likewise",
    "undo.html": "likewise",
    "unsent.html": "the kept form carries its viewer",
}


def person(handle: str) -> User:
    """Return somebody whose address is proven."""
    made = User.objects.create_user(handle, f"{handle}@example.org", PASSWORD)
    EmailAddress.objects.create(user=made, email=made.email, verified=True, primary=True)
    return made


@pytest.fixture
def ada(db: None) -> User:
    return person("ada")


@pytest.fixture
def filled(ada: User) -> dict[str, str]:
    """Return the form for a new table, as it was shown to Ada."""
    return FILLED | {"viewer": sign_viewer(ada, "A new table")}


def log_in(browser: Client, user: User, led: Any) -> Any:
    """Log in where a page led; return the page that follows."""
    (following,) = re.findall(r'name="next" value="([^"]*)"', led.content.decode())
    form = {"login": user.email, "password": PASSWORD, "next": unescape(following)}
    return browser.post("/accounts/login/", form, follow=True)


def play_of(page: str) -> dict[str, str]:
    """Return what the form sends that plays what is chosen on the page of a game."""
    (form,) = [each for each in FORM.findall(page) if 'class="go"' in each]
    return dict(HIDDEN.findall(unescape(form)))


def sent_late(page: str, button: str, path: str) -> Any:
    """Send the form with a button of a page that somebody was shown, without a log-in."""
    (form,) = [each for each in FORM.findall(page) if button in each]
    return Client().post(path, dict(HIDDEN.findall(unescape(form))))


def test_it_is_sent_after_the_log_in_as_it_was(ada: User, filled: dict[str, str]) -> None:
    browser = Client()
    led = browser.post("/games/new", filled, follow=True)
    page = log_in(browser, ada, led).content.decode()
    assert "You were logged out when you sent your form." in page
    assert "This would be sent: <b>A new table</b>" in page
    kept = page.partition('<form method="post" action="/games/new">')[2].partition("</form>")[0]
    assert dict(HIDDEN.findall(unescape(kept))) == filled
    made: Any = browser.post("/games/new", filled)
    game = Game.objects.get()
    assert (made.url, game.creator) == (f"/games/{game.pk}", ada)


def test_pages_carry_what_it_takes_to_be_kept(ada: User) -> None:
    page = browser_of(ada).get("/games/new").content.decode()
    led = sent_late(page, "Make the table", "/games/new")
    assert led.url.endswith("next=/unsent")


def test_somebody_else_who_logs_in_gets_nothing_of_it(ada: User, filled: dict[str, str]) -> None:
    browser, bob = Client(), person("bob")
    led = browser.post("/games/new", filled, follow=True)
    page = log_in(browser, bob, led)
    assert page.redirect_chain[-1][0] == "/"
    assert "A new table" not in page.content.decode().partition("<main")[2]
    assert UNSENT not in browser.session
    assert browser.get("/unsent").headers["Location"] == "/"


def test_a_card_of_the_hand_is_not_shown_to_an_opponent(ada: User) -> None:
    browser, bob = Client(), person("bob")
    game = game_create(
        user=ada,
        wanted=NewTable(options={"mode": "beginner", "players": 2}),
        source=CommandSource.API,
    )
    play = {"actions": json.dumps([{"type": "sow", "card": "5F"}]), "version": "1", "key": "k"}
    for viewer in (sign_viewer(ada, "Sow the 5 of Fall"), sign_viewer(ada), ""):
        led = browser.post(f"/games/{game.pk}?card=5F", play | {"viewer": viewer}, follow=True)
        page = log_in(browser, bob, led)
        for each in (led, page):
            seen = each.content.decode() + str(each.redirect_chain)
            assert not CARD.search(seen)
        browser.logout()


def test_it_says_which_game_it_is_about(ada: User) -> None:
    browser, bob = Client(), person("bob")
    game = game_create(
        user=ada,
        wanted=NewTable(options={"mode": "beginner", "players": 2}),
        source=CommandSource.API,
    )
    browser_of(bob).post(f"/games/{game.pk}/table", {"key": "12345678", "act": "sit"})
    form = {"act": "decline", "viewer": sign_viewer(bob, "Decline the invitation")}
    led = browser.post(f"/games/{game.pk}/table", form, follow=True)
    page = log_in(browser, bob, led).content.decode()
    assert "<b>Decline the invitation</b> (ada)" in page


def test_of_a_play_it_says_what_it_would_do_in_which_game(ada: User) -> None:
    table = ServiceGame([ada, person("bob")])
    player, seat = table.awaited, table.state.awaited[0]
    assert seat is not None
    actions = map(as_json, legal_actions(table.state, seat))
    sow = next(each for each in actions if each["type"] == "sow")
    path = f"/games/{table.id}?card={sow['card']}&field={sow['field']}&verb=sow"
    form = browser_of(player).get(path).content.decode()
    (does,) = re.findall(r'<button class="go">(Sow: [^<]*)</button>', form)
    browser, other = Client(), table.person(1 - seat)
    led = browser.post(path, play_of(form), follow=True)
    page = log_in(browser, player, led).content.decode()
    assert f"This would be sent: <b>{does}</b> ({other.handle})" in page
    browser.logout()
    led = browser.post(path, play_of(form), follow=True)
    assert does not in log_in(browser, other, led).content.decode()


def test_it_says_which_league_it_is_about(ada: User) -> None:
    league = league_create(user=ada, name="The Long Table")
    for path in (f"/leagues/{league.pk}/organise", f"/leagues/{league.pk}"):
        browser = Client()
        led = browser.post(path, {"viewer": sign_viewer(ada, "Ask them")}, follow=True)
        page = log_in(browser, ada, led).content.decode()
        assert "<b>Ask them</b> (<bdi>The Long Table</bdi>)" in page


@pytest.mark.parametrize("viewer", ["", "made:up", "W10:x"])
def test_without_a_valid_viewer_it_is_not_kept(ada: User, viewer: str) -> None:
    browser = Client()
    led: Any = browser.post("/games/new?players=3", FILLED | {"viewer": viewer})
    assert led.url == "/accounts/login/?next=/games/new"
    assert UNSENT not in browser.session


def test_what_is_final_is_never_kept(ada: User) -> None:
    browser = browser_of(ada)
    game = game_create(
        user=ada,
        wanted=NewTable(options={"mode": "beginner", "players": 2}),
        source=CommandSource.API,
    )
    league = league_create(user=ada, name="The Long Table")
    for path, button, to in (
        ("/settings/close", "Close my account", "/settings/close"),
        (f"/games/{game.pk}", "Call it off", f"/games/{game.pk}/table"),
        (f"/leagues/{league.pk}/organise", "Close the league", f"/leagues/{league.pk}/organise"),
    ):
        page = browser.get(path).content.decode()
        assert 'name="viewer"' in page
        assert sent_late(page, button, to).url == f"/accounts/login/?next={to}"


def test_a_form_shown_to_somebody_else_does_nothing(ada: User, filled: dict[str, str]) -> None:
    refused = browser_of(person("bob")).post("/games/new", filled)
    assert refused.status_code == 403
    assert "you have logged in or out since it was shown" in refused.content.decode()
    assert not Game.objects.exists()
    assert browser_of(ada).post("/games/new", filled).status_code == 302


def test_neither_do_settings_nor_closing_an_account(ada: User) -> None:
    bob = person("bob")
    browser, viewer = browser_of(bob), {"viewer": sign_viewer(ada)}
    assert browser.post("/settings/profile", {"part": "account"} | viewer).status_code == 403
    assert browser.post("/settings/close", viewer).status_code == 403
    bob.refresh_from_db()
    assert bob.closed_at is None


def test_every_form_for_people_carries_its_viewer() -> None:
    for path in TEMPLATES.glob("*.html"):
        forms = [each for each in FORM.findall(path.read_text()) if 'method="post"' in each]
        for form in forms if path.name not in NOT_FOR_VIEWERS else []:
            assert 'include "web/acting.html"' in form or 'include "web/viewer.html"' in form, path


def test_it_stays_for_a_browser_that_had_loaded_the_page_before(
    ada: User, filled: dict[str, str]
) -> None:
    browser = Client()
    led = browser.post("/games/new", filled, follow=True)
    log_in(browser, ada, led)
    assert browser.get("/unsent").status_code == 200


def test_after_an_hour_it_is_offered_no_more(
    ada: User, filled: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = Client()
    log_in(browser, ada, browser.post("/games/new", filled, follow=True))
    late = time.time() + KEPT_FOR.total_seconds()
    monkeypatch.setattr("web.frame.unsent_forms.time.time", lambda: late)
    led: Any = browser.get("/unsent")
    assert led.url == "/"
    assert UNSENT not in browser.session


@pytest.mark.parametrize("handle", ["ada", "bob"])
def test_after_the_log_in_people_stay_logged_in_as_long_as_others(
    handle: str, ada: User, filled: dict[str, str], settings: Settings
) -> None:
    browser = Client()
    led = browser.post("/games/new", filled, follow=True)
    assert 0 < browser.session.get_expiry_age() <= KEPT_FOR.total_seconds()
    log_in(browser, ada if handle == "ada" else person(handle), led)
    assert browser.session.get_expiry_age() == settings.SESSION_COOKIE_AGE


def test_one_that_is_longer_than_any_of_these_pages_is_not_kept(
    ada: User, filled: dict[str, str]
) -> None:
    browser = Client()
    led = browser.post("/games/new", filled | {"title": LONGEST * "x"}, follow=True)
    assert log_in(browser, ada, led).redirect_chain[-1][0] == "/games/new"


def test_a_stranger_can_have_thirty_kept_in_an_hour(
    filled: dict[str, str], settings: Settings
) -> None:
    settings.ACCOUNT_RATE_LIMITS = base.ACCOUNT_RATE_LIMITS
    browsers = [Client() for _ in range(31)]
    led: list[Any] = [browser.post("/games/new", filled) for browser in browsers]
    assert [each.url.endswith("next=/unsent") for each in led] == [True] * 30 + [False]
