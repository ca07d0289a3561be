"""All ratings follow from the results of rated games, in the order in which the games ended."""

from collections.abc import Iterator
from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from games.models import Game
from ratings.models import RatedGame, RatedSeat, Rating
from ratings.rated_games import rated_game_begin, results_rate
from ratings.rebuilding import mode_rebuild
from ratings.results import StarterResult
from ratings.skill import UNRATED, PartPlayed
from tests.ratings.rated import end, rated, rating_of, stored
from tests.support.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
MODES = ("beginner", "standard")


def rebuild(*, check: bool = False) -> str:
    """Run the command, and return what it prints."""
    printed = StringIO()
    call_command("rebuild_ratings", check=check, stdout=printed)
    return printed.getvalue()


def play_some(people: list[Person], dice: Random) -> None:
    """Rate games of these people with results by chance, which begin and end in any order."""
    running: list[Game] = []
    for _ in range(30):
        seated = dice.sample(people, dice.randint(2, 4))
        game = Game.objects.create(
            mode=dice.choice(MODES), seats=len(seated), options={}, rated=True, creator=None
        )
        seats = [
            game.assignments.create(user=person.user, number=number)
            for number, person in enumerate(seated)
        ]
        rated_game_begin(game, seats)
        running.append(game)
        if dice.random() < 0.6:
            finish(running.pop(dice.randrange(len(running))), dice)


def finish(game: Game, dice: Random) -> None:
    """End a game with a result by chance."""
    scores = [dice.randint(0, 3) for _ in range(game.seats)]
    results = {
        seat: StarterResult(1 + sum(other > score for other in scores), by_chance(dice))
        for seat, score in enumerate(scores)
    }
    with transaction.atomic():
        results_rate(game, results)


def by_chance(dice: Random) -> PartPlayed:
    """Return a part that a person who began a game may have had in it."""
    return dice.choices([PartPlayed.PLAYED, PartPlayed.LEFT, PartPlayed.ABSENT], [8, 1, 1])[0]


def spoil(dice: Random) -> Iterator[str]:
    """Change some of the numbers that are stored, and yield the names of the tables."""
    for rating in Rating.objects.all():
        if dice.random() < 0.5:
            Rating.objects.filter(pk=rating.pk).update(mean=dice.random(), games=99, value=7)
            yield "ratings"
    for seat in RatedSeat.objects.filter(rated_game__isnull=False):
        if dice.random() < 0.3:
            RatedSeat.objects.filter(pk=seat.pk).update(mean=None, deviation_before=1.0)
            yield "seats"


@pytest.mark.parametrize("seed", range(6))
def test_replaying_all_games_gives_what_each_gave_when_it_ended(
    people: list[Person], seed: int
) -> None:
    dice = Random(seed)  # noqa: S311
    play_some(people, dice)
    before = stored()
    assert [mode_rebuild(mode, save=False) for mode in MODES] == [([], [])] * 2
    assert set(spoil(dice)) == {"ratings", "seats"}
    assert stored() != before
    for mode in MODES:
        mode_rebuild(mode, save=True)
    assert stored() == before


def test_wrong_numbers_fail_the_check_and_are_right_after_a_rebuild(people: list[Person]) -> None:
    end(rated(people[:2]), 0)
    before = stored()
    assert rebuild(check=True) == "0 wrong.\n"
    Rating.objects.filter(user=people[0].user).update(mean=30.000001)
    with pytest.raises(CommandError, match="rebuild_ratings"):
        rebuild(check=True)
    assert rating_of(people[0]).mean == 30.000001
    assert "1 wrong, and right again." in rebuild()
    assert stored() == before


def test_a_wrong_result_is_read_again_from_the_events(people: list[Person]) -> None:
    table = rated(people[:3])
    end(table, 2)
    before = stored()
    RatedSeat.objects.filter(game=table.id).update(place=1, part=PartPlayed.PLAYED)
    with pytest.raises(CommandError):
        rebuild(check=True)
    assert f"The result of game {table.id}." in rebuild()
    assert stored() == before


def test_a_game_that_was_missed_is_rated(people: list[Person]) -> None:
    table = rated(people[:2])
    end(table, 0)
    before = rating_of(people[0]).strength
    RatedSeat.objects.filter(game=table.id).update(
        rated_game=None, mean=None, mean_before=None, deviation=None, deviation_before=None
    )
    RatedGame.objects.all().delete()
    Rating.objects.update(mean=UNRATED.mu, deviation=UNRATED.sigma, games=0, value=UNRATED.value)
    assert f"Game {table.id} was not rated." in rebuild()
    assert rating_of(people[0]).strength == before
    assert rebuild(check=True) == "0 wrong.\n"


def test_results_of_damaged_games_are_left_alone(people: list[Person]) -> None:
    table = rated(people[:2])
    end(table, 0)
    Game.objects.filter(pk=table.id).update(damage="Event 3 is missing.")
    before = stored()
    with pytest.raises(CommandError, match="verify"):
        rebuild()
    assert stored() == before


def test_damaged_games_that_were_missed_are_left_alone(people: list[Person]) -> None:
    damaged, missed = rated(people[:2]), rated(people[:2])
    end(damaged, 0)
    end(missed, 1)
    RatedSeat.objects.update(
        rated_game=None, mean=None, mean_before=None, deviation=None, deviation_before=None
    )
    RatedGame.objects.all().delete()
    Rating.objects.update(mean=UNRATED.mu, deviation=UNRATED.sigma, games=0, value=UNRATED.value)
    Game.objects.filter(pk=damaged.id).update(damage="Event 3 is missing.")
    with pytest.raises(CommandError, match="Games with damaged events: 1"):
        rebuild()
    assert [str(each.game_id) for each in RatedGame.objects.all()] == [str(missed.id)]


def test_a_deleted_account_changes_no_number(people: list[Person]) -> None:
    for pair in ((0, 1), (1, 2), (0, 2)):
        end(rated([people[number] for number in pair]), 0)
    people[1].user.delete()
    assert rebuild(check=True) == "0 wrong.\n"
