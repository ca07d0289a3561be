"""In Swiss, a substitute plays the rounds to come of the entrant who withdrew."""

import pytest
from django.core.management import call_command

from games.models import Game
from games.play.adjudication import game_adjudicate
from leagues.models import Bye
from leagues.running import lifecycle
from leagues.running.kept_apart import blocked_pairs_in
from leagues.season.substitutes import lineup_of
from tests.support.api_seasons import ApiSeason, end_games, name_substitute, seats_of
from tests.support.mails import mails, text
from tests.support.people import Person

pytestmark = pytest.mark.django_db


def after_first_round(
    organiser: Person, entrants: int
) -> tuple[ApiSeason, dict[str, Person], list[str]]:
    """Return a Swiss of three rounds, the people by entrant, and the first round's games ended."""
    season = ApiSeason(organiser, format="swiss", rounds=3, days_per_round=10)
    people = [Person(f"player{number}") for number in range(entrants)]
    entered = season.enter(*people)
    season.start()
    end_games(season)
    return season, dict(zip(entered, people, strict=True)), entered


@pytest.mark.slow
def test_a_substitute_plays_the_rounds_to_come(ada: Person, eve: Person, bob: Person) -> None:
    season, people, (gone, *_) = after_first_round(ada, 4)
    people[gone].delete(f"{season.path}/entrants/me")
    waiting = season.enter(eve, bob, substitute=True)
    name_substitute(season, gone, waiting[0])
    told = text(mails("season_entry", eve)[-1])
    assert "You also play the rounds to come: round 2 on" in told
    assert "and round 3 on" in told
    lifecycle.sweep()
    (played,) = (each for each in season.fixtures() if each["game"] in seats_of(eve))
    assert (played["round"], gone in str(played["entrants"])) == (2, True)
    assert "You play 1 game" in text(mails("season_round", eve)[-1])
    assert not mails("season_round", people[gone])[1:]
    end_games(season)
    eve.delete(f"{season.path}/entrants/me")
    name_substitute(season, waiting[0], waiting[1])
    lifecycle.sweep()
    assert len(seats_of(bob)) == 1
    end_games(season)
    lifecycle.sweep()
    rows = {
        each["entrant"]["id"]: each
        for each in ada.get(f"{season.path}/crosstable").json()["results"]
    }
    assert [game["round"] for game in rows[waiting[1]]["games"]] == [3]
    assert season.shown()["state"] == "finished"
    call_command("rebuild_seasons", "--check")


@pytest.mark.slow
def test_without_a_substitute_who_plays_on_an_entrant_is_left_out(ada: Person, eve: Person) -> None:
    season, people, (gone, *_) = after_first_round(ada, 5)
    people[gone].delete(f"{season.path}/entrants/me")
    (waiting,) = season.enter(eve, substitute=True)
    name_substitute(season, gone, waiting)
    eve.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    second = [each for each in season.fixtures() if each["round"] == 2]
    assert len(second) == 2
    assert gone not in str(second)


@pytest.mark.slow
def test_a_bye_is_that_of_who_plays(ada: Person, eve: Person) -> None:
    season, people, entered = after_first_round(ada, 3)
    lifecycle.sweep()
    end_games(season)
    rested = {str(each) for each in Bye.objects.values_list("entrant", flat=True)}
    (gone,) = {*entered} - rested  # who is to rest in the last round
    people[gone].delete(f"{season.path}/entrants/me")
    (waiting,) = season.enter(eve, substitute=True)
    name_substitute(season, gone, waiting)
    lifecycle.sweep()
    last = Bye.objects.get(season=season.id, round=3)
    assert str(last.entrant_id) == waiting


def test_those_whom_a_substitute_blocked_are_kept_apart(ada: Person, eve: Person) -> None:
    season, people, (gone, other, *_) = after_first_round(ada, 4)
    people[gone].delete(f"{season.path}/entrants/me")
    (waiting,) = season.enter(eve, substitute=True)
    name_substitute(season, gone, waiting)
    eve.client.put(f"/api/v1/me/blocks/{people[other].user.handle}")
    pairs = blocked_pairs_in(lineup_of(season.row.pk), list(people))
    assert pairs == {(min(gone, other), max(gone, other))}


def test_who_sits_opposite_somebody_who_drops_out_gets_what_a_bye_gives(ada: Person) -> None:
    season = ApiSeason(ada, format="swiss", rounds=2, days_per_round=10)
    people = [Person(f"player{number}") for number in range(4)]
    entered = dict(zip(season.enter(*people), people, strict=True))
    ada.post(f"{season.path}/start", {"token": season.plan()["token"]})
    tables = [each["entrants"] for each in season.fixtures()]
    (never_began, stayed), (began, alone) = ([each["id"] for each in two] for two in tables)
    entered[never_began].delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    entered[began].delete(f"{season.path}/entrants/me")
    (game,) = Game.objects.filter(fixture__season=season.id)
    if game.state == Game.State.RUNNING:
        game_adjudicate(game_id=game.pk, basis="void")
    lifecycle.sweep()
    rows = {
        each["entrant"]["id"]: each["points"]
        for each in ada.get(f"{season.path}/standings").json()["results"]
    }
    assert rows == {stayed: 1.5, alone: 1.5, never_began: 0, began: 0}
    call_command("rebuild_seasons", "--check")
