"""Checks of deadlines: each that passes is one missed decision, neither early nor late.

All moments are microseconds since 1970, by the database's clock.
"""

import json
from collections.abc import Iterator, Sequence

from illimat_core.events import TABLE_EVENTS
from trials.prove.checks import Finding
from trials.prove.checks.appends import command_id
from trials.prove.database import StoredEvent
from trials.prove.due_games import TIME, DueGame
from trials.prove.history import CONFLICT, Submission
from trials.prove.timeline import Timeline

SECOND = 1_000_000
SWEEP = 2  # seconds from one sweep to the next
LATE = 2 * SWEEP + 1  # seconds
MISSED = "DecisionMissed"
NOTED = {kind.__name__ for kind in TABLE_EVENTS}
TOO_LATE = {"stale_version", "stands_still"}  # the answers to a play after its deadline

Rows = dict[str, list[StoredEvent]]
Span = tuple[int, int]


def missed_once(
    due: Sequence[DueGame],
    submissions: Sequence[Submission],
    rows: Rows,
    states: dict[str, Timeline],
) -> Finding:
    """Check that each deadline that passed is one missed decision, unless a play came before it."""
    played = {submission.game for submission in submissions if submission.acknowledged}
    wrong = [
        f"Game {each.game} has lost its deadline: seat {each.seat} missed nothing."
        for each in due
        if each.game not in played and first_missed(each, rows) is None
    ]
    for game, timeline in states.items():
        wrong += [
            f"Event {row.sequence} of game {game} is one timeout too many."
            for row in _too_many(rows[game], timeline)
        ]
    return Finding("each deadline that passes is one missed decision", len(due), wrong)


def not_early(due: Sequence[DueGame], rows: Rows) -> Finding:
    """Check that nobody misses a decision while they still have time for it."""
    looked_at, wrong = 0, []
    for each in due:
        for row, opened in _with_opening(rows[each.game]):
            looked_at += 1
            early = opened + TIME * SECOND - row.recorded_at
            if early > 0:
                wrong.append(f"Event {row.sequence} of game {row.game}: {early / SECOND} s early.")
    return Finding("nobody is out of time too early", looked_at, wrong)


def not_late(due: Sequence[DueGame], rows: Rows, down: Sequence[Span]) -> Finding:
    """Check that deadlines are noticed within LATE seconds, not counting time `down`."""
    late = lateness(due, rows, down)
    wrong = [
        f"The deadline of game {game} was noticed {seconds:.1f} s late."
        for game, seconds in late.items()
        if seconds > LATE
    ]
    return Finding("no deadline is noticed late", len(late), wrong)


def lateness(due: Sequence[DueGame], rows: Rows, down: Sequence[Span]) -> dict[str, float]:
    """Return how many seconds late each deadline was noticed, not counting time `down`."""
    late = {}
    for each in due:
        missed = first_missed(each, rows)
        if missed is not None:
            at, until = each.deadline, missed.recorded_at
            away = sum(max(0, min(end, until) - max(begin, at)) for begin, end in down)
            late[each.game] = (until - at - away) / SECOND
    return late


def one_wins(
    due: Sequence[DueGame], submissions: Sequence[Submission], rows: Rows, began: int
) -> Finding:
    """Check that of a play and its timeout one happens, and that a player who lost was told so.

    `began` is the moment at which the harness's clock showed 0.
    """
    deadlines = {each.game: each for each in due}
    looked_at, wrong = 0, []
    for submission in submissions:
        each, answer = deadlines[submission.game], submission.answer
        if answer is None:
            continue
        looked_at += 1
        missed, said = first_missed(each, rows), submission.reply
        key = command_id(submission)
        play = next((row for row in rows[each.game] if row.command_id == key), None)
        if submission.acknowledged:
            if play is None or play.recorded_at >= each.deadline:
                wrong.append(f"In game {each.game} a play after its deadline was accepted.")
            elif missed is not None and missed.sequence < play.sequence:
                wrong.append(f"In game {each.game} a play came after its timeout.")
        elif play is not None or missed is None:
            wrong.append(f"In game {each.game} a play was refused, and no timeout came instead.")
        elif answer.status != CONFLICT or said.get("code") not in TOO_LATE:
            wrong.append(f"In game {each.game} a late play was answered {answer.status} {said}.")
        elif began + answer.ended * SECOND < each.deadline:
            wrong.append(f"In game {each.game} a play was refused before its deadline.")
    return Finding("of a play and its timeout one happens", looked_at, wrong)


def first_missed(due: DueGame, rows: Rows) -> StoredEvent | None:
    """Return the event by which the seat that a game awaited first missed that decision."""
    for row in rows[due.game]:
        if row.type == MISSED and _seat(row) == due.seat:
            return row
    return None


def _too_many(rows: Sequence[StoredEvent], states: Timeline) -> Iterator[StoredEvent]:
    """Yield each timeout of a seat that was not awaited, or had missed this decision before."""
    missed: set[int | None] = set()
    for before, row in zip(states, rows[1:], strict=False):
        if row.type == MISSED:
            if _seat(row) in missed or _seat(row) not in before.awaited:
                yield row
            missed.add(_seat(row))
        elif row.type not in NOTED:
            missed.discard(row.seat)


def _with_opening(rows: Sequence[StoredEvent]) -> Iterator[tuple[StoredEvent, int]]:
    """Yield each timeout with the moment of the play that opened the decision, or of the start."""
    opened = 0
    for row in rows:
        if row.type == MISSED:
            yield row, opened
        elif row.type not in NOTED:
            opened = row.recorded_at


def _seat(row: StoredEvent) -> int:
    seat: int = json.loads(row.public)["seat"]
    return seat
