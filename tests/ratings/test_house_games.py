"""Games with house players are rated apart, and change no rating of games between people."""

from statistics import fmean
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game
from ratings.house_games import waiting_rate
from ratings.models import RatedGame, Rating, WaitingGame
from ratings.skill import UNRATED, PartPlayed, Taker, rate
from ratings.skill import RatedGame as Played
from ratings.skill import Rating as Strength
from tests.ratings.rated import end, rated
from tests.support.api_games import own_seat, practised
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db: None) -> Person:
    """Return a person who plays against the house."""
    return Person("ada")


def won(person: Person, *levels: str) -> None:
    """Let somebody win a game against house players, and have it rated."""
    table = practised(person, *levels)
    end(table, own_seat(table, person))
    waiting_rate()


def of_level(level: str) -> Rating:
    return Rating.objects.get(level=level, mode="beginner")


def leaderboard(person: Person, mode: str = "beginner") -> Any:
    return person.get(f"/api/v1/leaderboards/{mode}/house").json()["results"]


def test_a_game_against_the_house_rates_the_level_apart_from_people(people: list[Person]) -> None:
    ada, ben, *_ = people
    between = rated([ada, ben])
    end(between, 0)
    before = rating_of_people()
    table = practised(ada, "steady")
    end(table, own_seat(table, ada))
    assert not Rating.objects.filter(house=True).exists()
    assert waiting_rate() == 1
    assert waiting_rate() == 0
    assert rating_of_people() == before
    played = Played("1", "beginner", (Taker("a", 0, 1), Taker("h", 1, 2)))
    expected = {each.player: each.after for each in rate({}, played)}
    assert of_level("steady").strength == expected["h"]
    assert Rating.objects.get(user=ada.user, house=True).strength == expected["a"]
    (shown,) = ada.get(f"/api/v1/players/{ada.user.handle}/ratings").json()["results"]
    assert shown["games"] == 1


def rating_of_people() -> list[Any]:
    return list(Rating.objects.filter(house=False).order_by("pk").values_list())


def test_a_level_with_several_seats_gets_the_mean_of_what_each_gives_without_the_others(
    ada: Person,
) -> None:
    table = practised(ada, "steady", "steady", "random")
    end(table, own_seat(table, ada))
    waiting_rate()
    seats = {each.number or 0: each.level or "ada" for each in table.game.assignments.all()}

    def alone(own: int) -> Strength:
        """Return what a seat gives in a game without the other one of its level."""
        takers = [
            Taker(name, seat, 1 if name == "ada" else 2)
            for seat, name in seats.items()
            if seat == own or name != "steady"
        ]
        changes = {
            each.player: each.after for each in rate({}, Played("1", "beginner", tuple(takers)))
        }
        return changes["steady"]

    given = [alone(seat) for seat, name in seats.items() if name == "steady"]
    found = of_level("steady").strength
    assert found.mu == pytest.approx(fmean(each.mu for each in given), abs=1e-5)
    assert found.sigma == pytest.approx(fmean(each.sigma for each in given), abs=1e-5)
    assert found.games == 1


def test_others_meet_all_seats_of_a_level() -> None:
    one, two = Taker("steady", 1, 2), Taker("steady", 2, 3)
    ada = Taker("ada", 0, 1)
    met_both, _ = rate({}, Played("1", "beginner", (ada, one, two)))
    as_two, *_ = rate({}, Played("1", "beginner", (ada, one, Taker("stout", 2, 3))))
    assert met_both.after == as_two.after


def test_a_level_is_not_compared_with_itself() -> None:
    takers = (
        Taker("steady", 0, 1),
        Taker("steady", 1, 2),
        Taker("ada", 2, 3, part=PartPlayed.ABSENT),
    )
    assert rate({"steady": UNRATED}, Played("1", "beginner", takers)) == ()


@pytest.mark.slow
def test_the_house_has_a_leaderboard_of_each_mode(ada: Person) -> None:
    for _ in range(5):
        won(ada, "random")
    won(ada, "strong")
    strong, random = leaderboard(ada)
    assert (strong["level"], strong["provisional"], strong["value"]) == ("strong", True, None)
    assert (random["level"], random["games"], random["provisional"]) == ("random", 5, False)
    assert random["value"] == of_level("random").value
    assert leaderboard(ada, "standard") == []
    assert problem(ada.get("/api/v1/leaderboards/solitaire/house")) == (404, "not_found")


def test_ratings_of_the_house_follow_from_its_games_alone(ada: Person) -> None:
    won(ada, "random")
    won(ada, "steady", "random")
    call_command("rebuild_ratings", "--check")
    right = [of_level(each).strength for each in ("random", "steady")]
    Rating.objects.filter(level="random").update(mean=1.0, games=77)
    with pytest.raises(CommandError):
        call_command("rebuild_ratings", "--check")
    call_command("rebuild_ratings")
    assert [of_level(each).strength for each in ("random", "steady")] == right


def test_a_game_that_was_not_rated_is_found_by_the_command(ada: Person) -> None:
    table = practised(ada, "steady")
    end(table, own_seat(table, ada))
    call_command("rebuild_ratings", "--check")  # it still waits
    WaitingGame.objects.all().delete()
    with pytest.raises(CommandError):
        call_command("rebuild_ratings", "--check")
    call_command("rebuild_ratings")
    assert of_level("steady").games == 1
    assert RatedGame.objects.filter(game=table.id).count() == 1


def test_a_damaged_game_no_longer_waits_and_rates_nobody(ada: Person) -> None:
    table = practised(ada, "steady")
    end(table, own_seat(table, ada))
    Game.objects.filter(pk=table.id).update(damage="An event was changed.")
    assert waiting_rate() == 1
    assert not WaitingGame.objects.exists()
    assert not Rating.objects.exists()


def test_without_the_person_the_house_is_compared_with_nobody(ada: Person) -> None:
    table = practised(ada, "steady")
    end(table, own_seat(table, ada))
    ada.user.delete()
    waiting_rate()
    assert of_level("steady").strength == UNRATED


def test_rating_a_game_of_the_house_takes_few_queries(
    ada: Person, django_assert_max_num_queries: Any
) -> None:
    table = practised(ada, "steady", "random", "strong")
    end(table, own_seat(table, ada))
    with django_assert_max_num_queries(45):
        waiting_rate()
