"""The pages on small screens and with large text, in forced colours, and without motion.

Names are as long as accounts allow.
"""

import re
from typing import Final

import pytest
from playwright.sync_api import Page

from tests.support.browsing import NARROW, TOO_WIDE, Opener, Site, logged_in, site_of
from tests.support.programs import Embedded

pytestmark = pytest.mark.thorough

LARGE: Final = "() => { document.documentElement.style.fontSize = '200%'; }"
OVERLAPPING: Final = """() => {
  const shown = element => element.checkVisibility({ visibilityProperty: true })
    && !element.closest('svg, .vh, .skip, [hidden], option, select')
    && getComputedStyle(element).clipPath === 'none'
    && getComputedStyle(element).textOverflow !== 'ellipsis';
  const clipped = (element, box) => element && (
    getComputedStyle(element).overflowY === 'hidden'
      && box.top >= element.getBoundingClientRect().bottom - 1
    || clipped(element.parentElement, box));
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.textContent.trim() || !shown(node.parentElement)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const stuck = node.parentElement.closest(
      '.effects, .go, .send, .dock, .firm, .replay-words, .replay-dock');
    for (const box of range.getClientRects())
      if (box.width > 1 && !clipped(node.parentElement, box)) texts.push([node, box, stuck]);
  }
  const found = [];
  for (const [number, [one, a, aStuck]] of texts.entries())
    for (const [other, b, bStuck] of texts.slice(number + 1))
      if (one !== other && aStuck === bStuck
          && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3
          && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            > Math.min(a.height, b.height) * 0.35)
        found.push(`${one.textContent.trim()} | ${other.textContent.trim()}`);
  return found.slice(0, 3);
}"""
"""Texts that lie upon each other. What sticks to the screen lies above the rest on purpose, and the
boxes of two lines may touch where no letters do."""
CUT: Final = """() => [...document.querySelectorAll('main *:not(svg *)')]
  .filter(element => element.checkVisibility() && !element.closest('.vh, [hidden]')
    && element.textContent.trim() && getComputedStyle(element).overflowX === 'hidden'
    && element.clientWidth > 1
    && element.scrollWidth > element.clientWidth + 1)
  .map(element => element.outerHTML.slice(0, 120)).slice(0, 3)"""
"""Texts whose end is cut off."""
SPLIT: Final = """() => {
  const found = [];
  for (const place of document.querySelectorAll(
      '.brand, .at p, .menu summary, .counts thead, .league small')) {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.checkVisibility() || node.parentElement.closest('.vh')) continue;
      for (const { 0: word, index } of node.textContent.matchAll(/[a-z]+/gi)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    }
  }
  return found;
}"""
"""Words of the header, of the headings of tables and of marks of entrants that are broken."""
SMALL_TARGETS: Final = """() => [...document.querySelectorAll(
    '.dock a, .dock button, .top a, .top summary, .beside summary')]
  .filter(element => element.checkVisibility() && !element.closest('.lately'))
  .filter(element => element.getBoundingClientRect().height < 43.5)
  .map(element => element.outerHTML.slice(0, 120)).slice(0, 3)"""
EDGED: Final = """() => [...document.querySelectorAll('.dock .option, .dock .go, .quiet')]
  .filter(element => element.checkVisibility())
  .filter(element => !parseFloat(getComputedStyle(element).borderTopWidth))
  .map(element => element.outerHTML.slice(0, 120))"""
THICK: Final = """() => [...document.querySelectorAll('.dock .on')]
  .map(element => Math.max(...['', '::after'].map(part => {
    const style = getComputedStyle(element, part || null);
    const svg = element.querySelector('svg');
    return Math.max(part && style.content !== 'none' ? 9 : 0, parseFloat(style.borderTopWidth),
      svg ? parseFloat(getComputedStyle(svg).outlineWidth) : 0);
  })))"""
MOVING: Final = """() => [...document.querySelectorAll('*')].filter(element => {
  const { transitionDuration, animationDuration } = getComputedStyle(element);
  return [transitionDuration, animationDuration].some(each => parseFloat(each) > 0);
}).length"""


@pytest.fixture(scope="module")
def site(server: Embedded) -> Site:
    """Return a server with a scene for each kind of page, among people with long names."""
    return site_of(server, "long")


@pytest.fixture
def visit(opened: Opener, site: Site) -> Opener:
    return lambda **how: logged_in(opened(**{"viewport": NARROW} | how), f"{site.url}/")


def turns_of(site: Site) -> list[str]:
    """Return the page of a game at ada's turn, with nothing, a card and a field chosen."""
    chosen = [path for path in site.pages["ada"] if "?card=" in path]
    return [chosen[0].partition("?")[0], *chosen]


def faults(page: Page, site: Site, paths: list[str], *checks: str) -> list[str]:
    """Return what checks find on pages."""
    found = []
    for path in paths:
        page.goto(site.url + path)
        found += [f"{path}: {each}" for check in checks for each in page.evaluate(check)]
    return found


def test_long_names_fit_the_smallest_screen(visit: Opener, site: Site) -> None:
    wide = f"() => {TOO_WIDE} ? ['too wide'] : []"
    paths = [path for path in site.pages["ada"] if not path.startswith("/accounts/logout")]
    found = faults(visit(), site, paths, wide, OVERLAPPING, CUT)
    assert not found, "\n".join(found)


def test_nothing_is_lost_or_overlaps_with_text_twice_as_large(visit: Opener, site: Site) -> None:
    page, found = visit(viewport={"width": 390, "height": 844}), []
    for path in [path for path in site.pages["ada"] if not path.startswith("/accounts/logout")]:
        page.goto(site.url + path)
        page.evaluate(LARGE)
        found += [f"{path}: too wide"] if page.evaluate(TOO_WIDE) else []
        found += [f"{path}: {each}" for c in (OVERLAPPING, CUT) for each in page.evaluate(c)]
    assert not found, "\n".join(found)


def test_no_word_of_the_header_of_a_heading_of_a_score_or_of_a_mark_is_split(
    visit: Opener, site: Site
) -> None:
    page = visit()
    (season,) = [path for path in site.pages["ada"] if re.fullmatch("/seasons/[^/]+", path)]
    for path in ["/settings", season, *turns_of(site)]:
        page.goto(site.url + path)
        page.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
        assert page.evaluate(SPLIT) == []
        page.evaluate(LARGE)
        assert page.evaluate(SPLIT) == []


def test_whatever_is_touched_to_play_is_large_enough(visit: Opener, site: Site) -> None:
    for width in (320, 390, 768, 1280):
        page = visit(viewport={"width": width, "height": 844})
        assert faults(page, site, turns_of(site), SMALL_TARGETS) == []


def test_forced_colours_show_what_can_be_touched_and_what_is_chosen(
    visit: Opener, site: Site
) -> None:
    page = visit(forced_colors="active")
    assert faults(page, site, turns_of(site), EDGED) == []
    page.goto(site.url + turns_of(site)[-1])
    assert page.evaluate(THICK)
    assert min(page.evaluate(THICK)) >= 3


def test_nothing_moves_for_those_who_ask_for_it(visit: Opener, site: Site) -> None:
    path = site.url + turns_of(site)[0]
    still, lively = visit(reduced_motion="reduce"), visit(reduced_motion="no-preference")
    still.goto(path)
    lively.goto(path)
    assert still.evaluate(MOVING) == 0
    assert lively.evaluate(MOVING) > 0
