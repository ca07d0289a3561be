"""The page of a game in every mode."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from illimat_core.messages import ENGLISH
from illimat_core.modes import MODES
from illimat_core.words.board import card_name
from tests.support.asked import WITH_AUDIENCE, Asked
from tests.support.pages import Outline, body, browser_of, cards, read_out
from tests.support.people import Person
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db


def test_the_hand_of_solitaire_lies_open(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:1], mode="solitaire")
    table.play()
    hand = table.state.players[0].hand
    assert hand
    listed = "".join(f"<li>{card_name(card)}</li>" for card in hand)
    page = body(client.get(f"/games/{table.id}"))
    assert "<p>The hand of ada</p>" in page
    assert f'<ul class="cards">{listed}</ul>' in page
    own = body(browser_of(people[0]).get(f"/games/{table.id}"))
    assert "<p>Your hand</p>" in own
    assert f'<ul class="cards">{listed}</ul>' in own
    assert not cards(page) & set(table.state.deck)


def test_a_card_that_has_to_wait_says_why_when_it_is_touched(people: list[User]) -> None:
    table = ServiceGame(people[:1], mode="solitaire")
    browser, (first, *others) = browser_of(people[0]), table.state.players[0].hand
    page = body(browser.get(f"/games/{table.id}"))
    assert others
    for card in others:
        off = rf'<a class="card off" href="([^"]*)" aria-label="{card_name(card)}: '
        (href,) = re.findall(off, page)
        touched = body(browser.get(f"/games/{table.id}{unescape(href)}"))
        (why,) = re.findall(r'<p class="hint" role="status">(.*?)</p>', touched)
        assert card_name(first) in read_out(why)
        assert why.count(".") == 1
        assert "now-asked" in touched


def test_the_fields_are_named_and_hold_nothing(people: list[User], client: Client) -> None:
    table = ServiceGame(people[:1], mode="solo_fields")
    for _ in range(6):
        table.play()
    page = body(client.get(f"/games/{table.id}"))
    assert '<th scope="row">the Fields' in page
    assert ">The Fields " in page  # their plays are shown
    assert "The hand of the Fields" not in page
    assert "seat 1" not in page


@pytest.mark.parametrize("mode", MODES)
def test_home_names_the_mode_of_a_game_for_people(
    people: list[User], client: Client, mode: str
) -> None:
    players = MODES[mode].players[0]
    ServiceGame(people[:players], mode=mode, players=players)
    title = escape(ENGLISH.say(f"{mode}.title"))
    if players == 1:  # where the names of the others would stand
        who = {"solitaire": "Solitaire", "solo_fields": "The Fields"}[mode]
        assert f'<span class="who">{who}</span>' in body(browser_of(people[0]).get("/"))
    else:
        assert f"</a> <span>{title}, " in body(client.get("/"))


def test_the_teams_are_told(people: list[User], client: Client) -> None:
    people = [*people, User.objects.create_user("dee", "dee@example.org")]
    table = ServiceGame(people, mode="teams")
    names = [table.person(seat).handle for seat in range(4)]
    page = body(client.get(f"/games/{table.id}"))
    told = (
        f"{names[0].capitalize()} and {names[2]} play together against {names[1]} and {names[3]}."
    )
    assert told in page
    assert "play together" not in body(client.get(f"/games/{ServiceGame(people[:2]).id}"))


def test_those_who_watch_are_asked(db: None, client: Client) -> None:
    options = {"audience": "spectator", "luminaries": WITH_AUDIENCE}
    table = Asked([Person("ada"), Person("bob")], "audience_spectator", options=options)
    path = f"/games/{table.id}"
    page = body(client.get(path))
    assert "A spectator is asked." in page
    assert "A spectator is asked to name a luminary." in page  # in the log
    seated = body(browser_of(table.people[0].user).get(path))
    assert "A spectator is asked." in seated
    table.act(Person("eve"), {"type": "pass"})
    assert "Chance names" in body(client.get(path))


def test_solitaire_ends_with_the_luminaries_claimed_of_four(
    people: list[User], client: Client
) -> None:
    table = ServiceGame(people[:1], mode="solitaire")
    table.finish()
    claimed = table.state.players[0].claimed
    for browser in (client, browser_of(people[0])):
        page = body(browser.get(f"/games/{table.id}"))
        assert f"{len(claimed)} of 4 luminaries are claimed." in page
        assert "A win takes all 4." in page
        assert 'class="arches"' in page
        assert "Nobody wins" not in page
        assert "You finish in place" not in page
        assert 'class="tally"' not in page
    listed = body(browser_of(people[0]).get("/games/mine"))
    assert "Not won.<" in listed


def test_a_game_against_the_fields_ends_with_its_goal_and_both_scores(
    people: list[User], client: Client
) -> None:
    table = ServiceGame(people[:1], mode="solo_fields", rounds=1)
    table.finish()
    own, other = (player.score for player in table.state.players)
    for browser in (client, browser_of(people[0])):
        page = body(browser.get(f"/games/{table.id}"))
        assert f"on: {own} to {other} against the Fields, in round 1." in page
        assert "A win takes 17 points in at most 1 round, and more than the Fields." in page
        assert "Nobody wins" not in page
        assert "You finish in place" not in page
        assert ">Place<" not in page


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"mode": "solitaire"},
        {"mode": "solo_fields", "luminaries": "all", "rounds": 1},
        {"mode": "standard", "luminaries": "all", "players": 3, "rounds": 1},
    ],
    ids=str,
)
def test_a_page_is_whole_at_every_moment(people: list[User], options: dict[str, Any]) -> None:
    table = ServiceGame(people[: options.get("players", 1)], **options)
    for number in range(400):
        if number % 20 == 0 or table.state.over:
            for browser in (Client(), browser_of(people[0])):
                outline = Outline()
                outline.feed(body(browser.get(f"/games/{table.id}")))
                assert not outline.open
                assert len(set(outline.ids)) == len(outline.ids)
        if table.state.over:
            break
        table.play(number * 7)
    assert table.state.over
