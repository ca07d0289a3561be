"""A game that was played, told and stored as it should be; tests then spoil one of these."""

import pytest

from illimat_core import (
    SeededSource,
    advance,
    begin,
    fold,
    legal_actions,
    read_options,
    settle_chance,
)
from tests.trials.prove.played import GAME, PEOPLE, Played, answer, decoded, stored
from trials.prove.checks.appends import command_id
from trials.prove.database import Contents, Summary
from trials.prove.history import Mail, Submission
from trials.prove.timeline import Timeline

PLAYS = 6


@pytest.fixture
def played() -> Played:
    """The first turns of a game of two; at the end one comes with an old version."""
    source = SeededSource(b"seed")
    start = begin(read_options({"mode": "beginner", "players": 2}))
    state, events = settle_chance(fold(start), start, source)
    rows = stored([], events, None, None)
    submissions = []
    for number in range(PLAYS):
        seat = state.awaited[0]
        assert seat is not None
        submission = Submission(str(number), GAME, seat, state.version, state.version, [])
        action = next(legal_actions(state, seat))
        state, events = advance(state, seat, action, source)
        new = stored(rows, events, seat, command_id(submission))
        told = {"events": [{"sequence": row.sequence, "hash": row.hash} for row in new]}
        answer(submission, float(number), 200, told)
        submissions.append(submission)
        rows += new
    late = Submission("late", GAME, 0, state.version, 1, [])
    answer(late, float(PLAYS), 409, {"code": "stale_version", "current_version": state.version})
    states = Timeline()
    for n in range(1, len(rows) + 1):
        states.append(fold([decoded(row) for row in rows[:n]]))
        states.changed.append(n)
    summary = Summary(
        "running",
        state.version,
        rows[-1].hash,
        state.round,
        [seat for seat in state.awaited if seat is not None],
        [player.score for player in state.players],
        None,
        over=False,
        marked=[seat for seat in state.awaited if seat is not None],
    )
    contents = Contents({GAME: rows}, {GAME: summary}, {GAME: PEOPLE}, [])
    mails = [
        Mail(float(number), f"<{number}>", PEOPLE[seat], GAME, state.version, rows[-1].hash)
        for number, seat in enumerate(state.awaited)
        if seat is not None
    ]
    return Played([*submissions, late], contents, mails, {GAME: states})
