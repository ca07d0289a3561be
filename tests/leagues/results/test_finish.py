"""The end of a season: open games are adjudicated as declared, once, and then it finishes."""

from collections import Counter
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command

from games.models import Game, StoredEvent
from games.play.adjudication import game_adjudicate
from leagues.models import Fixture, Result, Standing, StoredSeasonEvent
from leagues.results import finish
from leagues.running import fixture_games, lifecycle
from leagues.stream.events import SeasonFinished
from tests.support.api_seasons import DAY, ApiSeason, later
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def begun(organiser: Person, many: int = 3, **rules: Any) -> ApiSeason:
    season = ApiSeason(organiser, **rules)
    season.enter(*(Person() for _ in range(many)))
    season.start()
    return season


def events_of(season: ApiSeason) -> Counter[str]:
    kinds = StoredSeasonEvent.objects.filter(season=season.id).values_list("type", flat=True)
    return Counter(kinds)


def kinds(season: ApiSeason) -> list[str]:
    found = Result.objects.filter(season=season.id).order_by("sequence")
    return list(found.values_list("kind", flat=True))


@pytest.mark.parametrize(
    ("declared", "state", "kind"),
    [
        ("by_score", "finished", "adjudicated"),
        ("by_place", "finished", "adjudicated"),
        ("void", "called_off", "void"),
    ],
)
def test_open_games_end_with_the_season_as_declared(
    ada: Person, time: Time, declared: str, state: str, kind: str
) -> None:
    season = begun(ada, open_games=declared)
    later(time, 66 * DAY)
    assert season.shown()["state"] == "running"
    later(time, 68 * DAY)
    shown = season.shown()
    assert (shown["state"], len(shown["revealed"])) == ("finished", 64)
    assert set(Game.objects.values_list("state", flat=True)) == {state}
    assert kinds(season) == [kind] * 3
    call_command("rebuild_seasons", "--check")


def test_a_running_season_that_is_called_off_ends_its_open_games_as_void(ada: Person) -> None:
    season = begun(ada, many=4)
    over, frozen, *_ = (UUID(each["game"]) for each in season.fixtures())
    game_adjudicate(game_id=over, basis="by_score")
    Game.objects.filter(pk=frozen).update(damage="An event was changed.")
    tried = season.organiser.post(f"{season.path}/call-off", {"dry_run": True}).json()
    assert (tried["season"]["state"], tried["effects"]["void"]) == ("running", 6)
    assert tried["effects"]["told"] == 4
    answer = season.organiser.post(f"{season.path}/call-off", {"reason": "The house burns."}).json()
    told = answer["season"]
    assert (told["state"], len(told["revealed"])) == ("called_off", 64)
    for _ in range(2):
        lifecycle.sweep()
    assert Counter(kinds(season)) == {"adjudicated": 1, "void": 5}
    states = Counter(Game.objects.exclude(pk=frozen).values_list("state", flat=True))
    assert states == {"finished": 1, "called_off": 4}
    rows = season.organiser.get(f"{season.path}/standings").json()["results"]
    assert ({row["outcome"] for row in rows}, rows[0]["games"]) == ({None}, 1)
    again = season.organiser.post(f"{season.path}/call-off")
    assert problem(again) == (409, "season_over")
    call_command("rebuild_seasons", "--check")


def test_each_game_is_adjudicated_once_however_often_the_sweep_runs(
    ada: Person, time: Time
) -> None:
    season = begun(ada)
    later(time, 68 * DAY)
    for _ in range(3):
        lifecycle.sweep()
    assert StoredEvent.objects.filter(type="GameAdjudicated").count() == 3
    found = events_of(season)
    assert (found["ResultRecorded"], found["SeasonFinished"], found["SeedRevealed"]) == (3, 1, 1)


def test_a_worker_killed_at_the_end_loses_and_repeats_nothing(
    ada: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = begun(ada)
    calls = iter(range(100))

    def killed(**members: Any) -> Game:
        if next(calls) == 1:
            raise KeyboardInterrupt
        return game_adjudicate(**members)

    monkeypatch.setattr(finish, "game_adjudicate", killed)
    with pytest.raises(KeyboardInterrupt):
        later(time, 68 * DAY)
    assert StoredEvent.objects.filter(type="GameAdjudicated").count() == 1
    lifecycle.sweep()
    assert StoredEvent.objects.filter(type="GameAdjudicated").count() == 3
    assert season.shown()["state"] == "finished"


def test_a_frozen_game_is_void_and_does_not_hold_up_the_season(ada: Person, time: Time) -> None:
    season = begun(ada)
    frozen = Fixture.objects.order_by("number").first()
    Game.objects.filter(fixture=frozen).update(damage="event 3 was changed")
    later(time, 68 * DAY)
    assert kinds(season).count("void") == 1
    assert season.shown()["state"] == "finished"
    assert Game.objects.get(fixture=frozen).state == "running"


def test_a_game_that_has_not_begun_by_the_end_is_void(
    ada: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 0)
    season = begun(ada)
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 10)
    later(time, 68 * DAY)
    assert Game.objects.count() == 0
    assert kinds(season) == ["void"] * 3
    assert season.shown()["state"] == "finished"


def test_no_round_is_paired_after_the_end(ada: Person, time: Time) -> None:
    season = begun(ada, 4, format="swiss", rounds=3, days_per_round=15)
    later(time, 68 * DAY)
    shown = season.shown()
    assert (shown["state"], shown["round"]) == ("finished", 1)
    rows = Standing.objects.filter(season=season.id)
    assert all(row.row["best"] == row.row["worst"] == row.place for row in rows)
    call_command("rebuild_seasons", "--check")


def test_the_final_order_is_that_of_the_tables(ada: Person, time: Time) -> None:
    season = begun(ada)
    later(time, 68 * DAY)
    stored = StoredSeasonEvent.objects.get(season=season.id, type=SeasonFinished.__name__)
    for row in Standing.objects.filter(season=season.id):
        assert str(row.entrant_id) in stored.data
    in_order = Standing.objects.filter(season=season.id).order_by("place")
    places = [stored.data.index(str(row.entrant_id)) for row in in_order]
    assert places == sorted(places)


def test_the_result_of_a_frozen_game_waits_and_is_void_at_the_end(ada: Person, time: Time) -> None:
    season = begun(ada, many=2)
    (game,) = Game.objects.all()
    game_adjudicate(game_id=game.pk, basis="ruling", places=[1, 2])
    Game.objects.filter(pk=game.pk).update(damage="An event was changed.")
    lifecycle.sweep()
    assert (kinds(season), season.shown()["state"]) == ([], "running")
    later(time, 68 * DAY)
    assert (kinds(season), season.shown()["state"]) == (["void"], "finished")


def test_no_game_begins_after_the_end(
    ada: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 0)
    season = begun(ada)
    monkeypatch.setattr(fixture_games, "GAMES_AT_ONCE", 10)
    monkeypatch.setattr(finish, "VOID_AT_ONCE", 1)
    later(time, 68 * DAY)
    assert not Game.objects.exists()
    assert set(kinds(season)) == {"void"}
