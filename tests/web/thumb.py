"""Somebody who plays by touching at random only what the page of a game offers, on a phone."""

from html import unescape
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import Page, expect

from tests.support.pages import read_out

MOST_TAPS: Final = 60  # until something is sent
TARGETS: Final = (
    ".hand a, .dock .options a, .board a[data-item], "
    ".board [data-field] > a:not([data-luminary]), form.send button"
)
READY: Final = "form.send .go"
REACHED: Final = """selector => [...document.querySelectorAll(selector)].map((element, number) => {
  const leads = new URL(element.getAttribute("href") ?? "#send", location);
  if (leads.href === location.href) return null;
  const target = element.matches("[data-field] > a") ? element.querySelector("use") : element;
  const box = target.getBoundingClientRect(), spots = [];
  for (const right of [0.5, 0.25, 0.75, 0.1, 0.9])
    for (const down of [0.5, 0.25, 0.75, 0.1, 0.9])
      spots.push([box.x + box.width * right, box.y + box.height * down]);
  const spot = spots.find(([x, y]) => element.contains(document.elementFromPoint(x, y)));
  const sends = element.matches("button");
  return spot ? { number, x: spot[0], y: spot[1], sends, leads: leads.href } : null;
}).filter(Boolean)"""
"""What a thumb reaches of some elements, each with a point that hits it."""
COVERED: Final = """() => {
  const field = new URLSearchParams(location.search).get("field");
  const drawn = field && document.querySelector(`.board [data-field="${field}"]`);
  if (!drawn) return [];
  const dock = document.querySelector(".dock"), found = [];
  const sticks = getComputedStyle(dock).position === "sticky";
  const floor = Math.round(sticks ? dock.getBoundingClientRect().top : innerHeight);
  const board = document.querySelector(".board").getBoundingClientRect();
  const box = drawn.getBoundingClientRect();
  const top = Math.round(Math.max(box.top, board.top));
  const bottom = Math.round(Math.min(box.bottom, board.bottom));
  if (top < -2 || bottom > floor + 2)
    found.push(`${field} from ${top} to ${bottom}, the dock begins at ${floor}`);
  const shares = [0.5, 0.12, 0.88];
  for (const item of drawn.querySelectorAll("a[data-item]")) {
    const { left, top, width, height } = item.getBoundingClientRect();
    const is_hit = shares.some(right => shares.some(down => item.contains(
      document.elementFromPoint(left + width * right, top + height * down))));
    if (!is_hit) found.push(`${item.dataset.item} is ringed and cannot be touched`);
  }
  return found;
}"""
"""What of a chosen field lies under something, or is ringed there and cannot be touched."""
STANDS: Final = """() => [location.href,
  document.querySelector("[data-etag]")?.dataset.etag].join()"""
CHANGED: Final = f"before => ({STANDS})() !== before"
SETTLED: Final = "() => !document.querySelector('.pressed, .board.moving')"


class Turn(NamedTuple):
    """How many taps something took, and what the page foretold of it."""

    taps: int
    foretold: list[str]


def asked_or_over(page: Page) -> bool:
    """Wait until the page asks its visitor; return False if the game is over instead."""
    asked, over = page.locator(".turn:not(.wait)[data-part]"), page.locator(".end h2")
    expect(asked.or_(over).first).to_be_visible()
    return over.count() == 0


def take_turn(page: Page, random: Random) -> Turn:
    """Touch what the page offers, first what is new, until something is sent.

    What is chosen must lie free, and what is complete must be sent by a touch.
    """
    been = {page.url}
    for taps in range(1, MOST_TAPS):
        page.wait_for_function(SETTLED)  # while cards move, a touch only stops that
        reached = page.evaluate(REACHED, TARGETS)
        assert reached, f"nothing can be touched: {page.url}"
        sends = [each for each in reached if each["sends"]]
        assert sends or not page.locator(READY).count(), f"cannot be sent: {page.url}"
        new = [each for each in reached if each["leads"] not in been]
        chosen = random.choice(sends if sends and random.random() < 0.5 else new or reached)
        been.add(chosen["leads"])
        effects = page.locator(".effects li").evaluate_all("all => all.map(li => li.innerHTML)")
        before = page.evaluate(STANDS)
        page.touchscreen.tap(chosen["x"], chosen["y"])
        page.wait_for_function(CHANGED, arg=before)
        if chosen["sends"]:
            # What the last of them announces, such as a draw, is told in other words afterwards.
            return Turn(taps, [said(each) for each in effects[:-1]])
        page.wait_for_function(SETTLED)
        covered = page.evaluate(COVERED)
        assert covered == [], (page.url, page.viewport_size)
    raise AssertionError(page.url)


def said(html: str) -> str:
    """Return a sentence of a page as it is read out."""
    return " ".join(unescape(read_out(html)).split())
