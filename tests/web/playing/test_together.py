"""Three people play to the end: on a phone, by keyboard, and by keyboard without scripts."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browsing import FIELDS, Opener, asked, logged_in, may_choose, seeded
from tests.support.programs import Embedded

MOST = 150  # looks at the pages until the end
TOUCHED = (
    ".dock .sets a:not(.on)",
    ".dock .fields a:has(strong:has-text('Harvest'))",
    ".dock .fields a:has(strong:has-text('Sow'))",
    ".dock .verbs a[href*='verb=sow']:not(.on)",
    ".dock .step a:not(.on)",
    ".hand a:not(.on)",
)
"""What is touched: the first of these that the page has."""
MOST_TABS = 120
CHOICES = 12  # touches until a play can be sent
GO, OTHERS = ".dock button.go", ".dock .send button"


class Seated(NamedTuple):
    """Somebody at the table: their page, how they come to a play that is whole, and send it."""

    page: Page
    choose: Callable[[Page], None]
    send: Callable[[Page], None]
    has_scripts: bool


def is_whole(page: Page) -> bool:
    """Return whether something can be sent."""
    return page.locator(GO).count() > 0


def touch(page: Page, offered: Locator) -> None:
    """Touch or click what leads to another address, and wait until it is shown."""
    address = page.url
    offered.click()
    expect(page).not_to_have_url(address)
    page.wait_for_load_state("domcontentloaded")


def by_touch(page: Page) -> None:
    """Choose by touching what the page offers: a card, a field, and a set or else sowing."""
    for _ in range(CHOICES):
        if is_whole(page):
            return
        found = (page.locator(each).first for each in TOUCHED)
        offered = next((each for each in found if each.count()), None)
        if offered is None:
            return
        touch(page, offered)
    raise AssertionError(page.url)


def send_by_touch(page: Page) -> None:
    page.locator(GO if is_whole(page) else OTHERS).first.click()


def by_keys(page: Page) -> None:
    """Choose by keys alone: a card, a field, sowing; what has no key, by Tab and Enter."""
    for number, card in enumerate("1234", start=1):
        if is_whole(page) or not page.locator(f".hand > li:nth-child({number}) a").count():
            break
        page.keyboard.press("Escape")
        page.keyboard.press(card)
        page.wait_for_url("**card=*")
        for key, field in FIELDS.items():
            if not may_choose(page, field):
                continue
            page.keyboard.press(key)
            page.wait_for_url(f"**field={field}*")
            if page.locator(".verbs a[href*='verb=sow']").count():
                page.keyboard.press("o")
                page.wait_for_url("**verb=sow*")
                return
    by_tab(page)


def by_tab(page: Page) -> None:
    """Choose as by touch, but by the Tab and Enter keys."""
    for _ in range(CHOICES):
        found = (page.locator(each) for each in TOUCHED)
        offered = next((each for each in found if each.count()), None)
        if is_whole(page) or offered is None:
            return
        address = page.url
        if not tab_to(page, offered):
            continue
        page.keyboard.press("Enter")
        expect(page).not_to_have_url(address)
        page.wait_for_load_state("domcontentloaded")
    raise AssertionError(page.url)


def tab_to(page: Page, wanted: Locator) -> bool:
    """Press Tab until the first of what is wanted is focused; return whether it stays there.

    A script may still be showing what was chosen last, without what is wanted.
    """
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if not wanted.count():
            return False
        if wanted.first.evaluate("element => element === document.activeElement"):
            return True
    raise AssertionError(f"The Tab key does not reach {wanted}: {page.url}")


def send_by_tab(page: Page) -> None:
    """Send by the first button that the Tab key comes to, without a script that hears keys."""
    tab_to(page, page.locator(GO if is_whole(page) else OTHERS))
    page.keyboard.press("Enter")


def send_by_keys(page: Page) -> None:
    """Send by Enter, or by the first button that the Tab key comes to."""
    if not is_whole(page):
        tab_to(page, page.locator(OTHERS))
    page.keyboard.press("Enter")


def seated(opened: Opener, game: str) -> list[Seated]:
    """Return three people who look at the game, each in their own way."""

    def look(name: str, **how: Any) -> Page:
        return logged_in(opened(**how), game, name)

    phone = look("ada", viewport={"width": 390, "height": 844}, has_touch=True)
    plain = look("cy", java_script_enabled=False)
    return [
        Seated(phone, by_touch, send_by_touch, has_scripts=True),
        Seated(look("bob"), by_keys, send_by_keys, has_scripts=True),
        Seated(plain, by_tab, send_by_tab, has_scripts=False),
    ]


@pytest.mark.thorough
def test_three_people_play_to_the_end(opened: Opener, server: Embedded) -> None:
    people = seated(opened, seeded(server, "whole")[0])
    for _ in range(MOST):
        for each in people:
            if not each.has_scripts and each.page.locator(".again a").count():
                each.page.locator(".again a").click()
        turn = next((each for each in people if asked(each.page)), None)
        if turn:
            play(turn)
        elif all(each.page.locator("[data-part=turn]").count() == 0 for each in people):
            break
        else:
            people[0].page.wait_for_timeout(500)
    for each in people:
        each.page.reload()
        expect(each.page.locator(".end h2")).to_be_visible()


def play(turn: Seated) -> None:
    """Let somebody choose and send something, and wait until the page shows that it is done."""
    turn.choose(turn.page)
    chosen = turn.page.locator("[data-etag]").get_attribute("data-etag")
    turn.send(turn.page)
    expect(turn.page.locator(f"[data-etag='{chosen}']")).to_have_count(0)
    assert not turn.page.locator("[role=alert]").count(), turn.page.locator("[role=alert]").all()
