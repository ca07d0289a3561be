"""Timers fire once when nobody has answered in time, whatever happens meanwhile."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api import database_time
from games.models import Game, StoredEvent
from games.models.timers import Timer
from games.workers import timers
from games.workers.timers import TRY_AGAIN_AFTER, rebuild, sweep
from tests.support.api_games import ApiGame, pass_by
from tests.support.asked import WITH_AUDIENCE, Asked, at_once
from tests.support.people import Person, problem

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]

STATEMENTS = 20  # for each timer, savepoints among them
OPTIONS = {"luminaries": WITH_AUDIENCE, "audience": "spectator"}


def asked(people: int = 2) -> Asked:
    """Return a game that asks spectators."""
    seated = [Person() for _ in range(people)]
    return Asked(
        seated, "audience_spectator", options=OPTIONS, visibility="public", clock="no_clock"
    )


def due(*tables: ApiGame) -> None:
    """Make the timers of some games due: a day has passed since their spectators were asked."""
    for table in tables:
        pass_by(table, timedelta(days=1))


def none_is_due() -> bool:
    return not Timer.objects.filter(due_at__lte=timezone.now()).exists()


def named(table: ApiGame) -> int:
    return StoredEvent.objects.filter(game=table.id, type="LuminaryNamed").count()


def answer(table: ApiGame, person: Person) -> Any:
    return table.act(person, {"type": "pass"})


def test_a_timer_fires_once(db: None) -> None:
    table = asked()
    due(table)
    assert sweep() == 1
    assert sweep() == 0
    assert named(table) == 1
    assert none_is_due()
    assert StoredEvent.objects.filter(game=table.id, source="timer").count() == 1


def test_what_sqlite_made_due_within_a_millisecond_is_due(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = "2026-01-01 00:00:01"
    sql = database_time.NOW["sqlite"].replace("'now'", f"'{second}'")
    monkeypatch.setitem(database_time.NOW, "sqlite", sql)
    now = connection.ops.adapt_datetimefield_value(database_time.now())
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s <= %s", [f"{second}.000", now])
        (is_due,) = cursor.fetchone()
    assert is_due


def test_an_answer_lets_the_timer_wait_for_what_comes_next(db: None, eve: Person) -> None:
    table = asked()
    assert answer(table, eve).status_code == 200
    assert Timer.objects.get().due_at == table.game.moved_at + timedelta(days=60)


def test_games_that_time_nothing_do_without_timers(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], clock="no_clock")
    with CaptureQueriesContext(connection) as queries:
        table.play()
    assert not any("games_timer" in query["sql"] for query in queries)


def test_nothing_fires_before_its_time(db: None) -> None:
    table = asked()
    assert sweep() == 0
    assert named(table) == 0


def test_one_sweep_fires_what_is_due_in_all_games(db: None) -> None:
    tables = [asked() for _ in range(3)]
    due(*tables[:2])
    assert sweep() == 2
    assert [named(table) for table in tables] == [1, 1, 0]


def test_each_due_timer_takes_a_bounded_number_of_statements(db: None) -> None:
    def statements(many: int) -> int:
        due(*(asked() for _ in range(many)))
        with CaptureQueriesContext(connection) as queries:
            assert sweep() == many
        return len(queries)

    assert statements(4) - statements(1) <= 3 * STATEMENTS


def test_a_sweep_stops_at_its_most(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    due(asked(), asked())
    monkeypatch.setattr(timers, "MOST", 1)
    assert [sweep(), sweep(), sweep()] == [1, 1, 0]


def test_a_timer_that_cannot_fire_is_tried_later_and_keeps_none_back(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = asked(), asked()
    due(broken, whole)
    Timer.objects.filter(game=broken.id).update(kind="unheard-of")
    assert sweep() == 2
    assert (named(broken), named(whole)) == (0, 1)
    assert "A unheard-of timer could not be fired." in caplog.text
    later = Timer.objects.get(game=broken.id).due_at - timezone.now()
    assert timedelta() < later <= TRY_AGAIN_AFTER


def test_a_frozen_game_keeps_its_timer(db: None) -> None:
    table = asked()
    due(table)
    Game.objects.filter(pk=table.id).update(damage="Event 3 is missing.")
    sweep()
    assert Timer.objects.filter(game=table.id).count() == 1
    assert named(table) == 0


def test_nothing_is_played_in_a_game_that_was_called_off(db: None) -> None:
    table = asked()
    for person in table.people:
        person.post(f"{table.path}/call-off")
    assert table.game.state == "called_off"
    due(table)
    sweep()
    assert named(table) == 0
    assert not Timer.objects.exists()


def test_a_timer_of_a_question_that_is_closed_plays_nothing(db: None, eve: Person) -> None:
    table = asked()
    answer(table, eve)
    version = table.game.version
    Timer.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    sweep()
    assert table.game.version == version
    assert none_is_due()


def test_timers_are_computed_again_from_the_events(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    table = asked(people=3)
    right = set(Timer.objects.values_list("game", "kind", "seat", "due_at"))
    other = next(p for seat, p in enumerate(table.people) if seat != table.actor)
    table.forfeit(other)
    Timer.objects.all().delete()
    call_command("rebuild_projections", str(table.id))
    assert "Games that were wrong: 1" in capsys.readouterr().out
    assert set(Timer.objects.values_list("game", "kind", "seat", "due_at")) == right
    with transaction.atomic():
        assert not rebuild(table.game)
    Game.objects.filter(pk=table.id).update(state=Game.State.CALLED_OFF)
    with transaction.atomic():
        assert rebuild(table.game)
    assert not Timer.objects.exists()


def test_a_kind_of_timer_is_computed_again_by_its_record(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = asked().game
    bell = timers.TimerKind(
        fire=lambda _, timer: timer.delete(),
        are_right=lambda _, found: len(found) == 1,
        set=lambda needs: Timer.objects.create(game=needs.game, kind="bell", due_at=needs.now),
    )
    bells = Timer.objects.filter(game=game, kind="bell")
    with transaction.atomic(), monkeypatch.context() as invented:
        invented.setitem(timers.KINDS, "bell", bell)
        assert [rebuild(game), bells.count(), rebuild(game)] == [True, 1, False]
    with transaction.atomic():  # nobody knows the kind now
        assert [rebuild(game), bells.count(), rebuild(game)] == [True, 0, False]


def test_of_many_workers_one_fires_each_timer(transactional_db: None) -> None:
    tables = [asked() for _ in range(3)]
    due(*tables)
    assert sum(at_once([sweep] * 4)) >= 3
    sweep()
    assert [named(table) for table in tables] == [1, 1, 1]
    assert none_is_due()


def test_of_an_answer_and_its_timer_one_wins_and_a_late_answer_is_told(
    transactional_db: None,
) -> None:
    table, watching = asked(), Person()
    due(table)
    seen = table.game.version
    late = partial(table.act, watching, {"type": "pass"}, expected_version=seen)
    given, _ = at_once([late, sweep])
    sweep()
    assert named(table) == 1
    assert given.status_code == 200 or problem(given) == (409, "stale_version")
    assert none_is_due()
