"""Decisions about a season at the same moment: one comes first, and the other follows from it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import Count

from leagues.models import Entrant, League, Result
from leagues.running import lifecycle
from tests.support.asked import at_once, statuses
from tests.support.people import Person
from tests.support.season_acts import SECOND_WINS, Scene, declared

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]
Decide = Callable[[], Any]


@pytest.fixture
def scene(transactional_db: None) -> Scene:
    """Return leagues in which every act can be done."""
    return Scene()


def decide(*acts: Decide) -> list[int]:
    """Let people act at once; return the statuses, sorted, once everything is consistent."""
    found = statuses(at_once(acts))
    lifecycle.sweep()
    call_command("rebuild_seasons", "--check")
    assert not League.objects.annotate(number=Count("organisers")).filter(number=0).exists()
    return found


def start(scene: Scene, who: Person) -> Decide:
    plan = who.post(f"{scene.open}/start", {"dry_run": True}).json()["plan"]
    return partial(who.post, f"{scene.open}/start", {"token": plan["token"]})


def state_of(entrant: str) -> str:
    return Entrant.objects.get(pk=entrant).state


@pytest.mark.slow
def test_a_start_and_the_withdrawal_of_an_entrant(scene: Scene) -> None:
    leave = partial(scene.players[5].delete, f"{scene.open}/entrants/me")
    assert decide(start(scene, scene.boss), leave) in ([200, 204], [204, 409])
    assert state_of(scene.registered) == "withdrawn"


@pytest.mark.thorough
def test_a_start_and_a_registration(scene: Scene) -> None:
    enter = partial(scene.new.post, f"{scene.open}/entrants")
    found = decide(start(scene, scene.boss), enter)
    # A registration after the start is too late; a start after a registration has another plan.
    assert found in ([200, 409], [201, 409])


@pytest.mark.thorough
def test_a_start_and_a_call_off(scene: Scene) -> None:
    call_off = partial(scene.mate.post, f"{scene.open}/call-off")
    assert decide(start(scene, scene.boss), call_off) in ([200, 200], [200, 409])


@pytest.mark.thorough
def test_two_organisers_start_a_season(scene: Scene) -> None:
    starts = [start(scene, who) for who in (scene.boss, scene.mate)]
    assert decide(*starts) == [200, 409]


@pytest.mark.thorough
def test_two_organisers_remove_each_other(scene: Scene) -> None:
    removals = (
        partial(scene.boss.delete, f"{scene.empty}/organisers/mate"),
        partial(scene.mate.delete, f"{scene.empty}/organisers/boss"),
    )
    assert decide(*removals) == [204, 403]


@pytest.mark.slow
def test_the_last_two_organisers_leave(scene: Scene) -> None:
    departures = [
        partial(who.delete, f"{scene.empty}/organisers/{who.user.handle}")
        for who in (scene.boss, scene.mate)
    ]
    assert decide(*departures) == [204, 409]


@pytest.mark.thorough
def test_an_offer_is_accepted_and_withdrawn(scene: Scene) -> None:
    accept = partial(scene.offered.post, f"{scene.league}/organisers/me")
    withdraw = partial(scene.boss.delete, f"{scene.league}/organisers/offered")
    assert decide(accept, withdraw) in ([200, 204], [204, 403])
    shown = scene.new.get(scene.league).json()
    assert shown["organisers"] == ["boss", "mate"]


@pytest.mark.slow
def test_a_substitute_is_named_and_withdraws(scene: Scene) -> None:
    names = {"entrant": scene.gone, "substitute": scene.substitute}
    name = partial(scene.boss.post, f"{scene.running}/substitutes", names)
    leave = partial(scene.waits.delete, f"{scene.running}/entrants/me")
    assert decide(name, leave) in ([201, 204], [204, 409])
    assert state_of(scene.substitute) == "withdrawn"


@pytest.mark.thorough
def test_two_organisers_name_a_substitute(scene: Scene) -> None:
    names = {"entrant": scene.gone, "substitute": scene.substitute}
    people = (scene.boss, scene.mate)
    wishes = [partial(who.post, f"{scene.running}/substitutes", names) for who in people]
    assert decide(*wishes) == [201, 409]
    assert state_of(scene.substitute) == "substitute"


@pytest.mark.slow
def test_two_organisers_correct_a_result(scene: Scene) -> None:
    path = f"{scene.running}/fixtures/{scene.over['id']}/results"
    both_first = [{"place": 1, "score": 1}] * 2
    wishes = [
        partial(who.post, path, {"seats": seats, "reason": "Mistaken."})
        for who, seats in ((scene.boss, SECOND_WINS), (scene.mate, both_first))
    ]
    assert decide(*wishes) == [201, 201]
    found = Result.objects.filter(fixture=scene.over["id"]).order_by("revision")
    assert list(found.values_list("revision", flat=True)) == [0, 1, 2]


@pytest.mark.slow
def test_the_next_round_and_the_withdrawal_of_an_entrant(scene: Scene) -> None:
    scene.end_games()
    leave = partial(scene.mate.delete, f"{scene.running}/entrants/me")

    def sweep() -> Any:
        lifecycle.sweep()
        return leave()

    assert decide(leave, sweep) == [204, 204]
    entrant = scene.mate.get(f"{scene.running}/entrants?limit=100").json()["results"][0]
    assert entrant["state"] == "withdrawn"


@pytest.mark.slow
def test_two_seasons_of_the_same_dates_are_declared(scene: Scene) -> None:
    wish = declared(300)
    people = (scene.boss, scene.mate)
    wishes = [partial(who.post, f"{scene.league}/seasons", wish) for who in people]
    assert decide(*wishes) == [201, 422]


@pytest.mark.thorough
def test_a_league_is_closed_and_gets_a_season(scene: Scene) -> None:
    close = partial(scene.boss.post, f"{scene.empty}/close")
    declare = partial(scene.mate.post, f"{scene.empty}/seasons", declared(300))
    assert decide(close, declare) in ([200, 409], [201, 409])
