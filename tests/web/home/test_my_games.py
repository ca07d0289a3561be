"""The list of one's own games, and the leaderboards."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.play import recorder
from ratings.models import Rating
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db


def text(user: User, address: str) -> str:
    return browser_of(user).get(address).content.decode()


@pytest.mark.slow
def test_games_that_are_over_are_listed_with_their_winner(people: list[User]) -> None:
    over, running = ServiceGame(people[:2], mode="beginner"), ServiceGame(people[:2])
    over.finish()
    page = text(people[0], "/games/mine?state=finished")
    assert f"/games/{over.id}" in page
    assert f"/games/{running.id}" not in page
    assert "You won." in page or "Won by" in page
    other = text(people[0], "/games/mine?state=running")
    assert f"/games/{over.id}" not in other
    assert f"/games/{running.id}" in other


def test_the_list_of_games_opens_on_those_that_one_has(people: list[User]) -> None:
    game = ServiceGame(people[:1], players=2)
    assert f"/games/{game.id}" in text(people[0], "/games/mine")
    recorder.call_off_table(game.game, None)
    page = text(people[0], "/games/mine")
    assert f"/games/{game.id}" in page
    assert 'href="?state=called_off" aria-current="page"' in page
    running = ServiceGame(people[:2])
    page = text(people[0], "/games/mine")
    assert f"/games/{running.id}" in page
    assert f"/games/{game.id}" not in page


def test_two_games_with_the_same_person_are_told_apart_by_what_they_wait_for(
    people: list[User],
) -> None:
    for _ in range(2):
        ServiceGame(people[:2])
    page = text(people[0], "/games/mine")
    assert page.count("<small>since ") == 2
    assert len(re.findall(r"Play a card\.|Bob to play\.", page)) == 2
    assert page.count('<span class="due">') == 2


def test_a_list_without_games_and_one_of_nonsense_say_so(people: list[User]) -> None:
    assert "You have no such games." in text(people[2], "/games/mine?state=nonsense")
    led: Any = browser_of(people[2]).get("/games/mine?cursor=nonsense")
    assert led.headers["Location"] == "/games/mine"


@pytest.mark.slow
def test_a_list_of_games_is_cut_into_pages(people: list[User]) -> None:
    tables = [ServiceGame(people[:1], players=2) for _ in range(21)]
    seen, address = [], "/games/mine?state=open"
    while address:
        page = unescape(text(people[0], address))
        seen.append(re.findall(r'<li><a href="/games/([^"]{36})"', page))
        address = next(iter(re.findall(r'href="([^"]+)" rel="next"', page)), "")
    assert [len(each) for each in seen] == [20, 1]
    assert [*seen[0], *seen[1]] == [str(each.id) for each in reversed(tables)]


def test_one_s_games_and_leaderboards_need_a_log_in(client: Client) -> None:
    for path in ("/games/mine", "/leaders/"):
        assert client.get(path).status_code == 302


def test_the_best_are_listed_by_place_with_their_profiles(people: list[User]) -> None:
    for number, person in enumerate(people[:2]):
        rating = person.ratings.create(mode="standard", mean=30 + number, deviation=2, games=6)
        rating.strength = rating.strength
        rating.save()
    page = text(people[0], "/leaders/standard")
    assert page.index('href="/people/bob"') < page.rindex('href="/people/ada"')
    assert re.findall(r"<tr><td>\D+(\d+)</span></td>.*/people/(\w+)", page) == [
        ("1", "bob"),
        ("2", "ada"),
    ]
    assert browser_of(people[0]).get("/leaders/solitaire").status_code == 404


def test_a_person_who_does_not_wish_it_is_not_listed(people: list[User]) -> None:
    for person in people[:2]:
        person.ratings.create(mode="standard", games=6)
    User.objects.filter(pk=people[0].pk).update(on_leaderboards=False)
    page = text(people[0], "/leaders/standard")
    assert re.findall(r"<tr><td>.*/people/(\w+)", page) == ["bob"]
    assert "You have chosen not to be listed." in page


def test_the_house_is_listed_apart_at_the_mode(people: list[User]) -> None:
    Rating.objects.create(level="strong", mode="standard", house=True, games=6)
    page = text(people[0], "/leaders/standard")
    assert "Nobody is listed yet." in page
    assert "Strong" in page.partition("How strong the house is")[2]
    assert "How strong the house is" not in text(people[0], "/leaders/beginner")
