"""People in real browsers at a running server with games of theirs."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.support.programs import PROJECT, Embedded

PASSWORD = "wheat-and-rye-7"
PHONE: Any = {"width": 360, "height": 740}
NARROW: Any = {"width": 320, "height": 640}
TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"
FLAGS = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MISSING = "/no-such-page"
SOON = 60_000  # milliseconds in which the house plays and a page looks, however busy the machine is

FIELDS = {"q": "NW", "w": "NE", "a": "SW", "s": "SE"}
"""The keys of the fields."""

Opener = Callable[..., Page]
"""Opens a page in a context of its own, which it takes the options of."""


class Site(NamedTuple):
    """A running server, and the addresses of its pages for strangers and for ada."""

    url: str
    pages: dict[str, list[str]]


def added(server: Embedded, module: str, *words: str) -> str:
    """Run a module that adds something to a server's database; return what it prints."""
    made = subprocess.run(
        [sys.executable, "-m", module, *words],
        env=server.environment | {"DJANGO_SETTINGS_MODULE": "config.settings.local"},
        cwd=PROJECT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return made.stdout


def seeded(server: Embedded, scene: str) -> list[str]:
    """Add a scene of `tests.web.seed` to a server; return the addresses of its games."""
    return [f"{server.url}/games/{each}" for each in added(server, "tests.web.seed", scene).split()]


def site_of(server: Embedded, *words: str) -> Site:
    """Add a scene for each kind of page to a server; `words` are those of `tests.web.scenes`."""
    return Site(server.url, json.loads(added(server, "tests.web.scenes", *words)))


def logged_in(page: Page, address: str, name: str = "ada") -> Page:
    """Go to an address by way of the log-in; its scripts hear keys then."""
    page.goto(log_in_at(address))
    log_in(page, name)
    page.wait_for_url(address)
    return page


def log_in_at(address: str) -> str:
    """Return the address of the log-in that leads on to an address."""
    found = urlsplit(address)
    return found._replace(path="/accounts/login/", query=f"next={found.path}").geturl()


def log_in(page: Page, name: str) -> None:
    """Fill in the form of the log-in, and send it."""
    page.locator("input[name=login]").fill(f"{name}@example.org")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()


def asked(page: Page) -> bool:
    """Return whether a page asks its visitor for something."""
    return page.locator(".turn:not(.wait)[data-part]").count() > 0


def may_choose(page: Page, field: str) -> bool:
    return page.locator(f".dock .fields a[href*='field={field}']").count() > 0


def begin_to_sow(page: Page) -> None:
    """Choose a card and a field in which it may be sown, so that the play is whole."""
    for card in page.locator(".hand a.card:not(.off)").all():
        card.click()
        expect(page).to_have_url(re.compile(r"\?card="))
        field = page.locator(".dock .fields a:has(strong:has-text('Sow'))").first
        if not field.count():
            continue
        field.click()
        expect(page).to_have_url(re.compile("field="))
        sow = page.locator(".dock .verbs a[href*='verb=sow']:not(.on)")
        if sow.count():
            sow.click()
            expect(page).to_have_url(re.compile("verb=sow"))
        expect(page.locator(".dock button.go")).to_be_visible()
        return
    raise AssertionError(page.url)


CONTRAST = """() => {
  const luminance = colour => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const ground = element => {
    for (; element; element = element.parentElement) {
      const colour = getComputedStyle(element).backgroundColor;
      if (!/, 0\\)$/.test(colour)) return luminance(colour);
    }
    return 1;
  };
  const elements = document.querySelectorAll(':is(main, header, footer) *:not(svg, svg *)');
  return Math.min(...[...elements].map(element => {
    const ink = luminance(getComputedStyle(element).color), paper = ground(element);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  }));
}"""


MOST_CHOICES: Final = 9  # until a play can be sent

CARD: Final = re.compile("card=")

FOCUSED: Final = "document.activeElement"

WITHIN_STEP: Final = f"!!{FOCUSED}.closest('.dock .step') && !{FOCUSED}.matches('[aria-current]')"

MOST_TABS: Final = 80


def tab_to(page: Page, holds: str) -> None:
    """Press Tab until something holds of what has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(holds):
            return
    raise AssertionError(f"Tab does not lead to {holds}")


def turn_by_keys(page: Page) -> None:
    """Press a card's number, a field's letter, what is left to choose, and Enter."""
    for card in "1234":
        page.keyboard.press(card)
        page.wait_for_url(CARD)
        offered = (key for key, field in FIELDS.items() if may_choose(page, field))
        if (field := next(offered, None)) is None:
            page.keyboard.press("Escape")
            expect(page).not_to_have_url(CARD)
            continue
        page.keyboard.press(field)
        page.wait_for_url(re.compile("field="))
        _choose_the_rest(page)
        version = page.locator("input[name=version]").first.input_value()
        page.keyboard.press("Enter")
        expect(page.locator(f"input[name=version][value='{version}']")).to_have_count(0)
        return
    raise AssertionError("no card can be played")


def _choose_the_rest(page: Page) -> None:
    for _ in range(MOST_CHOICES):
        if page.locator(".dock form.send button.go").count():
            page.locator("body").evaluate("() => document.activeElement.blur()")
            return
        address = page.url
        tab_to(page, WITHIN_STEP)
        while page.evaluate(f"{FOCUSED}.closest('.verbs') !== null"):
            tab_to(page, WITHIN_STEP)
        page.keyboard.press("Space")
        page.wait_for_function("address => location.href !== address", arg=address)
    raise AssertionError(page.url)
