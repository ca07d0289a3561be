"""The operator's log: one line when a game begins and ends, and none in between."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.play.adjudication import game_adjudicate
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.django_db


@contextmanager
def lines(
    caplog: pytest.LogCaptureFixture, capture: DjangoCaptureOnCommitCallbacks
) -> Iterator[list[str]]:
    """Yield a list that receives the lines logged within the block, each with its game."""
    found: list[str] = []
    caplog.set_level("INFO", "config.journal")
    with capture(execute=True):
        yield found
    records = [record for record in caplog.records if record.name == "config.journal"]
    found += [f"{record.getMessage()} {vars(record)['game']}" for record in records]


def test_a_game_is_logged_when_it_begins(
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with lines(caplog, django_capture_on_commit_callbacks) as logged:
        table = ApiGame([Person(), Person()])
    assert logged == [f"A game of 2 begins. {table.id}"]


def test_a_game_is_logged_when_it_is_over(
    table: ApiGame,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with lines(caplog, django_capture_on_commit_callbacks) as logged:
        table.forfeit(table.awaited)
    assert logged == [f"A game is over after round 1. {table.id}"]


def test_a_game_is_logged_when_it_is_adjudicated(
    table: ApiGame,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with lines(caplog, django_capture_on_commit_callbacks) as logged:
        game_adjudicate(game_id=table.id, basis="by_score")
    assert logged == [f"A game is adjudicated in round 1. {table.id}"]


def test_a_game_is_logged_when_it_is_called_off(
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    ada = Person()
    table = ApiGame([ada], seats=2)
    with lines(caplog, django_capture_on_commit_callbacks) as logged:
        assert ada.post(f"{table.path}/call-off").status_code < 300
    assert logged == [f"A game is called off. {table.id}"]
