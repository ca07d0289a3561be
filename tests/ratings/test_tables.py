"""A table says whether its game is rated, and never is with a house player from the start."""

from typing import Any

import pytest

from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.django_db
HOUSE = {"house": ["steady"]}


@pytest.fixture
def ada() -> Person:
    return Person("ada")


def made(person: Person, players: int = 2, **members: Any) -> Any:
    """Make a table, and return the answer."""
    mode = "solitaire" if players == 1 else "beginner"
    options = {"mode": mode, "players": players}
    return person.post(GAMES, {"options": options, **members})


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({}, True),
        ({"rated": False}, False),
        ({"visibility": "link"}, False),
        ({"visibility": "private"}, False),
        ({"visibility": "private", "rated": True}, True),
        ({"players": 3, **HOUSE}, False),
        ({"players": 3, "rated": False, **HOUSE}, False),
        (HOUSE, False),
        ({"players": 1, "visibility": "public"}, False),
        ({"clock": {"kind": "per_decision", "time": 3600}}, True),
        *(({"clock": {"kind": kind, "time": 3599}}, False) for kind in ("per_decision", "total")),
        ({"clock": {"kind": "bank", "initial": 60, "increment": 60, "cap": 7200}}, False),
    ],
)
def test_public_games_between_people_are_rated_unless_chosen_otherwise(
    ada: Person, members: dict[str, Any], expected: bool
) -> None:
    assert made(ada, **members).json()["rated"] is expected


@pytest.mark.parametrize(
    "members",
    [
        {"players": 3, **HOUSE},
        HOUSE,
        {"players": 1},
        {"clock": {"kind": "per_decision", "time": 1}},
    ],
)
def test_a_game_that_is_not_between_people_with_time_enough_cannot_be_rated(
    ada: Person, members: dict[str, Any]
) -> None:
    answer = made(ada, rated=True, **members)
    assert answer.status_code == 422
    assert [error["pointer"] for error in answer.json()["errors"]] == ["#/rated"]
    assert ada.get(f"{GAMES}?mine=true").json()["results"] == []


def test_a_house_player_who_sits_down_makes_a_game_unrated_until_it_gets_up(ada: Person) -> None:
    path = f"{GAMES}/{made(ada, players=3).json()['id']}"
    seated = ada.post(f"{path}/house", {"level": "steady"}).json()
    assert seated["rated"] is False
    (house,) = (each["house"]["name"] for each in seated["players"] if each["house"])
    ada.delete(f"{path}/house/{house}")
    assert ada.get(path).json()["rated"] is True
    ada.post(f"{path}/house", {"level": "steady"})
    begun = Person("ben").post(f"{path}/seats").json()
    assert (begun["state"], begun["rated"]) == ("running", False)


def test_a_game_is_rated_with_fewer_people_than_it_was_made_for(ada: Person) -> None:
    table = ApiGame([ada, Person("ben")], seats=3, visibility="public")
    assert ada.post(f"{table.path}/start").json()["rated"] is True


def test_lists_show_which_games_are_rated(ada: Person) -> None:
    made(ada)
    made(ada, rated=False)
    shown = ada.get(GAMES).json()["results"]
    assert sorted(game["rated"] for game in shown) == [False, True]


def test_the_server_says_which_modes_can_be_rated(ada: Person) -> None:
    modes = ada.get("/api/v1/meta").json()["modes"]
    unrated = {each["mode"] for each in modes if not each["rated"]}
    assert unrated == {each["mode"] for each in modes if max(each["players"]) == 1} != set()
