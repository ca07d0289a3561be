"""Pages are in the language that Accept-Language asks for."""

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.log_in.changes import change_record
from accounts.models import User
from games.models import Game
from notifications.content.links import choices_url, stop_url
from notifications.kinds.your_turn import YOUR_TURN
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame
from tests.support.wordless import ADDRESS, spoken, words_in, words_of

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize("path", ["", "new", "practice"])
def test_pages_about_tables_have_no_words_of_another_language(
    people: list[User], wordless: str, path: str
) -> None:
    ServiceGame(people[:2], players=3)
    assert words_of(browser_of(people[0]), f"/games/{path}", wordless) == []


def test_what_can_be_done_at_a_game_has_no_words_of_another_language(
    people: list[User], wordless: str
) -> None:
    running = ServiceGame(people[:2])
    assert words_of(browser_of(people[0]), f"/games/{running.id}/table", wordless) == []


def test_pages_about_games_have_no_words_of_another_language(
    people: list[User], wordless: str
) -> None:
    waiting = ServiceGame(people[:2], players=3)
    running = ServiceGame(people[:2], mode="standard", luminaries="all")
    for number in range(4):
        running.play(number)
    over = ServiceGame(people[:2])
    over.forfeit(people[0])
    for browser in (Client(), browser_of(people[0])):
        for path in ("/", *(f"/games/{table.id}" for table in (waiting, running, over))):
            assert words_of(browser, path, wordless) == [], path


def test_refusals_on_pages_have_none(people: list[User], wordless: str) -> None:
    frozen = ServiceGame(people[:2])
    Game.objects.filter(pk=frozen.id).update(damage="Event 3 is missing.")
    assert words_of(Client(), f"/games/{frozen.id}", wordless) == []
    assert words_of(Client(), "/no-such-page", wordless) == []
    assert words_of(Client(enforce_csrf_checks=True), "/accounts/login/", wordless, login="x") == []


def test_pages_about_an_account_have_none(people: list[User], wordless: str) -> None:
    token = change_record(user=people[0], kind="email_changed", address="ada@example.org")
    undo = reverse("account-undo", args=[token])
    names = ("login", "signup", "reset_password")
    paths = [reverse(f"account_{name}") for name in names]
    for path in [*paths, undo]:
        assert words_of(Client(), path, wordless) == [], path
    own = ("account-sessions", "account_email", "account_change_password", "account_logout")
    for name in own:
        assert words_of(browser_of(people[0]), reverse(name), wordless) == [], name
    kinds = [YOUR_TURN]
    stops = [stop_url(people[0], kinds, combined=combined) for combined in (False, True)]
    for url in (*stops, choices_url(people[0]), "/mails/stop/forged"):
        path = url.removeprefix(settings.BASE_URL)
        assert words_of(Client(), path, wordless) == [], path
        for form in ({"List-Unsubscribe": "One-Click"}, {"stop": "kinds"}):
            assert words_of(Client(), path, wordless, **form) == [], path
    assert words_of(Client(), undo, wordless, yes="yes") == []
    assert words_of(Client(), undo, wordless) == []
    assert words_of(Client(), reverse("account-undo", args=["forged"]), wordless) == []


def test_the_settings_have_none(people: list[User], wordless: str) -> None:
    table = ServiceGame(people[:2])
    pages = (
        "/settings",
        *(f"/settings/{page}" for page in ("delivery", "blocks", "notifications")),
    )
    for path in (*pages, f"/games/{table.id}/notifications"):
        assert words_of(browser_of(people[0]), path, wordless) == [], path
    refused = words_of(
        browser_of(people[0]), "/settings/delivery", wordless, part="telling", reminders="own"
    )
    assert refused == []


def test_a_page_is_in_german_for_a_browser_that_prefers_it(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    page = browser_of(people[0]).get(
        f"/games/{table.id}", headers={"Accept-Language": "de,en;q=0.5"}
    )
    assert page.headers["Content-Language"] == "de"
    html = page.content.decode()
    assert "Der Spielplan in Worten" in html
    assert {"Frühling:", "Sommer:", "Herbst:", "Winter:"} <= set(html.split())


def test_an_account_page_in_german_says_du() -> None:
    for name in ("login", "signup", "reset_password"):
        page = Client().get(reverse(f"account_{name}"), headers={"Accept-Language": "de"})
        words = words_in(ADDRESS.sub("", spoken(page.content.decode())))
        assert "Registrieren" in words
        assert {"Sie", "Ihr", "Ihre", "Ihnen", "Benutzername"} & set(words) == set(), name
