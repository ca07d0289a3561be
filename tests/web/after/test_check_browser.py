"""The page on which a game is checked, in a real browser, on a real server."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import CONTRAST, NARROW, TOO_WIDE, Opener, seeded
from tests.support.programs import Embedded
from tests.support.sealed_games import Export, SealedGame
from tests.web.checked_games import BEGINNER, change_a_bit, exchange_cards, played

pytestmark = pytest.mark.slow

RIGHT = "All that is checked here is right."


@pytest.fixture(scope="module")
def game(server: Embedded) -> str:
    return seeded(server, "long")[0]


@pytest.fixture
def check(opened: Opener, game: str) -> Callable[..., Page]:
    """Return what opens the page for a game with a given file."""

    def open_(file: Export, own: str = "", **how: Any) -> Page:
        page = opened(**{"viewport": NARROW} | how)
        page.route("**/game.json", lambda route: route.fulfill(json=file))
        if own:
            kept = f"illimat-entropy-{game.rpartition('/')[2]}"
            page.add_init_script(f"localStorage.setItem({kept!r}, {own!r})")
        page.goto(f"{game}/check")
        expect(page.locator("[data-verdict=right], [data-verdict=wrong]")).to_be_visible()
        return page

    return open_


def test_a_game_as_it_was_played_is_shown_to_be_right(check: Callable[..., Page]) -> None:
    file = played("standard")
    page = check(file)
    expect(page.get_by_role("status").filter(has_text=RIGHT)).to_be_visible()
    chain = page.get_by_role(
        "img", name=f"The chain: {file['version']} checked, 0 not yet, 0 wrong"
    )
    expect(chain.locator(".good")).to_have_count(file["version"])
    expect(page.get_by_role("img", name="Round 2: deck: 65 checked")).to_be_hidden()
    expect(page.get_by_role("img", name="Round 2: deck: 52 checked, 0 not yet")).to_be_visible()
    assert not page.evaluate(TOO_WIDE)


def test_a_game_of_this_server_is_found_right(server: Embedded, opened: Opener) -> None:
    page = opened(viewport=NARROW)
    page.goto(seeded(server, "played_out")[0])
    page.get_by_role("link", name="Check this game").click()
    expect(page.get_by_role("status").filter(has_text=RIGHT)).to_be_visible()
    expect(page.locator(".check .error")).to_have_count(0)
    expect(page.get_by_role("img", name="Round 2: deck: 52 checked, 0 not yet")).to_be_visible()


@pytest.mark.parametrize(
    ("change", "said"),
    [(change_a_bit, "Event 8 does not have its fingerprint"), (exchange_cards, "Wrong places: 2.")],
)
def test_faults_are_told_with_what_to_do(
    check: Callable[..., Page], change: Callable[[Export], Export], said: str
) -> None:
    page = check(change(deepcopy(played("standard"))))
    expect(page.get_by_role("status").filter(has_text="Keep its file")).to_be_visible()
    expect(page.locator(".check .error")).to_contain_text([said])
    assert page.locator(".marks .bad").count() > 0
    assert not page.evaluate(TOO_WIDE)


def test_bytes_of_this_browser_must_be_in_the_log(check: Callable[..., Page]) -> None:
    file = played("standard") | {"viewer": 0}
    listed = {"round": 1, "bytes": file["events"][0]["entropy"][:64], "seat": True}
    refused = {"round": 1, "bytes": "ab" * 32}
    page = check(file, json.dumps([listed, refused]))
    expect(
        page.get_by_text("The log has all the digits that this browser added with plays.")
    ).to_be_visible()
    page = check(file, json.dumps([listed, refused | {"seat": True}]))
    expect(page.locator(".check .error")).to_contain_text(["lacks digits"])
    seated = refused | {"round": 0, "seat": True}  # a person who sits down again has others
    page = check(file, json.dumps([seated]))
    expect(page.get_by_text("This browser has kept no digits")).to_be_visible()
    for nothing in ("{", "7", "null", "[null, 3]"):
        page = check(file, nothing)
        expect(page.get_by_role("status").filter(has_text=RIGHT)).to_be_visible()


def test_a_fingerprint_from_a_mail_is_looked_for(check: Callable[..., Page]) -> None:
    file = played("standard")
    page = check(file)
    for typed, said in (
        (file["events"][9]["hash"], "It is the fingerprint of event 10."),
        (f" {file['head'][:12].upper()}", f"event {file['version']}."),
        ("ab" * 32, "its log was changed"),
        ("hello", "A fingerprint has 64"),
    ):
        page.get_by_role("textbox").fill(typed)
        page.get_by_role("button", name="Look for it").click()
        expect(page.locator("#found")).to_contain_text(said)


def test_a_fingerprint_from_a_newer_mail_is_looked_for_in_what_was_played_since(
    check: Callable[..., Page],
) -> None:
    game = SealedGame(BEGINNER, most=80)
    page = check(game.export(upto=game.commands[5]))
    page.route("**/game.json", lambda route: route.fulfill(json=game.export()))
    page.get_by_role("textbox").fill(f"Fingerprint: {game.rows[-1].hash[:12]}")
    page.get_by_role("button", name="Look for it").click()
    expect(page.locator("#found")).to_contain_text(f"event {len(game.rows)}.")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_running_game_is_shown_in_german_and_in_each_theme(
    check: Callable[..., Page], theme: str
) -> None:
    page = check(played("running"), locale="de", color_scheme=theme)
    expect(page.get_by_role("status").filter(has_text="stimmt")).to_be_visible()
    assert page.locator(".marks .later").count() > 0
    assert page.locator(".marks.openings .good").count() > 0
    assert page.evaluate(CONTRAST) >= 4.5  # WCAG 2.2, 1.4.3
    assert not page.evaluate(TOO_WIDE)
