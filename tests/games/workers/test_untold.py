"""A game in which the server cannot tell somebody of their turn does not stand for ever."""

import logging
from datetime import datetime, timedelta

import pytest

from games.models import Game, StoredEvent
from games.workers.timers import sweep
from games.workers.verification import verify
from notifications.models import Notice
from tests.support.api_games import ApiGame, tell
from tests.support.people import Person
from tests.support.times import Time

pytestmark = pytest.mark.django_db
A_DAY = timedelta(days=1)
PATIENT = 14 * A_DAY  # after the time is used up; and so long is each pause
LEAD = A_DAY / 4  # after a notice, and so often a game is looked at that waits for one
SHORTLY = timedelta(hours=7)


@pytest.fixture
def table(time: Time) -> ApiGame:
    """Return a game of two with a day for each decision, whose player to move was not notified."""
    table = ApiGame([Person(), Person()], clock="one_day")
    table.play()  # the last to sit down needs no notice of a turn that they began
    return table


def at(time: Time, moment: datetime) -> None:
    """Let a sweep look at all clocks at a moment."""
    time.stop(moment)
    sweep()


def paused(table: ApiGame, time: Time) -> datetime:
    """Let so much time pass that a game is paused; return until when."""
    at(time, table.game.moved_at + A_DAY + PATIENT + SHORTLY)
    until = table.game.paused_until
    assert until is not None
    return until


def noted(table: ApiGame) -> list[str]:
    """Return the types of the table events."""
    types = ["GamePaused", "GameResumed", "GameCalledOff", "DecisionMissed"]
    found = StoredEvent.objects.filter(game=table.id, type__in=types).order_by("sequence")
    return list(found.values_list("type", flat=True))


def test_it_is_paused_after_two_weeks_with_a_note_to_the_operator(
    table: ApiGame, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    opened = table.game.moved_at
    at(time, opened + A_DAY + PATIENT - SHORTLY)
    assert noted(table) == []
    with caplog.at_level(logging.ERROR):
        at(time, opened + A_DAY + PATIENT + SHORTLY)
    assert noted(table) == ["GamePaused"]
    assert "could not be told of their turn" in caplog.text
    assert "could not tell whose turn" in table.people[0].get(table.path).json()["last_event"]
    assert verify(table.id) == []
    news = Notice.objects.filter(game=table.id, kind="table_news")
    assert {notice.person for notice in news} == {person.user for person in table.people}


def test_who_is_told_in_time_has_their_time(table: ApiGame, time: Time) -> None:
    told = table.game.moved_at + A_DAY + PATIENT - SHORTLY
    time.stop(told)
    tell(table)
    at(time, told + LEAD - timedelta(seconds=1))
    assert noted(table) == []
    at(time, told + LEAD)
    assert noted(table) == ["DecisionMissed"]


def test_it_is_called_off_if_pauses_do_not_help(table: ApiGame, time: Time) -> None:
    until = paused(table, time)
    at(time, until)
    at(time, until + SHORTLY)
    assert noted(table) == ["GamePaused", "GameResumed"]
    at(time, until + A_DAY + SHORTLY)
    assert noted(table) == ["GamePaused", "GameResumed", "GameCalledOff"]
    assert table.game.state == Game.State.CALLED_OFF
    assert "could not tell whose turn" in table.people[0].get(table.path).json()["last_event"]


def test_it_is_paused_again_if_somebody_has_played_meanwhile(table: ApiGame, time: Time) -> None:
    until = paused(table, time)
    time.stop(until - A_DAY)
    table.play()
    at(time, until)
    at(time, until + A_DAY + PATIENT + SHORTLY)
    assert noted(table) == ["GamePaused", "GameResumed", "GamePaused"]
