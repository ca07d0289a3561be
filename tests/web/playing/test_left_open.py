"""A page that stays open says what it would say if it were loaded anew."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import PHONE, Opener, asked, begin_to_sow, logged_in, seeded
from tests.support.programs import Embedded

pytestmark = pytest.mark.slow

MINUTE = 60_000  # milliseconds
FOLDED = "() => document.querySelectorAll('main details').forEach(each => (each.open = true))"
SAID = """() => {
  const blocks = document.querySelector(".blocks");
  blocks.style.display = "none"; // they are words only where they are used
  const lines = document.body.innerText.split("\\n").map(line => line.trim());
  blocks.style.display = "";
  return [document.title, document.querySelector("link[rel=icon]").getAttribute("href"),
    ...lines.filter(line => line && !/\\d (h|min|s)\\b/.test(line))];
}"""
"""What a page says, but for the time that is left, which goes on meanwhile."""


def players(opened: Opener, server: Embedded, **how: object) -> tuple[Page, Page]:
    """Return the pages of somebody who is asked in a game, and of their opponent."""
    game = seeded(server, "long")[0]
    pages = [logged_in(opened(**how), game, name) for name in ("ada", "bob")]
    for page in pages:
        page.reload()  # without the greeting of the log-in
    return (pages[0], pages[1]) if asked(pages[0]) else (pages[1], pages[0])


def says(page: Page) -> list[str]:
    """Return what a page says, with all that is folded away."""
    page.evaluate(FOLDED)
    page.evaluate("() => document.getElementById('said').replaceChildren()")  # of the moment
    return list(page.evaluate(SAID))


def anew(page: Page) -> list[str]:
    """Return what the same page says when it is loaded anew, in a tab of the same browser."""
    fresh = page.context.new_page()
    fresh.goto(page.url)
    expect(fresh.locator("html.looks")).to_have_count(1)
    said = says(fresh)
    fresh.close()
    return said


def test_after_plays_both_pages_say_what_they_would_say_anew(
    opened: Opener, server: Embedded
) -> None:
    first, second = players(opened, server, viewport=PHONE)
    begin_to_sow(first)
    first.locator(".dock button.go").click()
    expect(first.locator(".turn.wait[data-part]")).to_be_visible()
    expect(second.locator(".turn:not(.wait)[data-part]")).to_be_visible()
    expect(first).not_to_have_url(re.compile("card="))
    for page in (first, second):
        expect(page.locator("#said")).not_to_be_empty()
        assert says(page) == anew(page)


def test_what_was_chosen_in_another_tab_is_forgotten_once_it_is_played(
    opened: Opener, server: Embedded
) -> None:
    first, second = players(opened, server)
    begin_to_sow(first)
    other = first.context.new_page()
    other.goto(first.url)
    first.locator(".dock button.go").click()
    for page in (first, other):
        expect(page.locator(".turn.wait[data-part]")).to_be_visible()
    expect(other).not_to_have_url(re.compile("card="))
    begin_to_sow(second)
    second.locator(".dock button.go").click()
    for page in (first, other):
        expect(page.locator(".turn:not(.wait)[data-part]")).to_be_visible()
        expect(page.get_by_text("is not possible any more")).to_have_count(0)


def test_all_tabs_learn_by_one_request_that_a_game_waits(opened: Opener, server: Embedded) -> None:
    first, second = players(opened, server)
    home, settings = (second.context.new_page() for _ in range(2))
    waited = int(second.locator("[data-number]").first.text_content() or 0)
    asks: list[str] = []
    second.context.on("request", lambda request: asks.append(request.url))
    home.clock.install(time=0)  # of all tabs
    home.goto(f"{server.url}/")
    settings.goto(f"{server.url}/settings")
    home.clock.pause_at(30)  # seconds
    second.close()
    begin_to_sow(first)
    first.locator(".dock button.go").click()
    expect(first.locator(".turn.wait[data-part]")).to_be_visible()
    asks.clear()
    home.clock.run_for(MINUTE)
    for page in (home, settings):
        expect(page).to_have_title(re.compile(rf"^\({waited + 1}\) "))
        icon = page.locator("link[rel=icon]")
        expect(icon).to_have_attribute("href", f"/turns/{waited + 1}.svg")
    assert [each for each in asks if each.endswith("/turns")] == [f"{server.url}/turns"]
    expect(home.locator("#turns")).to_contain_text(f"{waited + 1} game")
    expect(home.locator("#turns + ul > li")).to_have_count(waited + 1)


def test_home_tells_within_five_minutes_what_changes_no_number(
    opened: Opener, server: Embedded
) -> None:
    first, second = players(opened, server)
    home = second.context.new_page()
    home.clock.install()
    home.goto(f"{server.url}/")
    second.close()
    first.goto(f"{first.url}/table")
    first.locator("button[value=wish_end]").click()
    expect(first.locator(".board")).to_be_visible()
    home.clock.run_for(4 * MINUTE)
    expect(home.locator("#asked")).to_have_count(0)
    home.clock.run_for(MINUTE)
    expect(home.locator("#asked + ul")).to_contain_text("wishes to end the game")


def test_a_page_that_nobody_uses_looks_once_a_minute(opened: Opener, server: Embedded) -> None:
    page, _ = players(opened, server)
    page.clock.install()
    page.reload()
    looks: list[str] = []
    page.on("request", lambda request: looks.append(request.url))
    for _ in range(30):
        page.clock.run_for(MINUTE // 2)
    used = [each for each in looks if each == page.url]
    assert 1 <= len(used) <= 60


def test_a_waiting_table_shows_who_sits_down_and_leads_to_the_board(
    opened: Opener, server: Embedded
) -> None:
    (game,) = seeded(server, "gathering")
    ada, bob = (logged_in(opened(viewport=PHONE), game, name) for name in ("ada", "bob"))
    ada.clock.install()
    ada.reload()
    ada.locator("#handle").fill("somebody")
    bob.locator("button[value=sit]").click()
    expect(bob.locator(".turn")).to_contain_text("2 of 3")
    ada.clock.run_for(MINUTE // 4)
    expect(ada.locator(".turn")).to_contain_text("2 of 3")
    expect(ada.locator("h1")).to_have_text("ada, bob")
    expect(ada.locator("#handle")).to_have_value("somebody")
    beside = ada.context.new_page()
    beside.goto(game)
    beside.get_by_text("Give a seat to the house").click()
    beside.locator("button[value=steady]").click()
    expect(beside.locator(".board")).to_be_visible()
    ada.clock.run_for(MINUTE // 4)
    expect(ada.locator(".board")).to_be_visible()


def test_the_address_of_a_table_is_copied_by_a_button(opened: Opener, server: Embedded) -> None:
    (game,) = seeded(server, "gathering")
    page = opened(viewport=PHONE, permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    logged_in(page, game)
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_text("The address is copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == game
