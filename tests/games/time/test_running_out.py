"""A seat that is out of time misses its decision once, and never before the deadline."""

from datetime import datetime, timedelta
from functools import partial
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.utils import timezone

from api import database_time
from games.clocks.spans import DAY, HOUR, MINUTE
from games.models import Game, StoredEvent
from games.models.outages import Heartbeat, Outage
from games.models.timers import Timer, TurnNotice
from games.outages import Watch, note_alive, watch
from games.reading.lookup import find_seats
from games.reading.tables import table_lock
from games.time.availability import routine_change, vacation_end, vacation_take
from games.time.stored_clocks import clocks_of, fold_log, stored_clock
from games.time.timer_setting import HOUSE_DELAY, set_clock_timer
from games.workers import house_choices
from games.workers.timers import rebuild, sweep
from games.workers.verification import verify
from notifications.models import Delivery
from tests.support.api_games import ONE_DAY, ApiGame, missed, pass_by, seated, tell
from tests.support.asked import at_once
from tests.support.people import Person, problem
from tests.support.times import Time


def test_the_house_makes_a_decision_missed_after_a_day(db: None, time: Time) -> None:
    table = seated()
    seat, version, moved_at = table.game.awaited[0], table.game.version, table.game.moved_at
    time.stop(moved_at + timedelta(days=1, microseconds=-1))
    sweep()
    assert table.game.version == version
    time.stop(moved_at + timedelta(days=1))
    sweep()
    assert missed(table) == ["excused"]
    assert table.game.version == version + 1
    time.stop(moved_at + timedelta(days=1) + HOUSE_DELAY)
    while table.game.awaited == [seat]:
        assert house_choices.sweep() > 0
        moved_at = table.game.moved_at
        time.stop(moved_at + HOUSE_DELAY)
    played = StoredEvent.objects.filter(game=table.id, actor="house", source="timer")
    assert {row.seat for row in played} == {seat}
    assert table.state == table.folded
    assert not Timer.objects.filter(game=table.id, kind="house").exists()


def test_a_table_shows_how_many_excuses_each_player_has_left(db: None) -> None:
    table = seated(excuses=2)
    seat = table.game.awaited[0]

    def left() -> list[int | None]:
        players = table.people[0].get(table.path).json()["players"]
        return [each["excuses_left"] for each in players]

    assert left() == [2, 2]
    pass_by(table, timedelta(days=1))
    sweep()
    assert left()[seat] == 1


def test_a_play_after_the_deadline_is_refused_swept_or_not(db: None, time: Time) -> None:
    table = seated()
    person, action = table.awaited, table.choices()[0]
    pass_by(table, timedelta(days=1))
    refused = table.act(person, action)
    assert problem(refused) == (409, "stale_version")
    assert "time" in refused.json()["detail"]
    sweep()
    assert problem(table.act(person, action)) == (409, "stale_version")
    assert missed(table) == ["excused"]


def test_a_forfeit_is_never_too_late(db: None) -> None:
    table = seated()
    pass_by(table, timedelta(days=1))
    assert table.act(table.awaited, {"type": "forfeit"}).status_code == 200


def test_a_player_who_was_not_notified_is_not_out_of_time(db: None) -> None:
    table = seated()
    TurnNotice.objects.all().delete()
    pass_by(table, timedelta(days=14))
    sweep()
    assert missed(table) == []
    tell(table)
    pass_by(table, timedelta(hours=6, seconds=-10))  # a quarter of the day, minus ten seconds
    Timer.objects.update(due_at=table.game.moved_at)
    sweep()
    assert missed(table) == []
    pass_by(table, timedelta(seconds=10))
    sweep()
    assert missed(table) == ["excused"]


def test_a_quick_clock_is_not_looked_at_all_the_time_until_its_notice_leaves(db: None) -> None:
    table = seated(clock={"kind": "per_decision", "time": 1})
    TurnNotice.objects.all().delete()
    pass_by(table, timedelta(seconds=2))
    before = timezone.now()
    assert sweep() == 1
    assert Timer.objects.get().due_at >= before + timedelta(seconds=14)
    assert missed(table) == []
    tell(table)
    pass_by(table, timedelta(seconds=15))
    sweep()
    assert missed(table) == ["excused"]


def test_a_player_without_mails_counts_as_notified_at_once(db: None) -> None:
    table = seated()
    TurnNotice.objects.all().delete()
    person = table.awaited
    answer = person.client.patch("/api/v1/me", {"game_mails": False}, format="json")
    assert answer.json()["game_mails"] is False
    pass_by(table, timedelta(days=1))
    own = next(
        each
        for each in person.get(table.path).json()["clocks"]
        if each["seat"] == table.game.awaited[0]
    )
    assert own["status"] == "out_of_time"
    sweep()
    assert missed(table) == ["excused"]


def test_a_notice_of_an_earlier_turn_does_not_count(db: None) -> None:
    table = seated()
    first = table.awaited
    table.play()
    tell(table)
    while table.awaited is not first:
        table.play()
    pass_by(table, timedelta(days=30))
    sweep()
    assert missed(table) == []


def test_an_outage_moves_the_deadline(db: None, time: Time) -> None:
    table = seated()
    moved_at = table.game.moved_at
    note_alive("beat")
    time.stop(moved_at + timedelta(hours=12))
    note_alive("beat")
    assert Outage.objects.count() == 1
    for hours, expected in ((35, []), (36, ["excused"])):
        time.stop(moved_at + timedelta(hours=hours, minutes=1))
        Heartbeat.objects.update(heard_at=moved_at + timedelta(hours=hours))  # as if regularly
        Timer.objects.update(due_at=moved_at)
        sweep()
        assert missed(table) == expected


def test_an_outage_enters_the_stream_once_with_the_next_play(db: None, time: Time) -> None:
    table = seated()
    note_alive("beat")
    time.pass_by(timedelta(hours=3))
    note_alive("beat")
    first, *_ = (entry["event"] for entry in table.play().json()["events"])
    assert (first["type"], first["reason"]) == ("OutageCredited", "outage")
    assert first["lasted"] // 60 in {179, 180}
    table.play()
    assert StoredEvent.objects.filter(game=table.id, type="OutageCredited").count() == 1


def test_an_outage_enters_the_stream_before_a_pause(db: None, time: Time) -> None:
    table = seated()
    note_alive("beat")
    time.pass_by(timedelta(hours=3))
    note_alive("beat")
    until = {"until": (database_time.now() + timedelta(days=3)).isoformat()}
    for person, body in zip(table.people, (until, None), strict=True):
        assert person.post(f"{table.path}/pause", body).status_code == 200
    assert [type(event).__name__ for event in table.events[-2:]] == ["OutageCredited", "GamePaused"]
    table.play()
    assert StoredEvent.objects.filter(game=table.id, type="OutageCredited").count() == 1
    assert verify(table.id) == []
    assert fold_log(table.game, list(table.game.assignments.all())) == stored_clock(table.game)


def test_a_play_at_the_beginning_of_an_outage_is_not_charged_for_it(db: None, time: Time) -> None:
    table = seated(clock="one_month")
    seat, moved_at = table.game.awaited[0], table.game.moved_at
    time.stop(moved_at)
    note_alive("beat")
    note_alive("worker")
    time.stop(moved_at + timedelta(minutes=3))
    note_alive("worker")
    table.play()
    clock = stored_clock(table.game)
    assert clock is not None
    assert clock.seats[seat].bank == 30 * DAY - 3 * MINUTE
    time.stop(moved_at + timedelta(hours=2))
    note_alive("beat")
    note_alive("worker")
    table.play()
    game = table.game
    clock = stored_clock(game)
    assert clock is not None
    assert clock.seats[seat].bank == 30 * DAY
    assert fold_log(game, list(game.assignments.all())) == clock


def test_a_silence_that_lasts_is_credited_before_anybody_is_out_of_time(
    db: None, time: Time
) -> None:
    table = seated()
    note_alive("worker")
    time.stop(table.game.moved_at + timedelta(days=3))  # a jump of the clock looks the same
    sweep()
    assert missed(table) == []


@pytest.mark.parametrize("jump", [timedelta(seconds=11), timedelta(minutes=4), timedelta(hours=3)])
def test_a_jump_of_the_databases_clock_costs_nobody_time(
    db: None, time: Time, jump: timedelta
) -> None:
    table = seated()
    pass_by(table, timedelta(days=1, seconds=-10))
    watch.note_jump(database_time.now())
    time.jump(jump)
    sweep()
    assert missed(table) == []
    first, *_ = (entry["event"] for entry in table.play().json()["events"])
    assert first["type"] == "OutageCredited"
    assert timedelta(seconds=-1) <= timedelta(seconds=first["lasted"]) - jump <= timedelta()
    assert Outage.objects.count() == 1
    Watch().note_jump(database_time.now())  # by a process that did not run before
    assert Outage.objects.count() == 1


def test_a_jump_is_credited_to_a_play_that_comes_before_any_sweep(db: None, time: Time) -> None:
    table = seated()
    pass_by(table, timedelta(days=1, seconds=-10))
    watch.note_jump(database_time.now())
    action = table.choices()[0]
    time.jump(timedelta(minutes=4))
    assert table.act(table.awaited, action).status_code == 200


def test_many_processes_credit_a_jump_once(db: None, time: Time) -> None:
    watches = [Watch() for _ in range(3)]
    for each in watches:
        each.note_jump(database_time.now())
    time.jump(timedelta(minutes=4))
    for each in watches:
        assert each.note_jump(database_time.now())
    assert Outage.objects.count() == 1


def test_a_clock_that_was_put_back_may_jump_again(db: None, time: Time) -> None:
    own = Watch()
    for jump, credited in ((0, 0), (-7200, 0), (-7200 + 240, 1)):
        time.jump(timedelta(seconds=jump))
        own.note_jump(database_time.now())
        assert Outage.objects.count() == credited


def test_an_answer_of_the_database_that_comes_late_is_no_jump(db: None, time: Time) -> None:
    own = Watch()
    for late in (0, 9, 0, 9, 3, 0):
        time.jump(timedelta(seconds=-late))
        assert not own.note_jump(database_time.now())


@pytest.mark.parametrize("silent", ["web", "worker"])
def test_nobody_is_too_late_where_part_of_the_server_has_been_silent(
    db: None, time: Time, silent: str
) -> None:
    table = seated()
    action, moved_at = table.choices()[0], table.game.moved_at
    note_alive(silent)
    time.stop(moved_at + timedelta(days=3))
    if silent == "web":
        note_alive(silent)
    assert table.act(table.awaited, action).status_code == 200


def test_while_the_clock_is_put_back_nothing_happens_and_times_never_fall(
    db: None, time: Time
) -> None:
    table = seated()
    moved_at = table.game.moved_at
    time.stop(moved_at - timedelta(hours=2))
    table.play()
    assert table.game.moved_at == moved_at
    sweep()
    assert missed(table) == []


def test_stored_clocks_are_the_fold_of_the_log(
    db: None, time: Time, capsys: pytest.CaptureFixture[str]
) -> None:
    table = seated()
    moved_at = table.game.moved_at
    for day in range(1, 6):
        time.stop(moved_at + timedelta(hours=20 * day))
        table.play()
        tell(table)
    time.stop(moved_at + timedelta(days=6))
    sweep()
    time.stop(moved_at + timedelta(days=6) + HOUSE_DELAY)
    house_choices.sweep()
    assert missed(table) == ["excused"]
    game = table.game
    assert fold_log(game, list(game.assignments.all())) == stored_clock(game)
    right = game.clock
    with transaction.atomic():
        assert not rebuild(game)
    Game.objects.filter(pk=table.id).update(clock=None)
    Timer.objects.all().delete()
    call_command("rebuild_projections", str(table.id))
    assert "Games that were wrong: 1" in capsys.readouterr().out
    assert table.game.clock == right
    assert Timer.objects.filter(game=table.id).exists()


def test_a_bank_grows_by_the_own_decisions_only(db: None, time: Time) -> None:
    table = seated(clock={"kind": "bank", "initial": 172800, "increment": 3600, "cap": 172800})
    seat, moved_at = table.game.awaited[0], table.game.moved_at
    time.stop(moved_at + timedelta(hours=10))
    table.play()
    clock = stored_clock(table.game)
    assert clock is not None
    assert clock.seats[seat].bank == 2 * DAY - 9 * HOUR
    assert clock.seats[1 - seat].bank == 2 * DAY


def test_a_game_without_a_clock_is_called_off_when_nobody_acts(db: None) -> None:
    table = seated(clock="no_clock")
    pass_by(table, timedelta(days=59))
    sweep()
    assert table.game.state == "running"
    table.play()
    pass_by(table, timedelta(days=59))
    sweep()
    assert table.game.state == "running"
    pass_by(table, timedelta(days=1))
    sweep()
    assert table.game.state == "called_off"
    log = table.people[0].get(f"{table.path}/events").json()["results"]
    assert log[-1]["event"] == {"type": "GameCalledOff", "reason": "idle", "seat": None}


def test_of_many_sweeps_one_notes_each_missed_decision(transactional_db: None) -> None:
    tables = [seated() for _ in range(3)]
    for table in tables:
        pass_by(table, timedelta(days=2))
    at_once([sweep] * 4)
    sweep()
    assert [missed(table) for table in tables] == [["excused"]] * 3


def test_of_a_play_and_a_timeout_one_wins(transactional_db: None, time: Time) -> None:
    table = seated()
    person, action = table.awaited, table.choices()[0]
    pass_by(table, timedelta(days=1))
    answer, _ = at_once([partial(table.act, person, action), sweep])
    sweep()
    assert (answer.status_code == 200) != (missed(table) == ["excused"])
    if answer.status_code != 200:
        assert problem(answer) == (409, "stale_version")


@pytest.mark.parametrize(
    ("clock", "at"),
    [
        ("never", "#/clock"),
        (7, "#/clock"),
        ({"kind": "hourglass"}, "#/clock/kind"),
        ({"kind": ["bank"]}, "#/clock/kind"),
        ({}, "#/clock/kind"),
        ({"kind": "bank", "initial": -1}, "#/clock/initial"),
        ({"kind": "bank", "increment": -1}, "#/clock/increment"),
        ({"kind": "per_decision", "time": 0}, "#/clock/time"),
        ({"kind": "per_decision", "time": 1.5}, "#/clock/time"),
        ({"kind": "per_decision", "time": True}, "#/clock/time"),
        ({"kind": "per_decision", "time": None}, "#/clock/time"),
        ({"kind": "none", "idle": 10**30}, "#/clock/idle"),
        ({"kind": "bank", "cap": 60}, "#/clock/cap"),
        ({"kind": "total", "time": "long"}, "#/clock/time"),
        ({"kind": "total", "cap": 60}, "#/clock"),
    ],
)
def test_a_time_control_that_makes_no_sense_is_refused(ada: Person, clock: Any, at: str) -> None:
    options = {"mode": "beginner", "players": 2}
    answer = ada.post("/api/v1/games", {"options": options, "clock": clock})
    assert problem(answer) == (422, "invalid")
    assert [error["pointer"] for error in answer.json()["errors"]] == [at]


def test_a_table_says_how_much_time_people_have(ada: Person, bob: Person) -> None:
    standard = ada.get(ApiGame([ada, bob]).path).json()["clock"]
    assert (standard["preset"], standard["kind"]) == ("standard", "bank")
    assert standard["initial"] == 5 * 86_400
    solo = ada.post("/api/v1/games", {"options": {"mode": "solitaire"}}).json()
    assert (solo["clock"]["kind"], solo["clock"]["idle"]) == ("none", 60 * 86_400)
    assert solo["clocks"] == []
    presets = ada.get("/api/v1/meta").json()["clocks"]
    for preset in presets:
        table = ApiGame([ada, bob], clock=preset["clock"]["preset"])
        assert ada.get(table.path).json()["clock"] == preset["clock"]


def test_answers_show_each_clock_and_why_it_stands(db: None) -> None:
    table = seated()
    seat, person = table.game.awaited[0], table.awaited
    for path in (table.path, "/api/v1/me/games"):
        answer = person.get(path).json()
        (shown,) = [each for each in answer.get("results", [answer]) if each["id"] == str(table.id)]
        own, other = (
            next(each for each in shown["clocks"] if each["seat"] == number)
            for number in (seat, 1 - seat)
        )
        assert (own["status"], own["left"], other["status"]) == ("running", 86_400, "waiting")
        deadline = datetime.fromisoformat(own["deadline"])
        assert deadline == table.game.moved_at + timedelta(days=1)
        assert datetime.fromisoformat(own["since"]) == table.game.moved_at


@pytest.mark.slow
def test_a_timer_set_with_a_vacation_that_ends_meanwhile_is_looked_at(
    transactional_db: None,
) -> None:
    table = seated()
    user = table.awaited.user
    taken = vacation_take(user=user, end=timezone.now() + timedelta(days=20))

    def end() -> None:
        vacation_end(user=user, vacation_id=taken.pk)
        connection.close()

    ending = Thread(target=end)
    with transaction.atomic():
        locked = table_lock(game_id=table.id)
        clocks = clocks_of(locked.game, locked.assignments, timezone.now())
        ending.start()
        ending.join(0.5)
        set_clock_timer(locked.game, clocks.due_at(timezone.now()))
    ending.join()
    assert Timer.objects.get(game=table.id).due_at <= timezone.now()


@pytest.mark.slow
@pytest.mark.parametrize("change", ["a routine", "a vacation taken", "a vacation ended"])
def test_a_change_of_calendar_counts_from_after_the_play_that_it_waits_for(
    transactional_db: None, change: str
) -> None:
    table = seated(clock="one_month")
    player, other = table.awaited.user, table.others[0].user
    make: partial[Any] = partial(routine_change, user=other, weekend=[timezone.now().weekday()])
    if change != "a routine":
        make = partial(vacation_take, user=player, end=timezone.now() + timedelta(days=20))
    if change == "a vacation ended":
        make = partial(vacation_end, user=player, vacation_id=make().pk)

    def make_and_close() -> None:
        make()
        connection.close()

    changing = Thread(target=make_and_close)
    with transaction.atomic():
        table_lock(game_id=table.id)
        changing.start()
        changing.join(0.5)
        table.play()
    changing.join()
    game = table.game
    assert fold_log(game, find_seats(game.pk)) == stored_clock(game)


def test_switching_mails_off_lets_the_next_sweep_look_at_ones_games(db: None) -> None:
    table, other = seated(), seated()
    person = table.awaited
    assert person.client.patch("/api/v1/me", {"game_mails": False}).status_code == 200
    assert Timer.objects.get(game=table.id).due_at <= timezone.now()
    assert Timer.objects.get(game=other.id).due_at > timezone.now()


def test_a_vacation_stops_the_clock_in_answers_and_changes_their_etag(db: None) -> None:
    table = seated()
    seat, person = table.game.awaited[0], table.awaited
    etag = person.get(table.path).headers["ETag"]
    assert person.get(table.path, etag).status_code == 304
    Timer.objects.update(due_at=table.game.moved_at + timedelta(days=9))
    vacation_take(user=person.user, end=timezone.now() + timedelta(days=3))
    answer = person.get(table.path, etag)
    assert answer.status_code == 200
    own = next(each for each in answer.json()["clocks"] if each["seat"] == seat)
    assert own["status"] == "vacation"
    deadline = datetime.fromisoformat(own["deadline"])
    assert deadline > table.game.moved_at + timedelta(days=3, hours=23)
    assert Timer.objects.get().due_at < timezone.now() + timedelta(minutes=1)
    sweep()
    assert abs(Timer.objects.get().due_at - deadline) < timedelta(seconds=1)


def awaited_and_other(**members: Any) -> tuple[ApiGame, Person, Person]:
    """Return a game of two in which all have decided and no mail has left, and its players."""
    table = ApiGame([Person(), Person()], excuses=0, **{**ONE_DAY, **members})
    for _ in range(2):
        table.play()
    return table, table.awaited, table.others[0]


def let_a_month_pass(table: ApiGame) -> None:
    """Let 30 days pass, day by day, while no mail leaves."""
    for _ in range(30):
        pass_by(table, timedelta(days=1))
        sweep()


@pytest.mark.parametrize("returns", [False, True])
def test_taking_an_awaited_seat_counts_as_having_seen_the_turn(db: None, *, returns: bool) -> None:
    table, leaver, _ = awaited_and_other()
    path = f"{table.path}/seats/{table.game.awaited[0]}"
    assert leaver.post(f"{table.path}/leave").status_code == 200
    taker = leaver if returns else Person()
    assert taker.post(path).status_code == 200
    pass_by(table, timedelta(days=1, seconds=-10))
    sweep()
    assert missed(table) == []
    pass_by(table, timedelta(seconds=10))
    sweep()
    assert missed(table) == ["out_of_time"]


def test_agreeing_to_a_pause_counts_as_having_seen_whose_turn_it_is(db: None) -> None:
    table, person, other = awaited_and_other()
    until = {"until": (timezone.now() + timedelta(days=2)).isoformat()}
    assert other.post(f"{table.path}/pause", until).status_code == 200
    assert person.post(f"{table.path}/pause").status_code == 200
    assert (
        Delivery.objects.waiting()
        .filter(notice__person=person.user, notice__kind="your_turn")
        .count()
        == 0
    )
    for each in (other, person):
        assert each.post(f"{table.path}/resume").status_code == 200
    let_a_month_pass(table)
    assert missed(table) == ["out_of_time"]


def test_a_command_of_another_is_no_notice(db: None) -> None:
    table, person, other = awaited_and_other()
    until = {"until": (timezone.now() + timedelta(days=2)).isoformat()}
    for each in (person, other):
        assert each.post(f"{table.path}/pause", until).status_code == 200
    for each in (person, other):
        assert each.post(f"{table.path}/resume").status_code == 200
    let_a_month_pass(table)
    assert missed(table) == []
