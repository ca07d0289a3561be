"""The checks of deadlines: a game whose first seat missed its decision, and what may go wrong."""

from typing import Any

import msgspec
import pytest

from illimat_core.events import DecisionMissed
from tests.trials.prove.played import GAME, Played, answer, stored
from trials.prove.checks.appends import command_id
from trials.prove.checks.timeouts import LATE, SECOND, missed_once, not_early, not_late, one_wins
from trials.prove.database import StoredEvent
from trials.prove.due_games import TIME, DueGame
from trials.prove.history import Submission
from trials.prove.player import Person
from trials.prove.timeline import timeline

ADA = Person("ada", "ada@example.org", "token")
BEGAN = 1_000 * SECOND
DEADLINE = BEGAN + TIME * SECOND


@pytest.fixture
def game(played: Played) -> Any:
    """A game that began at BEGAN, in which nothing has happened yet."""
    start = played.submissions[0]
    rows = [row for row in played.rows if row.sequence <= start.expected]
    for row in rows:
        row.recorded_at = BEGAN
    return Game(rows, DueGame(GAME, start.seat, ADA, DEADLINE), start)


class Game:
    """A game with its events, its deadline, and a play that races it."""

    def __init__(self, rows: list[StoredEvent], due: DueGame, play: Submission) -> None:
        self.events = rows
        self.due = due
        self.play = Submission(play.key, GAME, play.seat, play.seen, play.expected, [])

    def miss(self, after: float) -> "Game":
        """Let the seat miss its decision that many seconds after the deadline."""
        event = DecisionMissed(seat=self.due.seat, reason="excused")
        (row,) = stored(self.events, [event], None, None)
        row.recorded_at = DEADLINE + round(after * SECOND)
        self.events.append(row)
        return self

    def answered(self, after: float, status: int, code: str = "") -> "Game":
        """Let the play be answered that many seconds after the deadline."""
        answer(self.play, TIME + after - 0.5, status, {"code": code, "events": []})
        return self

    def accepted(self, played: Played, after: float) -> "Game":
        first = played.submissions[0]
        key = command_id(first)
        at = next(n for n, row in enumerate(played.rows) if row.command_id == key)
        row = msgspec.structs.replace(played.rows[at], sequence=len(self.events) + 1)
        row.recorded_at = DEADLINE + round(after * SECOND)
        self.events.append(row)
        return self.answered(after, 200)

    @property
    def rows(self) -> dict[str, list[StoredEvent]]:
        return {GAME: self.events}

    def once(self) -> list[str]:
        """Return what is wrong with its timeouts."""
        states = {GAME: timeline(self.events)}
        return missed_once([self.due], [self.play], self.rows, states).violations

    def race(self) -> list[str]:
        """Return what is wrong with the race between play and timeout."""
        return one_wins([self.due], [self.play], self.rows, BEGAN).violations


def test_a_deadline_is_missed_once(game: Game) -> None:
    assert game.miss(1).once() == []


def test_a_deadline_that_was_forgotten_is_found(game: Game) -> None:
    assert "lost its deadline" in game.once()[0]


def test_a_second_timeout_of_one_decision_is_found(game: Game) -> None:
    assert "one timeout too many" in game.miss(1).miss(2).once()[0]


@pytest.mark.parametrize(("after", "wrong"), [(0, 0), (-0.001, 1)])
def test_a_timeout_before_its_deadline_is_found(game: Game, after: float, wrong: int) -> None:
    assert len(not_early([game.due], game.miss(after).rows).violations) == wrong


@pytest.mark.parametrize(
    ("after", "down", "wrong"),
    [
        (LATE, [], 0),
        (LATE + 0.1, [], 1),
        (LATE + 3, [(DEADLINE - 9 * SECOND, DEADLINE + 3 * SECOND)], 0),
        (LATE + 3, [(DEADLINE - 9 * SECOND, DEADLINE)], 1),
    ],
)
def test_a_late_timeout_is_found(
    game: Game, after: float, down: list[tuple[int, int]], wrong: int
) -> None:
    assert len(not_late([game.due], game.miss(after).rows, down).violations) == wrong


def test_a_play_in_time_and_a_play_too_late_are_fine(game: Game, played: Played) -> None:
    assert game.accepted(played, -0.1).race() == []


@pytest.mark.parametrize("code", ["stale_version", "stands_still"])
def test_a_late_play_answered_with_a_conflict_passes(game: Game, code: str) -> None:
    assert game.miss(1).answered(2, 409, code).race() == []


def test_a_play_accepted_after_its_deadline_is_found(game: Game, played: Played) -> None:
    assert "after its deadline" in game.accepted(played, 0).race()[0]


def test_a_play_accepted_after_its_timeout_is_found(game: Game, played: Played) -> None:
    assert "came after its timeout" in game.miss(-2).accepted(played, -1).race()[0]


def test_a_play_that_was_refused_before_its_deadline_is_found(game: Game) -> None:
    assert "before its deadline" in game.miss(1).answered(-1, 409, "stale_version").race()[0]


def test_a_play_that_was_refused_without_a_timeout_is_found(game: Game) -> None:
    assert "no timeout came" in game.answered(1, 409, "stale_version").race()[0]


def test_a_play_that_was_refused_for_another_reason_is_found(game: Game) -> None:
    assert "was answered 422" in game.miss(1).answered(2, 422, "illegal").race()[0]
