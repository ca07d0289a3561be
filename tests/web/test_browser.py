"""A game and its replay in a real browser, on a real server."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.making import lesson
from games.making.guided_game import path_of
from tests.support.browsing import (
    CONTRAST,
    PHONE,
    Opener,
    asked,
    begin_to_sow,
    log_in,
    logged_in,
    seeded,
    turn_by_keys,
)
from tests.support.profiles import also
from tests.support.programs import Embedded

CUT = """() => {
  const left = document.querySelector(".card.on > svg").getBoundingClientRect().left - 4.5;
  const cuts = each => getComputedStyle(each).overflowX !== "visible"
    && each.getBoundingClientRect().left > left;
  const found = [];
  for (let each = document.querySelector(".card.on"); each; each = each.parentElement)
    if (cuts(each)) found.push(each.className);
  return found;
}"""
"""What cuts off the left of the ring around the chosen card."""


KEPT = "game => localStorage.getItem(`illimat-entropy-${game}`)"
"""What a browser keeps that it has contributed to chance in a game."""


BOARD = 1.34  # height of the seats and fields in a picture, by its width


@pytest.fixture(scope="module")
def game(server: Embedded) -> str:
    """Return the address of a private game of ada and bob."""
    return seeded(server, "private")[0]


@pytest.fixture
def replay(opened: Opener, game: str) -> Page:
    """Return a phone on which ada is at the first step of the replay."""
    return logged_in(opened(viewport=PHONE), f"{game}/replay/1")


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", *also("dark")])
def test_a_player_logs_in_and_sees_the_own_hand(opened: Opener, game: str, theme: str) -> None:
    page = opened(viewport=PHONE, java_script_enabled=False, color_scheme=theme)
    page.goto(game)  # the game is private: log-in comes first, then leads back
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    log_in(page, "ada")
    expect(page.get_by_role("heading", level=1)).to_have_text("bob")
    hand = page.get_by_role("list", name="Your hand")
    expect(hand.locator("li:not(.draw)")).to_have_count(4)
    for field in ("North-west", "North-east", "South-west", "South-east"):
        expect(page.locator(f".board [role=group][aria-label^='{field}']")).to_be_visible()
    expect(page.get_by_role("region", name="Players").get_by_role("heading")).to_have_count(2)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    assert page.evaluate(CONTRAST) >= 4.5  # WCAG 2.2, 1.4.3
    page.goto(game.partition("/games/")[0])
    page.locator(f"main a[href='/games/{game[-36:]}']").first.click()
    expect(page).to_have_url(game)


@pytest.mark.thorough
def test_a_card_is_played_by_keys(opened: Opener, game: str) -> None:
    pages = [logged_in(opened(), game, name) for name in ("ada", "bob")]
    turn_by_keys(next(page for page in pages if asked(page)))


@pytest.mark.slow
def test_keys_links_and_the_slider_step_through_a_replay_without_a_reload(replay: Page) -> None:
    replay.evaluate("window.unloaded = false")
    words, seen = replay.locator(".replay-words"), list[str]()
    steps: list[Callable[[], object]] = [
        lambda: replay.keyboard.press("ArrowRight"),
        lambda: replay.get_by_role("link", name="Next step").click(),
        lambda: replay.keyboard.press("ArrowLeft"),
        lambda: replay.keyboard.press("End"),
        lambda: replay.get_by_role("slider", name="Step").fill("9"),
        replay.go_back,
    ]
    for step in steps:
        before = words.inner_text()
        step()
        expect(words).not_to_have_text(before)
        seen.append(replay.url.rpartition("/")[2])
    assert replay.evaluate("window.unloaded") is False
    assert seen[0] == seen[2] != seen[1]
    assert seen[4] == "9"
    line = replay.locator(".story [aria-current=step]")
    expect(line).to_have_text(re.compile(re.escape(words.inner_text())))
    assert replay.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_a_step_is_reached_by_the_focused_link_again_and_again(replay: Page) -> None:
    replay.get_by_role("link", name="Next step").focus()
    for _ in range(3):
        before = replay.url
        replay.keyboard.press("Enter")
        replay.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
        expect(replay.get_by_role("link", name="Next step")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (640, 360), (820, 1180), (844, 390)])
def test_the_bar_of_a_replay_leaves_the_board_in_sight(replay: Page, size: tuple[int, int]) -> None:
    replay.set_viewport_size({"width": size[0], "height": size[1]})
    for step in ("1", "3", "9"):
        replay.goto(f"{replay.url.rpartition('/')[0]}/{step}")
        board = replay.locator(".replay-board svg").first.bounding_box()
        bar = replay.locator(".replay-dock").bounding_box()
        assert board
        assert bar
        height = BOARD * board["width"]  # below it lie hands, to which the page scrolls
        beside = bar["x"] >= board["x"] + board["width"]
        assert board["y"] >= 0
        assert beside or board["y"] + height <= bar["y"] + 1
        assert height <= (size[1] if beside else bar["y"] + 1)


@pytest.mark.slow
def test_wide_screens_have_two_columns_and_a_larger_hand(opened: Opener, game: str) -> None:
    page = logged_in(opened(viewport={"width": 1280, "height": 800}), game)
    small = page.locator(".hand li").first.bounding_box()
    page.set_viewport_size({"width": 1920, "height": 1080})
    large = page.locator(".hand li").first.bounding_box()
    assert small
    assert large
    assert large["width"] > small["width"] + 20
    page.goto(page.url.partition("/games/")[0] + "/")
    first, second = (page.locator(".columns > div").nth(n).bounding_box() for n in range(2))
    assert first
    assert second
    assert second["x"] >= first["x"] + first["width"]


@pytest.mark.slow
def test_the_ring_around_the_leftmost_card_is_whole(opened: Opener, server: Embedded) -> None:
    page = opened()
    played = path_of([step.offers[0] for step in lesson.STEPS[:3]])
    page.goto(f"{server.url}/first/{played}?card=3Sp")
    expect(page.locator(".hand li").first.locator(".card.on")).to_be_visible()
    for width, height in ((1280, 800), (1024, 600), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == []


def kept(page: Page, game: str) -> list[dict[str, Any]]:
    """Return what a browser keeps for a game."""
    found: list[dict[str, Any]] = json.loads(page.evaluate(KEPT, game.rpartition("/")[2]) or "[]")
    return found


def listed(page: Page, game: str) -> str:
    """Return all that was contributed to a game, as its log has it."""
    site, _, game_id = game.partition("/games/")
    events = page.request.get(f"{site}/api/v1/games/{game_id}/events").json()["results"]
    return "".join(each["entropy"] or "" for each in events)


@pytest.mark.slow
def test_a_phone_keeps_what_its_seat_and_its_plays_contributed(
    opened: Opener, server: Embedded
) -> None:
    seeded(server, "practising")
    page = logged_in(opened(viewport=PHONE, has_touch=True), f"{server.url}/games/practice")
    page.locator("button[value=random]").tap()
    page.wait_for_url("**/games/*-*")
    game = page.url
    expect(page.locator(".turn:not(.wait)[data-part]")).to_be_visible()
    begin_to_sow(page)
    page.locator("form.send button").first.tap()
    page.wait_for_function(f"game => JSON.parse(({KEPT})(game))[1]?.seat", arg=game[-36:])
    seat, play = kept(page, game)
    assert (seat["round"], seat["seat"], play["round"], play["seat"]) == (0, True, 1, True)
    assert listed(page, game) == seat["bytes"] + play["bytes"]


@pytest.mark.slow
def test_what_was_refused_or_given_back_is_not_expected_in_the_log(
    opened: Opener, server: Embedded
) -> None:
    (game,) = seeded(server, "gathering")
    page = logged_in(opened(viewport=PHONE, has_touch=True), game, "bob")
    second = page.context.new_page()
    second.goto(game)
    page.locator("button[value=sit]").tap()
    page.locator("summary", has_text="Get up").wait_for()
    (first,) = kept(page, game)
    assert first == {"round": 0, "bytes": first["bytes"], "seat": True}
    second.locator("button[value=sit]").tap()
    expect(second.locator(".refusal")).to_be_visible()
    assert kept(page, game) == [first]  # the same bytes, which are there all the same
    page.locator("summary", has_text="Get up").tap()
    page.locator("button[value=get_up]").tap()
    expect(page.locator(".messages")).to_contain_text("given up")
    page.goto(game)
    assert kept(page, game) == [{"round": 0, "bytes": first["bytes"]}]


@pytest.mark.thorough
def test_a_browser_that_keeps_nothing_joins_all_the_same(opened: Opener, server: Embedded) -> None:
    (game,) = seeded(server, "gathering")
    page = logged_in(opened(), game, "bob")
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error(); }; }")
    page.locator("button[value=sit]").click()
    expect(page.locator("summary", has_text="Get up")).to_be_visible()
    assert kept(page, game) == []
