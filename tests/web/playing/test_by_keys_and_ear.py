"""A whole game by keyboard alone, and one by what a screen reader finds: roles and names.

Each is a game of one round against the house, with all that a beginner may do. The guided first
game is played by roles and names, too.
"""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, Page, expect

from games.making import lesson
from tests.support.browsing import (
    FOCUSED,
    MOST_CHOICES,
    PASSWORD,
    Opener,
    log_in_at,
    seeded,
    tab_to,
    turn_by_keys,
)
from tests.support.programs import Embedded

pytestmark = pytest.mark.thorough

MOST_TURNS: Final = 60
DOES: Final = re.compile("^(Sow: |Harvest [0-9]|Make a stockpile)")
"""What the button says that plays."""
FREE: Final = re.compile("^[^:]*$")
"""The name of a card that can be played now."""


@pytest.fixture(scope="module")
def games(server: Embedded) -> list[str]:
    """Return the addresses of two practice games of ada at a running server."""
    return seeded(server, "practising")


@pytest.fixture
def page(opened: Opener) -> Page:
    return opened()


def play_on(page: Page, turn: Callable[[Page], None]) -> None:
    """Take turns until the game is over."""
    asked = page.get_by_role("heading", name="Your turn", exact=True)
    over = page.get_by_role("heading", name="The game is over.")
    for _ in range(MOST_TURNS):
        expect(asked.or_(over).first).to_be_visible()
        if over.count():
            return
        turn(page)
    raise AssertionError("the game goes on and on")


def logged_in_by_keys(page: Page, game: str) -> None:
    """Go to a game by way of the log-in, without a pointer; its scripts hear keys then."""
    page.goto(log_in_at(game))
    tab_to(page, f"{FOCUSED}.name === 'login'")
    page.keyboard.type("ada@example.org")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(game)


def turn_by_ear(page: Page) -> None:
    """Follow the names in the list of one's hand and in the groups below the board."""
    hand = page.get_by_role("list", name="Your hand")
    dock = page.get_by_role("region").filter(has=hand)
    _follow(page, hand.get_by_role("link").first)
    _follow(page, dock.get_by_role("group", name="Where").get_by_role("link").first)
    send = dock.get_by_role("button", name=DOES)
    _decide(page, dock, send)
    done = send.first.text_content()
    send.first.click()
    expect(dock.get_by_role("button", name=done or "", exact=True)).to_have_count(0)


def _decide(page: Page, dock: Locator, send: Locator) -> None:
    for _ in range(MOST_CHOICES):
        if send.count():
            return
        groups, current = dock.get_by_role("group"), page.locator("[aria-current]")
        undecided = groups.filter(has_not=current)
        asked = undecided.last if undecided.count() else groups.last  # of which more can be chosen
        others = page.locator(":not([aria-current])")
        _follow(page, asked.get_by_role("link").and_(others).first)


def _follow(page: Page, link: Locator) -> None:
    address = page.url
    link.click()
    page.wait_for_function("address => location.href !== address", arg=address)


def test_a_whole_game_is_played_by_keyboard_alone(page: Page, games: list[str]) -> None:
    logged_in_by_keys(page, games[0])
    play_on(page, turn_by_keys)


def test_a_whole_game_is_played_by_roles_and_names(page: Page, games: list[str]) -> None:
    page.goto(log_in_at(games[1]))
    page.get_by_role("textbox", name="Mail address").fill("ada@example.org")
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(games[1])
    play_on(page, turn_by_ear)


def test_the_guided_game_is_played_by_roles_and_names(page: Page, games: list[str]) -> None:
    page.goto(f"{games[0].partition('/games/')[0]}/first")
    hand = page.get_by_role("list", name="Your hand")
    dock = page.get_by_role("region").filter(has=hand)
    for step in lesson.STEPS:
        # Until the house's answer has been shown, a touch only skips it.
        expect(page.get_by_role("heading", level=1)).to_have_text(str(step.title))
        _follow(page, hand.get_by_role("link", name=FREE).first)
        send = dock.get_by_role("link", name=DOES)
        _decide(page, dock, send)
        _follow(page, send)
    expect(page.get_by_role("heading", level=1)).to_have_text("Now you can play")
    expect(page.get_by_role("link", name="Sign up and keep this game")).to_be_visible()
