"""Hints in practice games and analyses of finished games: who gets them, and how they are made."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import OperationalError
from django.utils import timezone

from api.leases import lease_first
from config.tasks import analyse, play_house
from games.models.advice import AnalysedDecision, GameAnalysis, HintRequest
from games.models.timers import Timer
from games.workers import advice
from illimat_core.players import analysis
from illimat_core.players.played import decisions_of
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def practice(person: Person) -> ApiGame:
    """Return a practice game that waits for its person."""
    table = ApiGame([person], seats=2, house=["random"])
    play_house()
    return table


def finished(*people: Person, turns: int = 3, **members: Any) -> ApiGame:
    """Return a game of two that is over after a few turns, since one of them has left."""
    table = ApiGame([*people], leavers="forfeit", **members)
    for _ in range(turns):
        table.play()
    assert people[0].post(f"{table.path}/leave").status_code == 200
    assert table.game.state == "finished"
    return table


def made(person: Person, table: ApiGame) -> Any:
    """Return the analysis of a game, once workers have made all of it."""
    for _ in range(100):
        answer = person.get(f"{table.path}/analysis")
        if answer.status_code == 200:
            return answer.json()
        advice.analyse()
    raise AssertionError(answer.json())


def test_a_hint_is_an_action_that_one_may_submit_and_says_why(ada: Person) -> None:
    table = practice(ada)
    asked = ada.post(f"{table.path}/hint")
    assert (asked.status_code, asked.headers["Retry-After"]) == (202, "1")
    assert asked.json()["action"] is None
    assert ada.get(f"{table.path}/hint").status_code == 202
    play_house()
    found = ada.get(f"{table.path}/hint")
    assert found.status_code == 200
    assert found.json()["version"] == table.game.version
    assert all(isinstance(text, str) and text for text in found.json()["remarks"])
    assert found.json()["remarks"]
    assert ada.post(f"{table.path}/hint").json() == found.json()
    assert table.act(ada, found.json()["action"]).status_code == 200
    assert problem(ada.get(f"{table.path}/hint")) == (409, "no_hint")


def test_hints_are_for_the_person_whose_turn_it_is_in_a_practice_game(
    ada: Person, bob: Person, eve: Person
) -> None:
    among_people = ApiGame([ada, bob])
    refused = among_people.awaited.post(f"{among_people.path}/hint")
    assert problem(refused) == (409, "no_hints")
    table = practice(ada)
    assert problem(eve.post(f"{table.path}/hint"))[0] == 403
    table.play()
    assert problem(ada.post(f"{table.path}/hint")) == (409, "not_awaited")
    assert not HintRequest.objects.exists()


def test_another_worker_finds_the_hint_of_one_that_was_killed(ada: Person) -> None:
    table = practice(ada)
    ada.post(f"{table.path}/hint")
    assert lease_first(HintRequest.objects.all(), advice.LEASE) is not None
    assert advice.give_hints() == 0
    HintRequest.objects.update(lease_until=timezone.now() - SECOND)
    assert advice.give_hints() == 1
    assert ada.get(f"{table.path}/hint").status_code == 200


def test_a_hint_for_a_board_that_has_changed_is_dropped(ada: Person) -> None:
    table = practice(ada)
    ada.post(f"{table.path}/hint")
    table.play()
    assert advice.give_hints() == 1
    assert not HintRequest.objects.exists()


def test_a_person_waits_for_one_hint_at_a_time_and_gets_only_so_many_a_day(
    ada: Person, settings: Any
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"hints_a_day": 2}
    first, second, third = practice(ada), practice(ada), practice(ada)
    assert ada.post(f"{first.path}/hint").status_code == 202
    refused = ada.post(f"{second.path}/hint")
    assert (problem(refused)[0], refused.json()["quota"]) == (429, "hints_at_once")
    advice.give_hints()
    assert ada.post(f"{second.path}/hint").status_code == 202
    advice.give_hints()
    assert ada.post(f"{third.path}/hint").json()["quota"] == "hints_a_day"


@pytest.mark.slow
def test_an_analysis_is_made_in_slices_that_a_killed_worker_does_not_lose(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(ada, bob)
    asked = ada.post(f"{table.path}/analysis")
    assert (asked.status_code, asked.headers["Retry-After"]) == (202, "10")
    monkeypatch.setattr(advice, "SLICE", 0)
    advice.analyse()
    assert ada.get(f"{table.path}/analysis").json()["decided"] == 1
    assert lease_first(GameAnalysis.objects.all(), advice.LEASE) is not None
    assert not advice.analyse()
    GameAnalysis.objects.update(lease_until=timezone.now() - SECOND)
    shown = made(ada, table)
    seed = advice._seed(table.id, "analysis")
    expected = [analysis.judge(each, seed) for each in decisions_of(table.events)]
    kept = AnalysedDecision.objects.order_by("version").values_list("verdict", flat=True)
    assert list(kept) == msgspec.json.decode(msgspec.json.encode(expected))
    assert [each["version"] for each in shown["results"]] == [each.version for each in expected]
    assert not advice.analyse()


@pytest.mark.slow
def test_everybody_who_may_see_a_game_may_read_its_analysis_in_pages(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = finished(ada, bob)
    ada.post(f"{table.path}/analysis")
    whole = made(eve, table)
    assert whole["done_at"] is not None
    first = eve.get(f"{table.path}/analysis?limit=2").json()
    rest = eve.get(first["next"]).json()
    assert first["results"] + rest["results"] == whole["results"]
    assert rest["next"] is None
    assert all(point["text"] for point in whole["turning_points"])
    hidden = finished(ada, bob, visibility="private", invited=["bob"])
    assert problem(eve.post(f"{hidden.path}/analysis"))[0] == 404


def test_only_finished_games_are_analysed(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob])
    assert problem(ada.post(f"{table.path}/analysis")) == (409, "not_finished")
    over = finished(ada, bob)
    assert problem(ada.get(f"{over.path}/analysis")) == (409, "no_analysis")


@pytest.mark.slow
def test_a_person_waits_for_one_analysis_at_a_time(ada: Person, bob: Person) -> None:
    first, second = finished(ada, bob, turns=2), finished(ada, bob, turns=2)
    assert ada.post(f"{first.path}/analysis").status_code == 202
    refused = ada.post(f"{second.path}/analysis")
    assert (problem(refused)[0], refused.json()["quota"]) == (429, "analyses_at_once")
    assert bob.post(f"{first.path}/analysis").status_code == 202
    made(ada, first)
    assert ada.post(f"{second.path}/analysis").status_code == 202


def test_moves_go_before_analyses(ada: Person, bob: Person) -> None:
    table = finished(ada, bob, turns=2)
    ada.post(f"{table.path}/analysis")
    waiting = ApiGame([ada], seats=2, house=["random"], start="by_hand")
    ada.post(f"{waiting.path}/start")
    Timer.objects.update_or_create(
        game=waiting.game, kind="house", seat=0, defaults={"due_at": timezone.now() - SECOND}
    )
    analyse()
    assert not AnalysedDecision.objects.exists()


def test_an_analysis_that_fails_is_dropped_and_can_be_asked_for_again(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = finished(ada, bob, turns=2)
    ada.post(f"{table.path}/analysis")
    with monkeypatch.context() as broken:
        broken.setattr(advice, "SLICE", "a second")
        advice.analyse()
    assert "Advice could not be given." in caplog.text
    assert problem(ada.get(f"{table.path}/analysis")) == (409, "no_analysis")
    assert ada.post(f"{table.path}/analysis").status_code == 202


def test_a_database_that_is_lost_costs_nobody_an_analysis(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any) -> Any:
        raise OperationalError

    table = finished(ada, bob, turns=2)
    ada.post(f"{table.path}/analysis")
    with monkeypatch.context() as lost:
        lost.setattr(advice, "find_game", fail)
        with pytest.raises(OperationalError):
            advice.analyse()
    assert (ada.get(f"{table.path}/analysis").status_code, caplog.messages) == (202, [])
