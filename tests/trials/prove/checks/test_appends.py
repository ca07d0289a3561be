"""The checks of played games: silent on a correct game, and failing on each faulty one."""

import pytest
from msgspec.structs import astuple, replace

from illimat_core import sealing
from illimat_core.events import GameCalledOff, SeatLeft
from tests.trials.prove.played import GAME, PEOPLE, Played, answer, stored
from trials.prove.checks import Finding
from trials.prove.checks.appends import (
    chained,
    gapless,
    hash_of,
    in_order,
    kept,
    once,
    same_answers,
    seated,
    stale_told,
    summarised,
    with_cause,
)
from trials.prove.timeline import timeline, timelines, was_current


def all_checks(played: Played) -> list[Finding]:
    states, unfolded = timelines(played.contents.rows)
    return [
        kept(played.submissions, played.contents),
        seated({GAME: PEOPLE}, played.contents),
        once(played.submissions, played.contents),
        same_answers(played.submissions),
        gapless(played.contents),
        in_order(played.submissions),
        stale_told(played.submissions, states),
        with_cause(played.submissions),
        chained(played.contents),
        summarised(played.contents, states, unfolded),
    ]


def test_a_game_as_it_should_be_passes(played: Played) -> None:
    answer(played.submissions[0], 9, None)
    answer(played.submissions[0], 9, 200, played.submissions[0].reply)
    for finding in all_checks(played):
        assert finding.violations == []
        assert finding.looked_at > 0


def test_zero_violations_bound_the_rate(played: Played) -> None:
    assert Finding("…", 300, []).bound == 0.01
    assert Finding("…", 300, ["one"]).bound is None
    assert Finding("…", 0, []).bound is None


def test_an_acknowledged_event_that_is_gone_is_found(played: Played) -> None:
    played.rows.pop()
    assert len(kept(played.submissions, played.contents).violations) == 1


def test_an_acknowledged_event_that_is_another_one_is_found(played: Played) -> None:
    played.rows[-1].hash = "0" * 64
    assert len(kept(played.submissions, played.contents).violations) == 1


def test_a_table_that_is_gone_or_has_other_people_is_found(played: Played) -> None:
    assert len(seated({"another": PEOPLE}, played.contents).violations) == 1
    assert len(seated({GAME: {0: "eve@example.org"}}, played.contents).violations) == 1


def test_a_command_stored_twice_is_found(played: Played) -> None:
    row = next(row for row in played.rows if row.command_id)
    played.rows.append(row)
    assert once(played.submissions, played.contents).violations


def test_a_command_that_nobody_sent_is_found(played: Played) -> None:
    del played.submissions[0]
    assert len(once(played.submissions, played.contents).violations) == 1


def test_a_refused_command_that_is_stored_is_found(played: Played) -> None:
    played.submissions[0].attempts.clear()
    answer(played.submissions[0], 0, 409, {"code": "stale_version", "current_version": 3})
    assert len(once(played.submissions, played.contents).violations) == 1


def test_another_answer_to_the_same_key_is_found(played: Played) -> None:
    answer(played.submissions[0], 9, 409, {"code": "stale_version", "current_version": 3})
    assert len(same_answers(played.submissions).violations) == 1


def test_an_answer_that_says_try_again_is_none(played: Played) -> None:
    played.submissions[0].attempts[0].sent = 5
    answer(played.submissions[0], 0, 503)
    assert same_answers(played.submissions).violations == []
    assert played.submissions[0].acknowledged


def test_only_definite_answers_are_compared(played: Played) -> None:
    answer(played.submissions[0], 9, None)
    answer(played.submissions[0], 10, 503)
    assert same_answers(played.submissions).looked_at == 0


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (422, "refused"),
        (422, "stale_version"),
        (409, "not_awaited"),
        (401, "not_authenticated"),
        (404, "not_found"),
        (429, "throttled"),
    ],
)
def test_one_that_was_refused_without_cause_is_found(
    played: Played, status: int, code: str
) -> None:
    answer(played.submissions[0], 9, status, {"code": code})
    assert len(with_cause(played.submissions).violations) == 1


def test_one_after_the_end_is_refused_with_cause(played: Played) -> None:
    played.late.attempts.clear()
    answer(played.late, 9, 409, {"code": "game_over"})
    assert with_cause(played.submissions).violations == []


def test_a_gap_and_a_repeated_sequence_are_found(played: Played) -> None:
    gap, twice = played.rows[:2] + played.rows[3:], [*played.rows, played.rows[-1]]
    for rows in (gap, twice):
        played.contents.rows[GAME] = rows
        assert len(gapless(played.contents).violations) == 1


def test_something_acknowledged_before_and_stored_after_is_found(played: Played) -> None:
    played.submissions[0].attempts[0].sent += 100
    played.submissions[0].attempts[0].ended += 100
    assert len(in_order(played.submissions).violations) == 1


def test_overlapping_submissions_have_no_order(played: Played) -> None:
    for submission in played.submissions:
        submission.attempts[0].ended += 100
    played.submissions[0].attempts[0].sent += 50
    assert in_order(played.submissions).violations == []


def test_a_late_one_that_was_played_is_found(played: Played) -> None:
    played.submissions[-2].expected = 1
    assert len(stale_told(played.submissions, played.states).violations) == 1


def test_a_late_one_that_was_told_something_else_is_found(played: Played) -> None:
    for code in ("not_awaited", "refused"):
        played.late.attempts.clear()
        answer(played.late, 9, 409, {"code": code})
        assert len(stale_told(played.submissions, played.states).violations) == 1


def test_a_late_one_that_was_told_an_old_version_is_found(played: Played) -> None:
    told = {"code": "stale_version", "current_version": played.late.seen - 1}
    played.late.attempts.clear()
    answer(played.late, 9, 409, told)
    assert len(stale_told(played.submissions, played.states).violations) == 1


def test_one_in_time_that_was_refused_is_found(played: Played) -> None:
    played.late.expected = played.late.seen
    assert len(stale_told(played.submissions, played.states).violations) == 1


def test_table_events_make_nobody_late(played: Played) -> None:
    event = SeatLeft(seat=0, reason="account_deleted")
    rows = [*played.rows, *stored(played.rows, [event], None, None)]
    known = timeline(rows)
    last = len(rows)
    assert known[-1] == replace(known[-2], version=last)
    assert [was_current(known, version, last) for version in (last - 2, last - 1, last)] == [
        False,
        True,
        True,
    ]


def test_a_game_that_was_called_off_is_summarised_so(played: Played) -> None:
    rows = played.rows
    rows += stored(rows, [GameCalledOff(reason="consent")], None, None)
    summary = played.contents.summaries[GAME]
    summary.version, summary.head = len(rows), rows[-1].hash
    states = {GAME: timeline(rows)}
    assert summarised(played.contents, states, []).violations
    summary.state, summary.awaited, summary.marked = "called_off", [], []
    assert not summarised(played.contents, states, []).violations


def test_a_changed_event_is_found(played: Played) -> None:
    played.rows[1].public = played.rows[1].public.replace("0", "1") + " "
    played.rows[1].type += "s"
    assert len(chained(played.contents).violations) == 1


def test_a_forged_event_with_a_fitting_hash_is_found(played: Played) -> None:
    played.rows[1].edition = "2"
    played.rows[1].hash = hash_of(played.rows[1])
    assert len(chained(played.contents).violations) == 1


def test_the_hash_is_the_one_that_the_server_computes(played: Played) -> None:
    for row in played.rows:
        assert sealing.hash_of(sealing.SealedEvent(*astuple(row))) == row.hash


def test_a_summary_that_is_behind_is_found(played: Played) -> None:
    played.contents.summaries[GAME].marked = []
    assert len(summarised(played.contents, played.states, []).violations) == 1


def test_events_that_make_no_sense_are_found(played: Played) -> None:
    played.rows[-1].type = "Forged"
    states, unfolded = timelines(played.contents.rows)
    assert states == {}
    assert len(summarised(played.contents, states, unfolded).violations) == 1
