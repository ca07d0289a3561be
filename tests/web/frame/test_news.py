"""What happened since one's last turn, on the page of a game."""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from illimat_core import menu
from illimat_core.cards import Card
from illimat_core.events import CardsHarvested, CardSown, LuminaryClaimed
from illimat_core.menu_entries import RakeSowTemplate
from illimat_core.messages import capitalize
from tests.support.pages import Outline, body, browser_of, read_out
from tests.support.positions import asked_positions, game_at
from tests.support.service_games import ServiceGame
from tests.web.players import Table
from web.frame.news import shorten_news

pytestmark = pytest.mark.django_db

LINE = re.compile(r'href="(/games/[^"]*/replay/\d+)">(.*?)</a>')


def news(page: str) -> tuple[str, list[str], list[str]]:
    """Return the heading of the news, their sentences, and the steps they lead to."""
    shown = unescape(page.partition('<section class="news"')[2].partition("</section>")[0])
    heading = re.search(r"<h2[^>]*>([^<]*)<", shown)
    found = LINE.findall(shown.partition("<ol")[2].partition("</ol>")[0])
    return heading[1] if heading else "", [read_out(s) for _, s in found], [at for at, _ in found]


@pytest.fixture
def table(people: list[User]) -> ServiceGame:
    """Return a game in which everybody has played."""
    played = ServiceGame(people)
    for number in range(4):
        played.play(number * 5)
    return played


def test_since_ones_last_turn_one_reads_what_the_others_did(table: ServiceGame) -> None:
    own = table.awaited
    table.play()
    acted = table.game.version
    others = [table.awaited.handle]
    table.play(3)
    others.append(table.awaited.handle)
    table.play(5)
    heading, sentences, steps = news(body(browser_of(own).get(f"/games/{table.id}")))
    assert heading == "Since your last turn"
    assert not any(sentence.startswith(f"{own.handle} ") for sentence in sentences)
    for handle in others:
        assert any(sentence.startswith(capitalize(handle)) for sentence in sentences)
    assert all(int(step.rpartition("/")[2]) > acted for step in steps)


def test_the_dock_tells_the_last_play_of_each_opponent(table: ServiceGame) -> None:
    own = table.awaited
    table.play()
    others = []
    while table.awaited != own:
        others.append(capitalize(table.awaited.handle))
        table.play(3)
    page = body(browser_of(own).get(f"/games/{table.id}"))
    told = read_out(page.partition('<p class="lately">')[2].partition("</p>")[0])
    assert re.findall(r"(\w+) (?:sows|harvests|stockpiles)", told) == others


def test_in_short_a_turn_is_told_by_its_play_and_its_claims_not_by_what_followed() -> None:
    events = [
        CardsHarvested(
            seat=1,
            cards=(Card("5Su"),),
            field="NE",
            value=5,
            take=(Card("5Wi"),),
            taken=(Card("5Wi"),),
        ),
        LuminaryClaimed(seat=1, field="NE", luminary="union"),
        CardSown(seat=1, card=Card("9Sp"), field="NE", by="rake"),
        CardSown(seat=0, card=Card("2Sp"), field="SW"),
    ]
    entries: Any = [
        SimpleNamespace(event=each, stored=SimpleNamespace(sequence=number))
        for number, each in enumerate(events)
    ]
    lines: Any = [SimpleNamespace(version=number) for number in range(len(events))]
    assert [each.version for each in shorten_news(entries, lines, 0)] == [0, 1]
    assert [each.version for each in shorten_news(entries, lines, None)] == [0, 1, 3]


def done(page: str) -> str:
    """Return what the page says that its reader did last, until somebody else acts."""
    said = page.partition('<p class="own"')[2].partition("</p>")[0]
    return unescape(read_out(said.partition(">")[2])).strip()


def test_after_a_play_one_reads_what_it_did_until_somebody_else_acts(table: ServiceGame) -> None:
    own = table.awaited
    table.play()
    page = body(browser_of(own).get(f"/games/{table.id}"))
    heading, sentences, _ = news(page)
    assert (heading, sentences[0]) == ("What you did", done(page).partition(". ")[0] + ".")
    assert sentences[0].startswith("You sow ")
    table.play()
    assert done(body(browser_of(own).get(f"/games/{table.id}"))) == ""


def test_until_ones_turn_ends_one_reads_what_came_before_it(people: list[User]) -> None:
    position = next(
        each
        for each in asked_positions()
        if (offered := menu(each.state, each.seat))
        and any(isinstance(free, RakeSowTemplate) for free in offered.free)
    )
    assert position.seat is not None
    table = game_at(position, people)
    own = table.person(position.seat)
    address, browser = f"/games/{table.id}", browser_of(own)
    before = news(body(browser.get(address)))
    player = Table(table.id, people, 1)
    player.act_as(own, lambda action: action["type"] == "rake_sow", "rake_sow")
    page = body(browser.get(address))
    assert table.awaited == own
    assert "Rake" in done(page)
    chosen = f"{address}?verb=rake_sow"
    assert "not possible any more" not in body(browser.get(chosen))
    assert "not possible any more" not in body(browser.get(f"{chosen}&plan=pass"))
    _, own_acts, earlier = page.partition('<section class="news"')[2].split('<ol class="story">', 2)
    assert "Rake" in own_acts
    told = LINE.findall(unescape(earlier.partition("</ol>")[0]))
    assert [read_out(each) for _, each in told] == before[1]


@pytest.mark.parametrize(
    ("mode", "luminaries", "players"),
    [
        ("solitaire", ["maiden", "river", "union", "children"], ["You"]),
        ("solo_fields", "none", ["You", "The"]),
    ],
)
def test_alone_one_reads_a_sentence_about_ones_play_and_one_about_the_fields(
    people: list[User], mode: str, luminaries: str | list[str], players: list[str]
) -> None:
    alone = ServiceGame(people[:1], mode=mode, luminaries=luminaries)  # none that asks for more
    for _ in range(8):
        alone.play()
    page = body(browser_of(people[0]).get(f"/games/{alone.id}"))
    sentences = re.findall(
        r"(\w+) (?:Fields )?(?:sow|harvest|stockpile|discard)s? [^.]*\.", done(page)
    )
    assert sentences == players
    assert done(page).count(".") == len(players)
    assert page.partition('<ol class="story">')[2].partition("</ol>")[0].count("<li>") == 3


def test_the_board_marks_what_came_since_ones_last_turn(table: ServiceGame) -> None:
    own = table.awaited
    table.play()
    for _ in range(2):
        table.play()  # the first action that is listed sows a card
    page = body(browser_of(own).get(f"/games/{table.id}"))
    assert ', new"' in page.partition('data-part="board"')[2].partition("</section>")[0]


def test_the_news_lead_through_the_replay_step_by_step(table: ServiceGame) -> None:
    own = table.awaited
    table.play()
    table.play(3)
    browser = browser_of(own)
    page = body(browser.get(f"/games/{table.id}"))
    _, sentences, steps = news(page)
    first = re.search(r'href="([^"]*)">Step by step<', page)
    assert first
    assert first[1] == steps[0]
    for at, sentence in zip(steps, sentences, strict=True):
        assert sentence in unescape(body(browser.get(at)))


def test_before_ones_first_turn_and_for_spectators_all_that_happened_is_news(
    people: list[User], client: Client
) -> None:
    table = ServiceGame(people)
    for browser in (client, browser_of(people[0])):
        heading, sentences, _ = news(body(browser.get(f"/games/{table.id}")))
        assert heading == "What happened"
        assert "The game begins." in sentences


@pytest.mark.slow
def test_news_of_a_scored_round_lead_to_its_scoring(people: list[User]) -> None:
    table = ServiceGame(people[:2], rounds=2)
    ended, number = table.awaited, 0
    while table.state.round == 1:
        ended, number = table.awaited, number + 7
        table.play(number)
    own = next(user for user in people[:2] if user != ended)
    page = body(browser_of(own).get(f"/games/{table.id}"))
    dock = page.partition('data-part="dock"')[2].partition('class="hand')[0]
    assert "Round 1 is scored: " in dock
    assert f"/games/{table.id}/scores#round-1" in page
    assert 'id="round-1"' in body(browser_of(own).get(f"/games/{table.id}/scores"))


@pytest.mark.slow
def test_a_player_who_ended_a_round_is_led_to_its_scoring_too(people: list[User]) -> None:
    table = ServiceGame(people[:2], rounds=2)
    ended, number = table.awaited, 0
    while table.state.round == 1:
        ended, number = table.awaited, number + 7
        table.play(number)
    page = body(browser_of(ended).get(f"/games/{table.id}"))
    assert "Round 1 is scored: " in done(page)
    assert f"/games/{table.id}/scores#round-1" in page


def test_nothing_hidden_is_news(table: ServiceGame) -> None:
    drawn = table.awaited
    table.play()
    for seat in range(3):
        user = table.person(seat)
        _, sentences, _ = news(body(browser_of(user).get(f"/games/{table.id}")))
        told = [
            s
            for s in sentences
            if s.startswith(f"{capitalize(drawn.handle)} draws") and user != drawn
        ]
        assert all(re.search(r"draws \d+ cards?\.", sentence) for sentence in told)


def test_a_page_with_news_is_complete(table: ServiceGame) -> None:
    outline = Outline()
    outline.feed(body(browser_of(table.awaited).get(f"/games/{table.id}")))
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
