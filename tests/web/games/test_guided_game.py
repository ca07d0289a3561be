"""Anybody can play the guided first game; visitors who sign up can keep it."""

import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from games.making import lesson
from games.making.guided_game import follow, moves_in, path_of
from games.models import Game, StoredEvent
from quotas.records.games import PRACTICE_GAMES
from tests.support.apps import codes_mailed_to
from tests.support.pages import browser_of, read_out

pytestmark = [pytest.mark.django_db]
TAUGHT = [step.offers[0] for step in lesson.STEPS if step.offers]
ONE_TURN = "/first/sow-2Au-SE"
WHOLE = re.compile(r'<a class="go" href="(/first/[^"]*)"')
OPTION = re.compile(r'<a class="option[^"]*" href="([^"]*)"(?! aria-current)')
CARD = re.compile(r'<a class="card" href="([^"]*)"')
KEY = re.compile(r'name="key" value="([^"]*)"')
MOST_TOUCHES = 9  # for one turn


def page_at(path: str, browser: Client | None = None, language: str = "en") -> str:
    page = (browser or Client()).get(path, headers={"Accept-Language": language})
    assert page.status_code == 200, path
    return page.content.decode()


def turn_from(path: str, browser: Client, pick: int) -> tuple[str, int]:
    """Play a turn by the page's links alone; return where it leads, and how many were touched."""
    for touched in range(1, MOST_TOUCHES):
        page = page_at(path, browser)
        if whole := WHOLE.findall(page):
            return unescape(whole[0]), touched
        options = OPTION.findall(page) or CARD.findall(page)
        path = urljoin(path, unescape(options[pick]))
    pytest.fail(f"{path} leads to no whole move.")


def play_through(browser: Client, pick: int = 0) -> list[str]:
    """Play the guided game by its links alone; return the addresses of its positions."""
    visited = ["/first"]
    while len(visited) <= len(lesson.STEPS):
        path, _ = turn_from(visited[-1], browser, pick)
        visited.append(path)
    return visited


@pytest.mark.slow
@pytest.mark.parametrize("pick", [0, -1])
def test_somebody_without_an_account_plays_it_to_the_end_by_links_alone(pick: int) -> None:
    visited = play_through(Client(), pick)
    assert "Sign up and keep this game" in page_at(visited[-1])


def test_the_first_card_is_played_with_three_touches() -> None:
    led, touched = turn_from("/first", Client(), 0)
    assert led == ONE_TURN
    assert touched == 3


@pytest.mark.slow
def test_until_it_is_kept_the_server_keeps_nothing() -> None:
    browser = Client()
    play_through(browser)
    assert not Game.objects.exists()
    assert not Session.objects.exists()
    assert "sessionid" not in browser.cookies


@pytest.mark.parametrize("place", range(len(TAUGHT)))
def test_each_step_says_its_lesson_in_both_languages(place: int) -> None:
    step = lesson.STEPS[place]
    path = f"/first/{path_of(TAUGHT[:place])}" if place else "/first"
    english, german = page_at(path), page_at(path, language="de")
    with override("en"):
        assert str(step.text) in unescape(english)
        assert str(step.text) not in unescape(german)
    with override("de"):
        assert str(step.text) in unescape(german)


@pytest.mark.parametrize(
    "path", ["/first", "/first?card=2Au", *[f"/first/{path_of(TAUGHT[:n])}" for n in (1, 2, 3)]]
)
def test_the_page_names_fields_in_german_and_addresses_do_not(path: str) -> None:
    page = page_at(path, language="de")
    codes = re.compile(r'(?:href|action|id|name|value|data-\w+)="[^"]*"')
    assert not re.search(r"\b(NE|SE)\b", codes.sub("", page))
    assert re.search(r">SO<", page)
    assert "Nordosten (NO), " in page
    assert 'data-field="NE"' in page


def test_a_step_that_teaches_lets_one_card_be_touched() -> None:
    page = page_at("/first")
    assert len(CARD.findall(page)) == 1
    (field,) = OPTION.findall(page_at("/first?card=2Au"))
    assert "field=SE" in field


def test_a_card_that_a_step_is_not_about_says_which_it_asks_for_and_leads_back_to_it() -> None:
    asks = "The lesson asks for another card here: 2 of Autumn."
    (other, *_) = re.findall(r'<a class="card off" href="([^"]*)"', page_at("/first"))
    page = page_at(urljoin("/first", unescape(other)))
    assert asks in read_out(page)
    assert CARD.findall(page) == CARD.findall(page_at("/first"))
    for path in ("/first", "/first?card=2Au", "/first?card=KSt"):
        assert asks not in read_out(page_at(path))


def test_of_several_groups_that_a_step_is_about_none_is_left() -> None:
    path = f"/first/{path_of(TAUGHT[:2])}?card=10Su&field=SE&verb=harvest&item=10Wi"
    page = page_at(path)
    assert not WHOLE.findall(page)
    assert "You can take more here. Choose all of it." in page


def test_what_happened_is_told() -> None:
    page = read_out(page_at(ONE_TURN))
    assert "You sow the 2 of Autumn in SE." in page
    assert "Wren harvests" in page


def test_the_board_is_shown_as_a_move_left_it_before_the_house_answered() -> None:
    (between,) = re.findall(r'data-board="([^"]*)"', page_at(ONE_TURN))
    before, after = page_at(between), page_at(ONE_TURN)
    for page, answered in ((before, False), (after, True)):
        lies = page.partition('data-part="board"')[2].partition("</section>")[0]
        assert 'data-item="2Au"' in lies
        assert ('data-item="7Wi"' not in lies) == answered  # which the house harvests
    assert Client().get("/first/board/dance").status_code == 400


def test_the_last_turn_can_be_taken_back() -> None:
    assert 'href="/first" rel="nofollow"' in page_at(ONE_TURN)


@pytest.mark.parametrize(
    "path", ["dance", "sow-2Au-NE", "x" * 3000, "/".join(["sow-2Au-SE"] * 500), "sow-2Au-SE//"]
)
def test_an_address_that_leads_nowhere_says_what_to_do(path: str) -> None:
    page = Client().get(f"/first/{path}")
    assert page.status_code == 400
    assert "Begin the first game" in page.content.decode()


def test_a_draft_that_is_not_possible_is_dropped() -> None:
    assert CARD.findall(page_at("/first?card=KSt&field=NW")) == CARD.findall(page_at("/first"))


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", "ada@example.org")


def key_on(page: str) -> str:
    """Return the key of the form that keeps the game."""
    (key,) = KEY.findall(page)
    return str(key)


@pytest.mark.slow
def test_who_is_logged_in_keeps_it_as_a_practice_game(ada: User) -> None:
    browser = browser_of(ada)
    last = play_through(browser)[-1]
    kept = browser.post(last, {"key": key_on(page_at(last, browser))}, follow=True)
    game = Game.objects.get()
    assert kept.redirect_chain[-1][0] == f"/games/{game.pk}"
    assert kept.status_code == 200
    assert game.practice
    assert game.creator == ada
    moves = moves_in(last.removeprefix("/first/"))
    assert game.awaited == [0]
    assert game.version > len(follow(moves).turns)


def test_what_is_kept_was_played_on_a_page_and_answered_by_the_house(ada: User) -> None:
    browser = browser_of(ada)
    browser.post(ONE_TURN, {"key": key_on(page_at(ONE_TURN, browser))})
    commands = StoredEvent.objects.exclude(source=None).order_by("sequence")
    assert list(commands.values_list("source", flat=True)) == ["web", "web", "timer"]


def test_sent_twice_it_keeps_one_game(ada: User) -> None:
    browser = browser_of(ada)
    form = {"key": key_on(page_at(ONE_TURN, browser))}
    answers = [browser.post(ONE_TURN, form) for _ in range(2)]
    assert len({answer.headers["Location"] for answer in answers}) == 1
    assert Game.objects.count() == 1


def test_a_key_that_was_used_for_another_position_keeps_nothing_more(ada: User) -> None:
    browser = browser_of(ada)
    form = {"key": key_on(page_at(ONE_TURN, browser))}
    browser.post(ONE_TURN, form)
    other = f"/first/{path_of(TAUGHT)}"
    assert browser.post(other, form).status_code >= 400
    assert Game.objects.count() == 1


def test_a_form_without_a_key_keeps_nothing(ada: User) -> None:
    refused = browser_of(ada).post(ONE_TURN)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not Game.objects.exists()


def test_a_game_too_many_is_refused_and_nothing_is_lost(ada: User, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {PRACTICE_GAMES.name: 0}
    browser = browser_of(ada)
    refused = browser.post(ONE_TURN, {"key": key_on(page_at(ONE_TURN, browser))})
    assert refused.status_code == 429
    page = refused.content.decode()
    assert 'role="alert"' in page
    assert key_on(page)


def test_moves_that_lead_nowhere_are_not_kept(ada: User) -> None:
    assert browser_of(ada).post("/first/dance", {"key": "k"}).status_code == 400
    assert not Game.objects.exists()


def test_without_an_account_keeping_leads_to_the_log_in_and_back() -> None:
    answer = Client().post(ONE_TURN, {"key": "k"})
    assert parse_qs(urlsplit(answer.headers["Location"]).query)["next"] == [ONE_TURN]


@pytest.mark.slow
def test_a_visitor_who_signs_up_at_the_end_comes_back_and_keeps_it() -> None:
    browser = Client()
    last = play_through(browser)[-1]
    (sign_up,) = re.findall(r'class="go" href="(/accounts/signup/[^"]*)"', page_at(last))
    (led,) = parse_qs(urlsplit(unescape(sign_up)).query)["next"]
    assert led == last
    form = {"email": "new@example.org", "username": "Nell", "password1": "wheat-and-rye-7"}
    browser.post("/accounts/signup/", form | {"next": led})
    asked = page_at("/accounts/confirm-email/", browser)
    assert asked.count("Enter the code from the newest mail to") == 1
    code = codes_mailed_to("new@example.org")[-1]
    back = browser.post("/accounts/confirm-email/", {"code": code})
    assert back.headers["Location"] == last
    assert "It is not kept yet." in page_at(last, browser)
    kept = browser.post(last, {"key": key_on(page_at(last, browser))}, follow=True)
    assert kept.status_code == 200
    creator = Game.objects.get().creator
    assert creator is not None
    assert creator.handle == "Nell"


@pytest.mark.slow
def test_a_page_of_the_guided_game_is_no_larger_than_one_of_a_game() -> None:
    assert max(len(page_at(path).encode()) for path in play_through(Client())) < 100_000
