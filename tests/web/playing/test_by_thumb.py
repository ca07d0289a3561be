"""Somebody plays on a phone by touch alone, and meets nothing that lies in the way.

`thumb` asserts at each tap that the chosen field lies free, and that what is ringed there can be
touched.
"""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.support.browsing import Opener, logged_in, seeded
from tests.support.profiles import THOROUGH
from tests.support.programs import Embedded
from tests.web import seed
from tests.web.thumb import COVERED, asked_or_over, said, take_turn
from trials.dice import dice

pytestmark = pytest.mark.slow

SMALL: Final = (320, 568)
SCREENS: Final = (SMALL, (390, 844))
TURNS: Final = 200 if THOROUGH else 3
MOST_TAPS: Final = 10  # on average until something is sent, of a thumb that chooses at random
ALONE: Final = range(len(seed.ALONE))
IN_THE_GATE: Final = (1, 5)
WITHIN: Final = 10_000  # milliseconds in which a page has scrolled
FREE: Final = f"() => ({COVERED})().length === 0"
"""Whether nothing lies upon the chosen field."""

Screen = tuple[int, int]


@pytest.fixture(scope="module")
def games(server: Embedded) -> dict[Screen, list[str]]:
    """Return the addresses of games of ada: one of each mode for each screen."""
    return {screen: seeded(server, "modes") for screen in SCREENS}


@pytest.mark.parametrize(
    ("screen", "number"),
    [
        *((SMALL, number) for number in IN_THE_GATE),
        *(
            pytest.param(screen, number, marks=pytest.mark.thorough)
            for screen in SCREENS
            for number in ALONE
            if (screen, number) not in {(SMALL, each) for each in IN_THE_GATE}
        ),
    ],
)
def test_what_is_in_play_lies_free_and_what_is_foretold_happens(
    opened: Opener, games: dict[Screen, list[str]], screen: Screen, number: int
) -> None:
    game, (width, height), random = games[screen][number], screen, dice(number)
    viewport = {"width": width, "height": height}
    page, taps = logged_in(opened(viewport=viewport, has_touch=True), game), list[int]()
    while len(taps) < TURNS and asked_or_over(page):
        turn = take_turn(page, random)
        taps.append(turn.taps)
        if turn.foretold:
            expect(page.locator("#pending")).to_have_count(0)
            told = said(page.request.get(f"{game}/log").text())
            assert [each for each in turn.foretold if each not in told] == []
    assert sum(taps) <= MOST_TAPS * len(taps)


@pytest.mark.parametrize("size", [(480, 320), (568, 320)], ids=str)
def test_a_small_phone_on_its_side_shows_the_hand_and_can_be_played(
    opened: Opener, games: dict[Screen, list[str]], size: Screen
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = logged_in(opened(viewport=viewport, has_touch=True), games[SMALL][0])
    assert asked_or_over(page)
    page.reload()  # without the greeting of the log-in
    expect(page.locator(".hand .card").first).to_be_in_viewport(ratio=0.9)
    take_turn(page, dice(1))


def test_a_field_is_uncovered_when_it_is_opened_and_when_it_is_touched(
    opened: Opener, server: Embedded
) -> None:
    page = opened(viewport={"width": SMALL[0], "height": SMALL[1]})
    page.goto(f"{server.url}/first?card=2Au&field=SE")
    page.wait_for_function(FREE, timeout=WITHIN)
    page.goto(f"{server.url}/first/sow-2Au-SE?card=9Sp")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.locator(".dock .fields a").evaluate("field => field.click()")  # where it lies
    expect(page.locator(".dock a.go")).to_have_count(1)
    page.wait_for_function(FREE, timeout=WITHIN)
