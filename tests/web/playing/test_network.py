"""Playing over a network that loses requests and answers, and after leaving the page."""

import re
from collections.abc import Iterator
from itertools import count

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, Route, StorageState, expect

from tests.support.browsing import asked, begin_to_sow, log_in, logged_in, seeded
from tests.support.programs import Embedded

WITHIN = 10_000  # milliseconds until a page shows what somebody else played
PENDING, GO, CHOSEN = "#pending", ".dock button.go", ".hand a.card.on"


@pytest.fixture(scope="module")
def game(server: Embedded) -> str:
    """Return the address of a game of ada and bob."""
    return seeded(server, "long")[0]


@pytest.fixture(scope="module")
def sessions(browser: Browser, game: str) -> list[StorageState]:
    """Return the sessions of ada and bob, who have logged in."""
    kept = []
    for name in ("ada", "bob"):
        page = logged_in(browser.new_page(service_workers="block"), game, name)
        kept.append(page.context.storage_state())
        page.context.close()
    return kept


@pytest.fixture
def players(
    browser: Browser, game: str, sessions: list[StorageState]
) -> Iterator[tuple[Page, Page]]:
    """Return the page of the player who is asked, and of the one who waits."""
    pages = []
    for session in sessions:
        context = browser.new_context(service_workers="block", storage_state=session)
        pages.append(context.new_page())
        pages[-1].goto(game)
    yield (pages[0], pages[1]) if asked(pages[0]) else (pages[1], pages[0])
    for page in pages:
        page.context.close()


@pytest.fixture
def plays(players: tuple[Page, Page]) -> Page:
    """Return the page of the player who is asked."""
    return players[0]


def played(page: Page, game: str) -> int:
    """Return how many plays there were so far, as the log has it."""
    log = page.context.request.get(f"{game}/log").text()
    return len(re.findall(r"\w+ (?:sows?|harvests?|stockpiles?) ", log))


def is_done(page: Page) -> None:
    """Wait until the page shows that the play was made."""
    expect(page.locator(".turn.wait[data-part]")).to_be_visible()
    expect(page.locator(PENDING)).to_have_count(0)


def losing_every_third(context: BrowserContext) -> None:
    numbers = count(1)

    def lose(route: Route) -> None:
        if next(numbers) % 3:
            route.continue_()
        else:
            route.abort()

    context.route("**/*", lose)


@pytest.mark.thorough
def test_where_every_third_request_is_lost_a_move_is_played_once(
    players: tuple[Page, Page], game: str
) -> None:
    mine, other = players
    for page in players:
        losing_every_third(page.context)
    for page in (mine, other, mine):
        before = played(page, game)
        expect(page.locator(".turn:not(.wait)[data-part]")).to_be_visible()
        begin_to_sow(page)
        page.locator(GO).click()
        is_done(page)
        assert played(page, game) == before + 1


@pytest.mark.thorough
def test_a_play_whose_answer_is_lost_is_not_played_again(plays: Page, game: str) -> None:
    before = played(plays, game)
    begin_to_sow(plays)
    lost: list[str] = []

    def lose_the_answer(route: Route) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.request.post_data or "")
        assert route.fetch(max_redirects=0).status == 302  # the server has acted
        route.abort()

    plays.route("**/games/*", lose_the_answer)
    plays.locator(GO).click()
    expect(plays.locator(PENDING)).to_contain_text("is kept here")
    is_done(plays)
    assert lost
    assert played(plays, game) == before + 1


@pytest.mark.thorough
def test_offline_a_play_is_kept_and_sent_once_there_is_a_network(plays: Page, game: str) -> None:
    before = played(plays, game)
    begin_to_sow(plays)
    does = plays.locator(GO).inner_text()
    plays.context.set_offline(True)
    plays.locator(GO).click()
    kept = f"“{does}” is kept here, and sent when you are online."
    expect(plays.locator(PENDING)).to_contain_text(kept)
    expect(plays.locator(GO)).to_be_disabled()
    plays.context.set_offline(False)
    is_done(plays)
    assert played(plays, game) == before + 1


@pytest.mark.thorough
def test_a_play_that_waits_outlasts_a_reload(plays: Page, game: str) -> None:
    before = played(plays, game)
    begin_to_sow(plays)
    plays.route("**/games/*", lambda r: r.abort() if r.request.method == "POST" else r.continue_())
    plays.locator(GO).click()
    expect(plays.locator(PENDING)).to_contain_text("is kept here")
    plays.reload()
    expect(plays.locator(PENDING)).to_be_visible()
    plays.unroute("**/games/*")
    is_done(plays)
    assert played(plays, game) == before + 1


def waits_here(page: Page, kept: bool) -> None:
    """Wait until a play is kept in the browser of a page, or none is."""
    page.wait_for_function(
        "kept => Object.keys(localStorage).some(key => key.startsWith('illimat:')) === kept",
        arg=kept,
    )


@pytest.mark.slow
def test_a_play_that_waits_goes_with_the_log_out_and_with_another_log_in(
    browser: Browser, plays: Page, game: str, server: Embedded
) -> None:
    name = str(plays.locator("body").get_attribute("data-person"))
    page = logged_in(browser.new_page(service_workers="block"), game, name)
    begin_to_sow(page)
    page.route("**/games/*", lambda r: r.abort() if r.request.method == "POST" else r.continue_())
    page.locator(GO).click()
    expect(page.locator(PENDING)).to_contain_text("is kept here")
    kept = page.evaluate("JSON.stringify(localStorage)")
    page.goto(f"{server.url}/accounts/logout/")
    waits_here(page, True)
    page.locator("form[action='/accounts/logout/'] button").click()
    page.wait_for_url(f"{server.url}/")
    waits_here(page, False)
    page.evaluate("kept => Object.assign(localStorage, JSON.parse(kept))", kept)
    page.goto(f"{server.url}/rules/")
    waits_here(page, True)
    logged_in(page, f"{server.url}/rules/", "bob" if name == "ada" else "ada")
    waits_here(page, False)
    page.context.close()


@pytest.mark.thorough
def test_a_play_that_waits_can_be_withdrawn(plays: Page, game: str) -> None:
    before = played(plays, game)
    begin_to_sow(plays)
    plays.context.set_offline(True)
    plays.locator(GO).click()
    plays.get_by_role("button", name="Withdraw").click()
    expect(plays.locator(PENDING)).to_have_count(0)
    plays.context.set_offline(False)
    expect(plays.locator(GO)).to_be_enabled()
    plays.reload()
    assert asked(plays)
    assert played(plays, game) == before


@pytest.mark.thorough
def test_a_touch_that_is_lost_leaves_the_page_and_says_so(plays: Page) -> None:
    plays.context.set_offline(True)
    plays.locator(".hand a.card").first.click()
    expect(plays.locator("#lost")).to_contain_text("Nothing is lost")
    expect(plays.locator(".board")).to_be_visible()
    plays.context.set_offline(False)
    plays.locator(".hand a.card").first.click()
    expect(plays.locator(CHOSEN)).to_have_count(1)
    expect(plays.locator("#lost")).to_have_count(0)


@pytest.mark.thorough
def test_back_and_reload_keep_the_draft(plays: Page) -> None:
    plays.locator(".hand a.card").first.click()
    expect(plays.locator(CHOSEN)).to_have_count(1)
    card = plays.url
    plays.locator(".dock .fields a").first.click()
    expect(plays).to_have_url(re.compile("field="))
    plays.reload()
    expect(plays.locator(CHOSEN)).to_have_count(1)
    expect(plays.locator(".dock .verbs")).to_be_visible()
    plays.go_back()
    expect(plays).to_have_url(card)
    expect(plays.locator(".dock .fields")).to_be_visible()
    expect(plays.locator(CHOSEN)).to_have_count(1)


@pytest.mark.thorough
def test_who_plays_on_another_page_is_told_on_this_one(plays: Page, game: str) -> None:
    begin_to_sow(plays)
    plays.route("**/games/*", lambda r: r.abort() if r.request.method == "GET" else r.continue_())
    other = plays.context.new_page()
    other.goto(game)
    begin_to_sow(other)
    other.locator(GO).click()
    is_done(other)
    plays.unroute("**/games/*")
    plays.locator(GO).click(timeout=2000)
    expect(plays.get_by_role("alert")).to_contain_text("The game has moved on")
    expect(plays.locator(".turn.wait[data-part]")).to_be_visible()


@pytest.mark.thorough
def test_who_was_logged_out_sends_what_they_had_chosen_after_the_log_in(
    plays: Page, game: str
) -> None:
    before, name = played(plays, game), plays.locator("body").get_attribute("data-person")
    begin_to_sow(plays)
    plays.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    plays.locator(GO).click()
    expect(plays).to_have_url(re.compile("/accounts/login/"))
    log_in(plays, str(name))
    plays.get_by_role("button", name="Send it now").click()
    is_done(plays)
    assert played(plays, game) == before + 1


@pytest.mark.slow
def test_a_page_shows_within_seconds_what_somebody_else_played(
    players: tuple[Page, Page],
) -> None:
    mine, other = players
    other.wait_for_event("response", lambda answer: answer.status == 304, timeout=WITHIN)
    begin_to_sow(mine)
    mine.locator(GO).click()
    expect(other.locator(".turn:not(.wait)[data-part]")).to_be_visible(timeout=WITHIN)
