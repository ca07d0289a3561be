"""Ratings, their history and leaderboards, as the API shows them."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ratings.models import Rating
from ratings.skill import PROVISIONAL_BELOW
from tests.ratings.rated import end, leave, rated, rating_of
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db
BOARD = "/api/v1/leaderboards/beginner"


def shown(person: Person, path: str) -> Any:
    answer = person.get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def history(viewer: Person, handle: str, query: str = "mode=beginner") -> Any:
    return shown(viewer, f"/api/v1/players/{handle}/ratings/history?{query}")


def ranked(value: int, games: int = PROVISIONAL_BELOW, mode: str = "beginner") -> Person:
    """Return a person with a rating."""
    person = Person()
    Rating.objects.create(user=person.user, mode=mode, value=value, games=games)
    return person


def board(viewer: Person, path: str = BOARD) -> list[tuple[int, str]]:
    return [(each["place"], each["handle"]) for each in shown(viewer, path)["results"]]


def test_a_rating_shows_its_careful_value_after_five_games(people: list[Person]) -> None:
    ada, ben = people[:2]
    for _ in range(PROVISIONAL_BELOW - 1):
        end(rated([ada, ben]), 0)
    (rating,) = shown(ben, "/api/v1/players/ada/ratings")["results"]
    assert (rating["mode"], rating["games"], rating["provisional"]) == ("beginner", 4, True)
    assert rating["value"] is None
    assert rating["mean"] > 25
    end(rated([ada, ben]), 0)
    (rating,) = shown(ben, "/api/v1/players/ada/ratings")["results"]
    assert rating["provisional"] is False
    assert rating["value"] == rating_of(ada).value


def test_modes_without_a_finished_game_are_left_out(people: list[Person]) -> None:
    rated(people[:2])
    assert shown(people[0], "/api/v1/players/ada/ratings") == {"handle": "ada", "results": []}


def test_the_history_has_each_game_the_latest_first(people: list[Person]) -> None:
    ada, ben = people[:2]
    first, second = rated([ada, ben]), rated([ada, ben])
    end(second, 0)
    leave(first, ada)
    latest, before = history(ben, "ada")["results"]
    assert [latest["game"], before["game"]] == [str(first.id), str(second.id)]
    assert [latest["place"], before["place"]] == [None, 1]
    assert latest["before"] == before["after"]
    assert before["before"] == {"value": None, "mean": 25.0, "deviation": 8.333333, "games": 0}


def test_the_history_comes_in_pages(people: list[Person]) -> None:
    games = [rated(people[:2]) for _ in range(3)]
    for table in games:
        end(table, 0)
    page = history(people[0], "ada", "mode=beginner&limit=2")
    rest = shown(people[0], page["next"])
    assert [each["game"] for each in page["results"] + rest["results"]] == [
        str(table.id) for table in reversed(games)
    ]
    assert rest["next"] is None


def test_only_its_owner_sees_which_games_of_a_history_are_not_public(people: list[Person]) -> None:
    table = rated(people[:2], visibility="link", rated=True)
    end(table, 0)
    assert history(people[0], "ada")["results"][0]["game"] == str(table.id)
    assert history(people[2], "ada")["results"][0]["game"] is None


@pytest.mark.parametrize("query", ["", "mode=solitaire", "mode=beginner&limit=0"])
def test_a_history_is_asked_for_by_a_mode_that_is_rated(people: list[Person], query: str) -> None:
    answer = people[0].get(f"/api/v1/players/ada/ratings/history?{query}")
    assert problem(answer) == (422, "invalid")


@pytest.mark.parametrize("path", ["", "/history?mode=beginner"])
def test_nobody_has_the_ratings_of_a_suspended_account(people: list[Person], path: str) -> None:
    people[1].user.is_active = False
    people[1].user.save()
    assert people[0].get(f"/api/v1/players/ben/ratings{path}").status_code == 404
    assert people[0].get(f"/api/v1/players/nobody/ratings{path}").status_code == 404


def test_equal_values_share_a_place_across_pages(eve: Person) -> None:
    best, second, third, last = (ranked(value) for value in (1900, 1500, 1500, 1200))
    expected = [
        (1, best.user.handle),
        (2, second.user.handle),
        (2, third.user.handle),
        (4, last.user.handle),
    ]
    assert board(eve) == expected
    page = shown(eve, f"{BOARD}?limit=2")
    assert board(eve, page["next"]) == expected[2:]


def test_a_leaderboard_lists_only_who_is_there_and_wants_to_be(eve: Person) -> None:
    listed = ranked(1500)
    ranked(1700, games=PROVISIONAL_BELOW - 1)
    ranked(1700, mode="standard")
    hidden, suspended, deleted = ranked(1700), ranked(1700), ranked(1700)
    answer = hidden.client.patch("/api/v1/me", {"on_leaderboards": False})
    assert answer.json()["on_leaderboards"] is False
    suspended.user.is_active = False
    suspended.user.save()
    deleted.user.delete()
    assert board(eve) == [(1, listed.user.handle)]


@pytest.mark.parametrize("mode", ["solitaire", "nothing"])
def test_modes_that_are_not_rated_have_no_leaderboard(eve: Person, mode: str) -> None:
    assert eve.get(f"/api/v1/leaderboards/{mode}").status_code == 404


@pytest.mark.parametrize("path", [BOARD, "/api/v1/players/ada/ratings"])
def test_ratings_are_sent_again_only_when_they_have_changed(
    people: list[Person], path: str
) -> None:
    etag = people[0].get(path).headers["ETag"]
    assert people[0].get(path, etag).status_code == 304
    Rating.objects.create(user=people[0].user, mode="beginner", games=5)
    assert people[0].get(path, etag).status_code == 200


@pytest.mark.parametrize(
    ("path", "budget"),
    [
        (BOARD, 3),
        ("/api/v1/players/ada/ratings", 2),
        ("/api/v1/players/ada/ratings/history?mode=beginner", 2),
    ],
)
def test_lists_take_the_same_statements_however_long_they_are(
    people: list[Person], path: str, budget: int
) -> None:
    counts = set()
    for _ in range(2):
        for person in people:
            Rating.objects.update_or_create(
                user=person.user, mode="beginner", defaults={"games": 5}
            )
        people[0].get(path)
        with CaptureQueriesContext(connection) as told:
            people[0].get(path)
        counts.add(sum('FROM "ratings_' in query["sql"] for query in told))
        people += [Person() for _ in range(5)]
    assert len(counts) == 1
    assert counts.pop() <= budget
