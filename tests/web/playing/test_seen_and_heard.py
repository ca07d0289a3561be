"""What was played on an open page is seen to move, and heard, a sentence each."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import PHONE, Opener, asked, begin_to_sow, logged_in, seeded
from tests.support.programs import Embedded

pytestmark = pytest.mark.slow

GO = ".dock button.go"
WATCH = """() => {
  window.moved = 0;
  new MutationObserver(() => {
    moved += document.getAnimations().filter(each => each.effect.target?.dataset.item).length;
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""
"""Counts the items of the board that move, at each change of the page."""

NAMED = """() => {
  window.named = [];
  new MutationObserver(() => {
    if (!document.querySelector(".board.moving")) return;
    const both = ["#turn", ".seat.plays h3"].map(each => document.querySelector(each).textContent);
    if (both.join() !== named.at(-1)?.join()) named.push(both);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""
"""Notes, while something moves, what the ribbon says, and which seat is marked as playing."""


SKIP = """() => {
  window.left = null;
  new MutationObserver((_, observer) => {
    if (!document.querySelector(".board.moving")) return;
    observer.disconnect();
    dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    setTimeout(() => (left = document.querySelectorAll(".board.moving").length));
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""
"""Touches the page as soon as something moves on it, and notes whether it goes on."""


def players(opened: Opener, server: Embedded, **how: object) -> tuple[Page, Page]:
    """Return the pages of somebody who is asked in a game, and of their opponent."""
    game = seeded(server, "long")[0]
    pages = [logged_in(opened(viewport=PHONE, **how), game, name) for name in ("ada", "bob")]
    return (pages[0], pages[1]) if asked(pages[0]) else (pages[1], pages[0])


def said(page: Page) -> str:
    """Return what the live region says."""
    return page.locator("#said").text_content() or ""


def name_of(page: Page) -> str:
    """Return who looks at a page, as sentences begin with it."""
    return (page.locator("body").get_attribute("data-person") or "").capitalize()


def test_a_play_is_seen_to_move_and_heard_by_both(opened: Opener, server: Embedded) -> None:
    first, second = players(opened, server)
    for page in (first, second):
        page.evaluate(WATCH)
    begin_to_sow(first)
    heard = said(first)
    button = first.locator(GO).text_content() or "?"
    assert "Sow" in heard
    assert heard.endswith(button)
    for effect in first.locator(".effects li").all():
        assert (effect.text_content() or "?").partition(" ")[0] in heard
    first.locator(GO).click()
    expect(first.locator("#said")).to_have_text(re.compile(r"You sow .*\. You draw .*\."))
    theirs = re.compile(rf"^Your turn {name_of(first)} sows .*\. {name_of(first)} draws \d")
    expect(second.locator("#said")).to_have_text(theirs)
    for page in (first, second):
        page.wait_for_function("() => moved > 0")
        expect(page.locator(".board.moving")).to_have_count(0)


def test_a_tap_skips_what_moves(opened: Opener, server: Embedded) -> None:
    first, _ = players(opened, server)
    begin_to_sow(first)
    first.evaluate(SKIP)
    first.locator(GO).click()
    first.wait_for_function("() => left === 0")
    expect(first.locator(".turn.wait[data-part]")).to_be_visible()


def test_nothing_moves_for_those_who_ask_for_that(opened: Opener, server: Embedded) -> None:
    first, second = players(opened, server, reduced_motion="reduce")
    for page in (first, second):
        page.evaluate(WATCH)
    begin_to_sow(first)
    first.locator(GO).click()
    for page in (first, second):
        expect(page.locator("#said")).to_have_text(re.compile("sows? "))
        assert page.evaluate("moved") == 0


def test_a_page_that_is_opened_offers_the_steps_and_moves_nothing(
    opened: Opener, server: Embedded
) -> None:
    first, second = players(opened, server)
    begin_to_sow(first)
    first.locator(GO).click()
    expect(first.locator(".turn.wait[data-part]")).to_be_visible()
    second.goto(second.url)
    second.evaluate(WATCH)
    expect(second.get_by_role("link", name="Step by step")).to_be_visible()
    assert second.evaluate("moved") == 0
    assert said(second) == ""


def test_keys_open_their_list_and_the_last_step_of_the_replay(
    opened: Opener, server: Embedded
) -> None:
    page, _ = players(opened, server)
    page.keyboard.press("?")
    expect(page.locator("#keys dl")).to_be_visible()
    for key in ("←", "↑", "?"):
        expect(page.locator("#keys kbd", has_text=key).first).to_be_visible()
    page.locator("body").evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"/replay/\d+$"))
    version = page.url.rpartition("/")[2]
    expect(page.locator("#version")).to_have_value(version)
    assert page.locator("#version").get_attribute("max") == version


def test_the_ribbon_names_who_plays_on_each_board_that_is_shown(
    opened: Opener, server: Embedded
) -> None:
    first, second = players(opened, server)
    watcher = opened(viewport=PHONE)
    watcher.goto(first.url)
    watcher.evaluate(NAMED)
    watcher.context.set_offline(True)
    for page in (first, second, first):
        expect(page.locator(".turn:not(.wait)[data-part]")).to_be_visible()
        begin_to_sow(page)
        page.locator(GO).click()
    expect(first.locator(".turn.wait[data-part]")).to_be_visible()
    watcher.context.set_offline(False)
    expect(watcher.locator("#said")).to_contain_text(re.compile("(sows .*){3}"))
    names = [name_of(page).lower() for page in (first, second)]
    assert watcher.evaluate("named") == [[f"It is the turn of {name}.", name] for name in names]
