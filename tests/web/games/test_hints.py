"""Hints on the pages of practice games."""

import json
import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.utils.translation import override

from accounts.models import User
from config.tasks import play_house
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game
from games.models.advice import HintRequest
from games.reading.tables import table_get
from tests.support.pages import browser_of, words
from tests.support.service_games import ServiceGame
from tests.web.forms import send

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Game:
    """Return a practice game that waits for ada."""
    options = {"mode": "beginner", "players": 2}
    game = game_create(
        user=people[0], wanted=NewTable(options=options, house=["random"]), source=CommandSource.API
    )
    play_house()
    return game


def offered(user: User, game_id: Any) -> bool:
    request = RequestFactory().get("/")
    table = table_get(user=user, game_id=game_id)
    shown = {"table": table, "game": table.game, "user": user}
    with override("en"):
        return "Ask for a hint" in render_to_string("web/game_asked.html", shown, request)


def test_a_hint_says_what_a_strong_player_would_do_and_why(people: list[User], game: Game) -> None:
    ada, path = browser_of(people[0]), f"/games/{game.pk}/hint"
    assert offered(people[0], game.pk)
    key = str(uuid.uuid4())
    for _ in range(2):
        assert send(ada, path, key).headers["Location"] == path
    waiting = ada.get(path)
    assert "A strong player is thinking." in words(waiting)
    assert waiting.headers["Refresh"] == "2"
    play_house()
    found = ada.get(path)
    assert "Refresh" not in found.headers
    assert re.search(r"<li>You (sow|harvest|stockpile|take) ", found.content.decode())
    assert "<h3>Why</h3>" in found.content.decode()


def test_what_a_hint_says_can_be_chosen_on_the_page(people: list[User], game: Game) -> None:
    ada, path = browser_of(people[0]), f"/games/{game.pk}/hint"
    send(ada, path)
    play_house()
    (led,) = re.findall(
        rf'class="go" href="(/games/{game.pk}\?[^"]*)"', ada.get(path).content.decode()
    )
    page = ada.get(unescape(led)).content.decode()
    (sent,) = re.findall(r'name="actions" value="([^"]*)"', page)
    asked = HintRequest.objects.get(game=game)
    assert asked.answer is not None
    assert json.loads(unescape(sent)) == [asked.answer["action"]]


def test_hints_are_for_people_who_practise(people: list[User], game: Game) -> None:
    table = ServiceGame(people[:2])
    assert not offered(table.awaited, table.id)
    refused = send(browser_of(table.awaited), f"/games/{table.id}/hint")
    assert refused.status_code == 409
    assert "There are hints in practice games only." in words(refused)
    for browser in (browser_of(people[1]), Client()):
        answer = browser.get(f"/games/{game.pk}/hint")
        assert answer.headers["Location"] == f"/games/{game.pk}"
        assert send(browser, f"/games/{game.pk}/hint").headers["Location"] == f"/games/{game.pk}"


def test_without_a_hint_the_page_leads_to_the_game(people: list[User], game: Game) -> None:
    answer = browser_of(people[0]).get(f"/games/{game.pk}/hint")
    assert answer.headers["Location"] == f"/games/{game.pk}"
