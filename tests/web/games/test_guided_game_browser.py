"""The first steps of a stranger on a phone's screen: the guided game, a sign-up, a first card."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from games.making import lesson
from tests.support.browsing import PASSWORD, PHONE, Opener
from tests.support.programs import Embedded
from trials.programs import wait_until

WITHIN = 180  # seconds, from sign-up to the first card played
MAILED_WITHIN = 30  # seconds
MOST_TOUCHES = 9  # for one turn
WHOLE, OPTION = "a.go", "a.option:not([aria-current])"
CARD = ".hand a.card:not(.off, [aria-current])"
CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", re.M)
FORMS = 4  # sign-up, the mailed code, the game, and the card
WATCH = """() => {
  window.moved = [];
  new MutationObserver(() => {
    const moving = document.querySelectorAll(".board.moving").length;
    if (moving !== moved.at(-1)) moved.push(moving);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ["class"] });
}"""
"""Notes when the board begins to move, and when it comes to rest."""
MOST_CHOICES = 4  # of a field, what to do there, and what to take


@pytest.fixture
def page(opened: Opener) -> Page:
    """Return a browser page as on a phone, without scripts."""
    return opened(viewport=PHONE, java_script_enabled=False)


def sign_up(page: Page, server: Embedded, name: str) -> None:
    """Fill in the form of the sign-up, and then the code that is mailed."""
    page.locator("main input[name=email]").fill(f"{name}@example.org")
    page.locator("main input[name=username]").fill(name)
    page.locator("main input[type=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    page.locator("main input[name=code]").fill(mailed_code(server, name))
    page.locator("main button[type=submit]").first.click()


def mailed_code(server: Embedded, name: str) -> str:
    """Return the code from the mail to somebody; raises TimeoutError if none comes."""

    def codes() -> list[str]:
        mails = [mail.read_text() for mail in server.mail.glob("*")]
        own = [mail for mail in mails if f"To: {name}@example.org" in mail]
        return [found[1] for mail in own if (found := CODE.search(mail))]

    return wait_until(codes, MAILED_WITHIN)[0]


def play_a_turn(page: Page) -> int:
    """Choose a card, a field and items until a move is whole; return how many were touched."""
    for touched in range(MOST_TOUCHES):
        whole = page.locator(f"#dock {WHOLE}, #dock button.go")
        if whole.count():
            whole.first.click()
            return touched + 1
        options = page.locator(f"#dock {OPTION}")
        (options if options.count() else page.locator(CARD)).first.click()
    pytest.fail(f"{page.url} leads to no whole move.")


def play_a_scripted_turn(page: Page) -> None:
    """Do as `play_a_turn` on a page with scripts, which swaps its parts."""
    for _ in range(MOST_TOUCHES):
        whole = page.locator("#dock a.go")
        if whole.count():
            whole.click()
            return
        options, before = page.locator(f"#dock {OPTION}"), page.url
        (options if options.count() else page.locator(CARD)).first.click()
        page.wait_for_url(lambda url, before=before: url != before)  # type: ignore[misc]
    pytest.fail(f"{page.url} leads to no whole move.")


@pytest.mark.thorough  # tests/web/games/test_guided_game.py does so by the same links every day
def test_a_stranger_learns_the_game_signs_up_and_plays_on(server: Embedded, page: Page) -> None:
    page.goto(f"{server.url}/")
    page.locator("a[href='/first']").first.click()
    assert play_a_turn(page) == 3
    for _ in lesson.STEPS[1:]:
        play_a_turn(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Now you can play")
    began = time.monotonic()
    page.get_by_role("link", name="Sign up and keep this game").click()
    sign_up(page, server, "dora")
    page.get_by_role("button", name="Keep this game").click()
    expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}$"))
    while not page.locator(CARD).count() and time.monotonic() - began < WITHIN:
        page.reload()  # until the house has played
    play_a_turn(page)
    page.get_by_role("link", name="The whole log").click()
    expect(page.get_by_text(re.compile("^You (sow|harvest|stockpile) ")).first).to_be_visible()
    assert time.monotonic() - began < WITHIN


@pytest.mark.slow
def test_with_scripts_a_turn_is_played_without_loading_the_page_anew(
    opened: Opener, server: Embedded
) -> None:
    scripted = opened(viewport=PHONE)
    scripted.goto(f"{server.url}/first")
    scripted.evaluate("window.loaded = 'once'")
    scripted.evaluate(WATCH)
    taught = scripted.locator(".lesson .says").text_content() or "?"
    scripted.locator(CARD).first.click()
    expect(scripted).to_have_url(re.compile(r"/first\?card="))
    reminder = scripted.locator("#dock .reminder")
    expect(reminder).to_be_in_viewport()
    assert taught.startswith(reminder.text_content() or "?")
    scripted.locator(f"#dock {OPTION}").first.click()
    scripted.locator("#dock a.go").click()
    expect(scripted).to_have_url(re.compile("/first/sow-"))
    scripted.wait_for_function("() => moved.filter(each => each).length > 1")  # then the house's
    expect(scripted.locator("#lesson")).to_be_focused()
    expect(scripted.locator("#said")).to_contain_text("You sow")
    expect(scripted.locator("#lesson")).to_have_text("Harvest")
    scripted.go_back()
    scripted.go_back()
    expect(scripted.locator("#lesson")).to_have_text("Sow")
    expect(scripted.locator(".hand .card.on")).to_have_count(1)
    assert scripted.evaluate("window.loaded") == "once"


@pytest.mark.slow
def test_a_stranger_signs_up_and_plays_at_once(server: Embedded, page: Page) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    began = time.monotonic()
    page.goto(f"{server.url}/accounts/signup/")
    sign_up(page, server, "edna")
    page.get_by_text("Play now against the house").click()
    page.get_by_role("button", name=re.compile("Beginner")).click()
    expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}$"))
    hand = page.get_by_role("list", name="Your hand").get_by_role("link")
    while not hand.count() and time.monotonic() - began < WITHIN:  # the house plays first
        page.reload()
    hand.first.click()
    expect(page).to_have_url(re.compile(r"[?&]card="))
    play = page.locator("form.send button.go")
    for _ in range(MOST_CHOICES):
        if play.count():
            break
        page.locator(".step").last.get_by_role("link").first.click()
    play.first.click()
    expect(page).to_have_url(re.compile(r"/games/[0-9a-f-]{36}$"))
    expect(page.get_by_role("alert")).to_have_count(0)
    assert time.monotonic() - began < WITHIN
    assert sent.count("POST") == FORMS


@pytest.mark.slow
@pytest.mark.parametrize("size", [(320, 568), (390, 844)])
def test_the_field_of_a_lesson_and_at_its_end_the_next_step_are_in_sight(
    opened: Opener, server: Embedded, size: tuple[int, int]
) -> None:
    page = opened(viewport={"width": size[0], "height": size[1]})
    page.goto(f"{server.url}/first")
    for _ in lesson.STEPS:
        field = page.locator(".lesson").get_attribute("data-field")
        if field:
            shown = page.locator(f".board [data-field={field}]").bounding_box()
            dock = page.locator(".dock").bounding_box()
            assert shown
            assert dock
            assert shown["y"] >= -2
            assert shown["y"] + shown["height"] <= dock["y"] + 2
        before = page.url.partition("?")[0]
        play_a_scripted_turn(page)
        page.wait_for_url(lambda url, before=before: url.partition("?")[0] != before)  # type: ignore[misc]
        expect(page.locator(".now-choosing")).to_have_count(0)  # once the house has answered
    expect(page.locator("#lesson")).to_have_text("Now you can play")
    expect(page.get_by_role("link", name="Sign up and keep this game")).to_be_in_viewport(ratio=1)
