"""What a browser on a phone loads for a game, and how soon it answers a touch."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page, Response, sync_playwright

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}
SLOWED: Final = 4  # times, as a cheap phone is against this machine
TAPS: Final = 12
BETWEEN: Final = 700  # milliseconds, in which the page has swapped its parts
PLAIN: Final = "/accounts/sessions/"
LISTENING: Final = """
window.taken = {};
new PerformanceObserver(list => {
  for (const { interactionId: id, duration } of list.getEntries())
    if (id) window.taken[id] = Math.max(window.taken[id] ?? 0, duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
"""
"""Keeps the longest time from an input of each touch to the next paint, from 16 ms on."""
LEAST: Final = 16.0


class Loaded(NamedTuple):
    """What a first visit loads: bytes over the network by path, and addresses of other hosts."""

    sizes: dict[str, int]
    strangers: list[str]


class Opened(NamedTuple):
    """A browser's visit to a game: what it loaded, and milliseconds from each touch to a paint.

    `answers` are the bytes that touches fetched. `plain` are the times of a page with hardly
    anything on it, which say how busy the machine was.
    """

    loaded: Loaded
    touches: list[float]
    answers: list[int]
    plain: list[float]


def visit(program: str, url: str, cookie: dict[str, str], path: str) -> Opened:
    """Open a game on a phone, and touch card after card. `program` is the browser's."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        try:
            loaded = _load(browser, url, cookie, path)
            touches, answers = _touch(browser, url, cookie, path, _play)
            plain, _ = _touch(browser, url, cookie, PLAIN, _unfold)
            return Opened(loaded, touches, answers, plain)
        finally:
            browser.close()


def _page(browser: Browser, url: str, cookie: dict[str, str]) -> Page:
    context = browser.new_context(**PHONE, service_workers="block")
    context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": url}])
    return context.new_page()


def _load(browser: Browser, url: str, cookie: dict[str, str], path: str) -> Loaded:
    """Return what is loaded by a browser that has nothing of the server yet."""
    page, answers = _page(browser, url, cookie), list[Response]()
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks it
    page.goto(url + path, wait_until="networkidle")
    own = [each for each in answers if urlsplit(each.url).netloc == urlsplit(url).netloc]
    sizes = {urlsplit(each.url).path: _size(each) for each in own}
    page.context.close()
    return Loaded(sizes, [each.url for each in answers if each not in own])


def _size(answer: Response) -> int:
    """Return the bytes of an answer's body as they go over the network."""
    return answer.request.sizes()["responseBodySize"]


def _touch(
    browser: Browser,
    url: str,
    cookie: dict[str, str],
    path: str,
    touch: Callable[[Page, int], None],
) -> tuple[list[float], list[int]]:
    """Return the milliseconds from touch to paint of a slowed browser, and the bytes fetched."""
    page, answers = _page(browser, url, cookie), list[Response]()
    page.add_init_script(LISTENING)
    page.goto(url + path, wait_until="networkidle")
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - Playwright marks it
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    for number in range(TAPS):
        touch(page, number)
    taken: list[float] = page.evaluate("Object.values(window.taken)")
    sizes = [_size(each) for each in answers if urlsplit(each.url).path == path]
    page.context.close()
    return taken or [LEAST], sizes


def _play(page: Page, number: int) -> None:
    """Touch a card, and a field if one is offered."""
    cards = page.locator(".hand a.card")
    _tap(page, cards.nth(number % cards.count()))
    if (field := page.locator(".dock .fields a")).count():
        _tap(page, field.first)


def _unfold(page: Page, _: int) -> None:
    """Open the menu, or close it."""
    _tap(page, page.locator(".menu summary"))


def _tap(page: Page, what: Locator) -> None:
    """Touch the middle of something, without what Playwright's own tap does in the page."""
    if box := what.bounding_box():
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_timeout(BETWEEN)
