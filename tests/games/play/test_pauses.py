"""A game is paused when all players agree, and continues by itself or when all agree."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from games.models import Game, StoredEvent
from games.models.timers import Timer
from games.workers.timers import rebuild, sweep
from games.workers.verification import verify
from tests.support.api_games import ApiGame, pass_by
from tests.support.people import Person, problem
from tests.support.times import Time


def until(days: float = 3) -> dict[str, str]:
    """Return the body that proposes a pause."""
    return {"until": (timezone.now() + timedelta(days=days)).isoformat()}


def pause(table: ApiGame, days: float = 3) -> None:
    """Have all players agree to a pause."""
    first, *others = table.people
    assert first.post(f"{table.path}/pause", until(days)).status_code == 200
    for person in others:
        assert person.post(f"{table.path}/pause").status_code == 200


def resume(table: ApiGame) -> None:
    """Have all players agree to end the pause."""
    for person in table.people:
        assert person.post(f"{table.path}/resume").status_code == 200


def due(*tables: ApiGame) -> None:
    """Make the pauses of some games due to end."""
    ids = [table.id for table in tables]
    timers = Timer.objects.filter(game__in=ids, kind="pause")
    timers.update(due_at=timezone.now() - timedelta(seconds=1))


def clock(table: ApiGame) -> Any:
    return table.game.clock


def noted(table: ApiGame) -> list[str]:
    """Return the types of the table events about pauses."""
    about = StoredEvent.objects.filter(game=table.id, type__in=["GamePaused", "GameResumed"])
    return list(about.order_by("sequence").values_list("type", flat=True))


def pointers(answer: Any) -> list[str]:
    assert answer.status_code == 422, answer.content
    return [error["pointer"] for error in answer.json()["errors"]]


def test_a_game_is_paused_when_all_agree(table: ApiGame) -> None:
    ada, bob = table.people
    proposed = ada.post(f"{table.path}/pause", until()).json()
    assert proposed["paused_until"] is None
    assert {each["handle"]: each["agrees_on_pause"] for each in proposed["players"]} == {
        "ada": True,
        "bob": False,
    }
    paused = bob.post(f"{table.path}/pause").json()
    assert paused["paused_until"] == proposed["pause_proposed"]
    assert paused["pause_proposed"] is None
    assert not any(each["agrees_on_pause"] for each in paused["players"])
    assert "paused until" in paused["last_event"]
    assert verify(table.id) == []
    assert table.state == table.folded


def test_another_end_is_another_proposal(table: ApiGame) -> None:
    ada, bob = table.people
    ada.post(f"{table.path}/pause", until(3))
    counter = bob.post(f"{table.path}/pause", until(5)).json()
    assert [each["agrees_on_pause"] for each in counter["players"]].count(True) == 1
    assert table.game.paused_until is None
    assert not Timer.objects.filter(game=table.id, kind="pause").exists()
    assert ada.post(f"{table.path}/pause", {"until": counter["pause_proposed"]}).json()[
        "paused_until"
    ]


def test_when_a_proposal_lapses_is_computed_again(table: ApiGame) -> None:
    table.people[0].post(f"{table.path}/pause", until(1))
    Timer.objects.filter(game=table.id, kind="proposal").delete()
    with transaction.atomic():
        assert [rebuild(table.game), rebuild(table.game)] == [True, False]
    assert Timer.objects.get(game=table.id, kind="proposal").due_at == table.game.pause_proposed


def test_a_proposal_lapses_when_its_moment_has_come(table: ApiGame, time: Time) -> None:
    ada, bob = table.people
    ada.post(f"{table.path}/pause", until(1))
    bob.post(f"{table.path}/pause", until(3))
    started, revision = table.game.moved_at, table.game.revision
    time.stop(started + timedelta(days=1, minutes=1))
    sweep()
    proposed = Game.objects.filter(pause_proposed__isnull=False)
    assert proposed.exists()  # the first one is gone, and its time with it
    time.stop(started + timedelta(days=3, minutes=1))
    sweep()
    assert not proposed.exists()
    assert table.game.revision == revision + 1
    assert not table.game.assignments.filter(agrees_on_pause=True).exists()
    assert not Timer.objects.filter(game=table.id, kind="proposal").exists()
    assert problem(ada.post(f"{table.path}/pause")) == (409, "no_pause_proposed")


def test_a_player_who_withdraws_no_longer_agrees_to_the_pause(table: ApiGame) -> None:
    ada, bob = table.people
    ada.post(f"{table.path}/pause", until())
    withdrawn = ada.delete(f"{table.path}/pause").json()
    assert withdrawn["pause_proposed"] is None
    assert problem(bob.post(f"{table.path}/pause")) == (409, "no_pause_proposed")


def test_a_pause_ends_by_itself_once(table: ApiGame) -> None:
    pause(table)
    assert sweep() == 0
    due(table)
    assert sweep() == 1
    assert sweep() == 0
    assert noted(table) == ["GamePaused", "GameResumed"]
    assert Game.objects.get().paused_until is None


def test_a_pause_ends_early_when_all_agree(table: ApiGame) -> None:
    ada, bob = table.people
    assert problem(ada.post(f"{table.path}/resume")) == (409, "not_paused")
    pause(table)
    ada.post(f"{table.path}/resume")
    ada.delete(f"{table.path}/pause")
    bob.post(f"{table.path}/resume")
    end = clock(table)["halts"][0]["end"]
    shown = ada.post(f"{table.path}/resume").json()
    assert shown["paused_until"] is None
    assert clock(table)["halts"][0]["end"] < end
    assert noted(table) == ["GamePaused", "GameResumed"]


def test_people_may_play_while_the_game_is_paused(table: ApiGame) -> None:
    version, action = table.game.version, table.choices()[0]
    pause(table)
    body = {"expected_version": version, "action": action}
    assert table.awaited.post(f"{table.path}/actions", body, "1").status_code == 200
    assert table.game.paused_until is not None


@pytest.mark.slow
def test_pauses_are_limited_in_length_and_number(table: ApiGame) -> None:
    ada = table.people[0]
    assert pointers(ada.post(f"{table.path}/pause", until(-1))) == ["#/until"]
    for wrong in (until(14.1), until(-1), {"until": "soon"}, {"until": None}):
        assert pointers(ada.post(f"{table.path}/pause", wrong)) == ["#/until"]
    for number in range(3):
        assert ada.get(table.path).json()["pauses_left"] == 3 - number
        pause(table)
        assert pointers(ada.post(f"{table.path}/pause", until())) == ["#/until"]
        resume(table)
    assert ada.get(table.path).json()["pauses_left"] == 0
    refused = ada.post(f"{table.path}/pause", until())
    assert "3 times" in refused.json()["errors"][0]["detail"]


def test_only_who_plays_has_a_say(table: ApiGame, eve: Person) -> None:
    assert problem(eve.post(f"{table.path}/pause", until())) == (403, "permission_denied")
    three = ApiGame([Person(), Person(), Person()])
    leaver, *others = three.people
    three.forfeit(leaver)
    assert problem(leaver.post(f"{three.path}/pause", until())) == (403, "permission_denied")
    others[0].post(f"{three.path}/pause", until())
    assert others[1].post(f"{three.path}/pause").json()["paused_until"] is not None


@pytest.mark.slow
def test_a_leaver_does_not_stop_the_others_from_pausing(db: None) -> None:
    table = ApiGame([Person() for _ in range(4)], leavers="house")
    for _ in table.people:
        table.play()
    *others, leaver, last = table.people
    for person, body in zip([*others, last], [until(), None, None], strict=True):
        person.post(f"{table.path}/pause", body)
    assert noted(table) == []
    leaver.post(f"{table.path}/leave")
    assert noted(table) == ["GamePaused"]
    assert table.game.paused_until is not None
    assert table.game.pause_proposed is None
    assert Timer.objects.get(game=table.id, kind="pause").due_at == table.game.paused_until
    for person in others:
        person.post(f"{table.path}/resume")
    assert noted(table) == ["GamePaused"]
    last.post(f"{table.path}/leave")
    assert noted(table) == ["GamePaused", "GameResumed"]
    assert Game.objects.get().paused_until is None
    assert not Timer.objects.filter(game=table.id, kind="pause").exists()
    assert verify(table.id) == []


def test_a_game_that_stands_still_is_paused_once_the_seat_is_filled(db: None) -> None:
    table = ApiGame([Person() for _ in range(3)], visibility="public")
    for _ in table.people:
        table.play()
    first, second, leaver = table.people
    first.post(f"{table.path}/pause", until(9))
    second.post(f"{table.path}/pause")
    seat = leaver.post(f"{table.path}/leave").json()["you"]["seat"]
    assert table.game.paused_until is None
    pass_by(table, timedelta(days=3, seconds=1))
    sweep()
    assert table.game.assignments.get(number=seat).occupant == "house"
    assert noted(table) == ["GamePaused"]


@pytest.mark.parametrize("who", ["the leaver", "a substitute"])
def test_a_player_who_sits_down_is_asked_before_the_game_is_paused(db: None, who: str) -> None:
    table = ApiGame([Person(), Person()], visibility="public")
    for _ in table.people:
        table.play()
    proposer, leaver = table.people
    leaver.post(f"{table.path}/pause", until(9))
    proposer.post(f"{table.path}/pause", until(8))
    seat = leaver.post(f"{table.path}/leave").json()["you"]["seat"]
    person = leaver if who == "the leaver" else Person()
    assert person.post(f"{table.path}/seats/{seat}").status_code == 200
    assert noted(table) == []
    assert person.post(f"{table.path}/pause").json()["paused_until"] is not None


def test_pauses_are_computed_again_from_the_events(table: ApiGame) -> None:
    pause(table)
    paused_until = table.game.paused_until
    Game.objects.filter(pk=table.id).update(paused_until=None, clock=None)
    Timer.objects.filter(game=table.id).delete()
    call_command("rebuild_projections", str(table.id), verbosity=0)
    assert table.game.paused_until == paused_until
    assert Timer.objects.get(game=table.id, kind="pause").due_at == paused_until
    assert (clock(table)["pauses"], clock(table)["halts"][0]["why"]) == (1, "paused")
    with transaction.atomic():
        assert not rebuild(table.game)


def test_no_pause_outlasts_its_game(table: ApiGame) -> None:
    pause(table)
    for person in table.people:
        person.post(f"{table.path}/call-off")
    assert table.game.state == "called_off"
    assert table.game.paused_until is None


def test_a_table_can_be_made_without_pauses(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], pauses=False)
    assert problem(ada.post(f"{table.path}/pause", until())) == (409, "no_pauses")
    assert ada.get(table.path).json()["pauses_left"] == 0
    assert ada.delete(f"{table.path}/pause").status_code == 200


def test_a_table_can_be_paused_unless_its_creator_chose_otherwise(ada: Person, bob: Person) -> None:
    shown = ada.get(ApiGame([ada, bob]).path).json()
    assert (shown["pauses"], shown["pauses_left"]) == (True, 3)
