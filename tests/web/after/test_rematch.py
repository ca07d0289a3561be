"""Playing again with the same people, by the form for a new table."""

from typing import Any

import pytest

from accounts.models import User
from games.actors import CommandSource
from games.clocks.controls import Bank, Control, PerDecision
from games.clocks.spans import DAY, HOUR
from games.making.services import NewTable, game_create
from games.models import Game
from games.reading.tables import table_get
from tests.support.pages import browser_of
from tests.support.service_games import ServiceGame
from tests.web.forms import send
from web.after.rematch import rematch_address
from web.table.table_form import table_fields

pytestmark = [pytest.mark.django_db]
OWN = ["river", "rake", "union", "island"]


def remade(user: User, game: Game) -> Game:
    """Make a table with the form that is filled in for another game like this one."""
    browser = browser_of(user)
    page = browser.get(rematch_address(table_get(user=user, game_id=game.pk)))
    filled = {each.field.name: each.chosen for each in page.context["form"].shown()}
    made = send(browser, "/games/new", **filled)
    assert made.status_code == 302, made.context["form"].errors
    return Game.objects.get(pk=made.url.split("/")[-1])


@pytest.mark.parametrize(
    ("options", "clock"),
    [
        ({"mode": "beginner", "players": 3}, None),
        ({"mode": "teams"}, PerDecision(DAY)),
        ({"luminaries": OWN, "no_repeats": True}, Bank(2 * DAY, 5 * HOUR, 4 * DAY)),
        ({"rounds": 2, "harmonic_convergence": "none", "stars": "always"}, PerDecision(36 * HOUR)),
    ],
)
def test_another_game_has_the_same_options_and_people(
    people: list[User], options: dict[str, Any], clock: Control | None
) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options=options, clock=clock, leavers="house", excuses=2, pauses=False),
        source=CommandSource.API,
    )
    game.refresh_from_db()
    again = remade(people[0], game)
    for name in ("options", "control", "leavers", "excuses", "pauses", "visibility"):
        assert getattr(again, name) == getattr(game, name)


def test_the_others_are_invited(people: list[User]) -> None:
    table = ServiceGame(people)
    again = remade(people[1], table.game)
    assert {each.handle for each in again.invited.all()} == {"ada", "cy"}
    assert [each.user for each in again.assignments.all()] == [people[1]]


def test_practice_begins_again_with_the_same_house_players(people: list[User]) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "beginner", "players": 3}, house=["strong", "random"]),
        source=CommandSource.API,
    )
    again = remade(people[0], game)
    assert (again.practice, again.control) == (True, game.control)
    assert sorted(each.level for each in again.assignments.all()) == ["", "random", "strong"]


def test_the_address_fills_in_nothing_that_the_form_does_not_have(people: list[User]) -> None:
    table = ServiceGame(people, no_repeats=True)
    address = rematch_address(table_get(user=people[0], game_id=table.id))
    names = {pair.partition("=")[0] for pair in address.partition("?")[2].split("&")}
    assert names <= {field.name for field in table_fields()}
