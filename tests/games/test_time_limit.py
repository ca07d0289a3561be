"""A worker's time limit ends its task, whatever the task is doing, and damages nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from config.server.clearing import clear_all
from games.models.advice import HintRequest
from games.models.timers import CLOCK, Timer
from games.stream import store
from games.time.timer_setting import HOUSE
from games.workers import advice, house_choices, timers
from illimat_core.players.levels import LEVELS
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = [pytest.mark.django_db]


def exceed(*_: Any, **__: Any) -> Any:
    raise SoftTimeLimitExceeded


@contextmanager
def ended() -> Iterator[None]:
    """Expect that the time limit ends the work."""
    with pytest.raises(SoftTimeLimitExceeded):
        yield


def against_the_house(person: Person) -> ApiGame:
    """Return a game in which the house is to play now, and whose states no process remembers."""
    table = ApiGame([person], seats=2, house=["steady"])
    while person.user.pk == table.game.assignments.get(number=table.game.awaited[0]).user_id:
        table.play()
    Timer.objects.filter(game=table.id).update(due_at=timezone.now() - timedelta(seconds=1))
    store.folds.drop()
    return table


def test_a_house_player_that_takes_too_long_ends_the_task_and_is_postponed(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against_the_house(ada)
    with monkeypatch.context() as slow, ended():
        slow.setitem(LEVELS, "steady", replace(LEVELS["steady"], choose=exceed))
        house_choices.sweep()
    timer = Timer.objects.get(game=table.id, kind=HOUSE)
    assert timer.due_at > timezone.now()
    assert (timer.choice, timer.lease_until) == (None, None)


def test_a_timer_that_takes_too_long_ends_the_sweep_and_is_postponed(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ApiGame([ada, bob])
    Timer.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    with monkeypatch.context() as slow, ended():
        slow.setitem(timers.KINDS, CLOCK, timers.KINDS[CLOCK]._replace(fire=exceed))
        timers.sweep()
    assert Timer.objects.get(game=table.id).due_at > timezone.now()


def test_reading_events_for_too_long_freezes_no_game(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against_the_house(ada)
    with monkeypatch.context() as slow, ended():
        slow.setattr(store, "_decode", exceed)
        house_choices.sweep()
    assert table.game.damage == ""


def test_a_hint_that_takes_too_long_ends_the_task_and_is_dropped(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = against_the_house(ada)
    house_choices.sweep()
    assert ada.post(f"{table.path}/hint").status_code == 202
    with monkeypatch.context() as slow, ended():
        slow.setattr(advice, "hint", exceed)
        advice.give_hints()
    assert not HintRequest.objects.exists()


def test_deleting_for_too_long_ends_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as slow, ended():
        slow.setattr("config.server.clearing.accounts_erase", exceed)
        clear_all()
