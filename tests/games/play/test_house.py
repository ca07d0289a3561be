"""House players: what they know, what they choose, and how workers come to play it."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import F
from django.test import Client
from django.utils import timezone

from api import leases
from games.models import Game, StoredEvent
from games.models.timers import Timer
from games.play import house
from games.stream import store
from games.time.timer_setting import HOUSE, HOUSE_DELAY
from games.workers import house_choices, timers
from games.workers.house_choices import LATE, LEASE
from illimat_core import as_json, evolve, fold, redact
from illimat_core.cards import Card
from illimat_core.players.knowledge import HIDDEN, follow, know
from illimat_core.players.levels import LEVELS, choose
from illimat_core.players.memory import Memory
from tests.support.api_games import ApiGame, pass_by
from tests.support.asked import at_once
from tests.support.people import Person


def left() -> tuple[ApiGame, int]:
    """Return a game of three that waits for the house, and the seat that it plays."""
    table = ApiGame([Person() for _ in range(3)], leavers="house")
    for _ in range(4):
        table.play()
    seat = table.game.awaited[0]
    assert table.on_seat(seat).post(f"{table.path}/leave").status_code == 200
    return table, seat


def played(table: ApiGame) -> int:
    return StoredEvent.objects.filter(game=table.id, actor="house").count()


def timer_of(table: ApiGame) -> Timer:
    return Timer.objects.get(game=table.id, kind=HOUSE)


def chosen_at(table: ApiGame) -> int | None:
    """Return the version at which the house has chosen; None if it has not."""
    choice = timer_of(table).choice
    return choice["version"] if choice else None


def test_the_house_plays_for_people_what_a_steady_player_would(db: None) -> None:
    table, seat = left()
    first, *others = table.events
    state, memory = fold([first]), Memory(seat)
    for event in others:
        memory = follow(memory, state, [redact(event, seat)])
        state = evolve(state, event)
    wanted = choose("steady", know(state, seat, memory), house.seed_of(table.id, seat))
    pass_by(table, HOUSE_DELAY)
    house_choices.sweep()
    first_row = StoredEvent.objects.get(game=table.id, actor="house")
    key = (first_row.seat, first_row.source)
    assert key == (seat, "timer")
    assert timer_choice_played(table, first_row.sequence) == as_json(wanted)["type"]


def timer_choice_played(table: ApiGame, sequence: int) -> str:
    """Return the type of action that the event with a sequence records."""
    kinds = {"CardSown": "sow", "CardsHarvested": "harvest", "StockpileMade": "stockpile"}
    return kinds[StoredEvent.objects.get(game=table.id, sequence=sequence).type]


@pytest.mark.slow
def test_each_choice_reads_only_what_happened_since_the_last_one(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seat = left()
    house.knowledge_of(table.game, seat)
    read, lengths = store.read, list[int]()

    def counted(*arguments: Any) -> Any:
        rows = read(*arguments)
        lengths.append(len(rows))
        return rows

    monkeypatch.setattr(store, "read", counted)
    for _ in range(8):
        before = table.game.version
        pass_by(table, HOUSE_DELAY)
        house_choices.sweep()
        while not set(table.game.awaited) <= {seat}:
            table.play()
        lengths.clear()
        known = house.knowledge_of(table.game, seat)
        assert lengths in ([], [table.game.version - before])
        house.followed.drop()
        assert house.knowledge_of(table.game, seat) == known


def test_a_memory_of_another_stream_is_not_gone_on_from(db: None) -> None:
    table, seat = left()
    known = house.knowledge_of(table.game, seat)
    misled = house.FollowedLog(
        "f" * 64, store.state_at(table.game, 3), Memory(seat, gone=frozenset({Card("KSt")}))
    )
    house.followed.keep((table.id, seat), misled)
    assert house.knowledge_of(table.game, seat) == known


def test_a_house_player_gets_blanks_for_all_that_its_seat_may_not_see(db: None) -> None:
    table, seat = left()
    known = house.knowledge_of(table.game, seat)
    assert known.table.players[seat].hand == table.state.players[seat].hand
    hidden = [known.table.deck, *(p.hand for n, p in enumerate(known.table.players) if n != seat)]
    assert {card for cards in hidden for card in cards} == {HIDDEN}


def test_the_dice_of_house_players_differ_by_game_and_seat(db: None) -> None:
    seeds = {house.seed_of(table.id, seat) for table, _ in (left(), left()) for seat in range(3)}
    assert len(seeds) == 6


def test_the_choice_is_made_beforehand_and_played_after_the_delay(db: None) -> None:
    table, seat = left()
    assert house_choices.sweep() == 0
    pass_by(table, HOUSE_DELAY - timedelta(seconds=5))
    assert house_choices.sweep() == 1
    assert (timer_of(table).seat, chosen_at(table)) == (seat, table.game.version)
    assert (played(table), house_choices.sweep()) == (0, 0)
    pass_by(table, timedelta(seconds=5))
    timers.sweep()
    assert played(table) == 1


def test_another_worker_takes_over_from_one_that_was_killed_in_thought(db: None) -> None:
    table, _ = left()
    pass_by(table, HOUSE_DELAY)
    now = timezone.now()
    assert leases.lease_first(Timer.objects.filter(kind=HOUSE), LEASE) is not None
    assert (house_choices.sweep(), timers.sweep()) == (0, 0)
    Timer.objects.update(lease_until=now)  # LEASE later
    house_choices.sweep()
    assert played(table) == 1
    assert LEASE < HOUSE_DELAY


def test_the_house_chooses_again_if_the_game_has_moved_on_since(db: None) -> None:
    table, _ = left()
    pass_by(table, HOUSE_DELAY)
    Timer.objects.filter(kind=HOUSE).update(choice={"version": 9, "action": {"type": "pass"}})
    timers.sweep()
    assert (played(table), chosen_at(table)) == (0, None)
    house_choices.sweep()
    assert played(table) == 1


def test_of_many_workers_one_plays(transactional_db: None) -> None:
    table, _ = left()
    pass_by(table, HOUSE_DELAY)
    at_once([house_choices.sweep] * 4)
    assert played(table) == 1


def test_a_house_player_for_whom_no_worker_chooses_is_late(db: None, client: Client) -> None:
    table, _ = left()
    pass_by(table, HOUSE_DELAY + LATE - timedelta(seconds=5))
    assert client.get("/health/ready").json()["house"] == "ok"
    pass_by(table, timedelta(seconds=10))
    assert client.get("/health/ready").json()["house"] == "late"
    house_choices.sweep()
    assert client.get("/health/ready").json()["house"] == "ok"


def test_a_level_that_fails_gives_way_to_chance(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise ArithmeticError

    monkeypatch.setitem(LEVELS, "steady", replace(LEVELS["steady"], choose=fail))
    table, _ = left()
    pass_by(table, HOUSE_DELAY)
    house_choices.sweep()
    assert played(table) == 1
    assert "chooses at random" in caplog.text


def test_a_house_player_is_not_blamed_for_a_lost_database(
    db: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise OperationalError("terminating connection due to administrator command")

    table, _ = left()
    pass_by(table, HOUSE_DELAY)
    now = timezone.now()
    with monkeypatch.context() as lost:
        lost.setattr(house, "knowledge_of", fail)
        with pytest.raises(OperationalError):
            house_choices.sweep()
    assert (played(table), caplog.messages) == (0, [])
    Timer.objects.update(lease_until=now)  # LEASE later
    house_choices.sweep()
    assert played(table) == 1


def test_after_a_choice_that_is_refused_the_house_chooses_at_random(
    db: None, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    table, _ = left()
    pass_by(table, HOUSE_DELAY)
    refused = {"version": table.game.version, "action": {"type": "pass"}}
    Timer.objects.filter(kind=HOUSE).update(choice=refused)
    timers.sweep()
    assert (played(table), chosen_at(table)) == (0, None)
    Game.objects.update(moved_at=F("moved_at") - 2 * LATE)
    assert client.get("/health/ready").json()["house"] == "late"
    Timer.objects.update(due_at=timezone.now() + timedelta(seconds=5))
    house_choices.sweep()
    assert chosen_at(table) == table.game.version
    Timer.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    timers.sweep()
    assert played(table) == 1
    assert client.get("/health/ready").json()["house"] == "ok"


def test_a_sweep_ends_after_a_while(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [left()[0] for _ in range(2)]
    for table in tables:
        pass_by(table, HOUSE_DELAY)
    monkeypatch.setattr(leases, "ENOUGH", 0)
    assert [house_choices.sweep(), house_choices.sweep(), house_choices.sweep()] == [1, 1, 0]
    assert [played(table) for table in tables] == [1, 1]


def test_a_frozen_game_keeps_no_house_player_from_other_games(
    db: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (frozen, _), (whole, _) = left(), left()
    for table in (frozen, whole):
        pass_by(table, HOUSE_DELAY)
    Game.objects.filter(pk=frozen.id).update(damage="Event 3 is missing.")
    house_choices.sweep()
    assert (played(frozen), played(whole)) == (0, 1)
    assert timer_of(frozen).due_at > timezone.now()
    assert "could not choose" in caplog.text
