"""The checks of a server's behaviour."""

from pathlib import Path

import pytest

from trials.programs import Program
from trials.prove.checks.service import (
    available,
    enough,
    felt,
    immutable,
    patient,
    recovers,
    rough,
    steady,
    undelayed,
)
from trials.prove.history import Attempt, Death, Exchange, Fault, Submission

AWAY = Fault("kill postgres", 10, excuses=True, ended=11)


def exchange(at: float, status: int = 200, retry_after: str | None = None) -> Exchange:
    """Return a request that took no time."""
    return Exchange("POST", "/games", at, at, status, retry_after)


def submissions(*times: tuple[float, float]) -> list[Submission]:
    """Return submissions sent at some moments, with the durations of their answers."""
    return [
        Submission("k", "g", 0, 1, 1, [Attempt(at, at + took, 200, b"{}")]) for at, took in times
    ]


def test_a_503_while_the_database_is_away_is_no_failure() -> None:
    asked = [exchange(1), exchange(10.5, 503, "2"), exchange(13.4, 503, "2")]
    assert available(asked, [AWAY]).violations == []


@pytest.mark.parametrize(
    "failed",
    [
        exchange(5, 503, "2"),
        exchange(13.6, 503, "2"),
        exchange(10.5, 503),
        exchange(10.5, 500),
        exchange(10.5, 502, "2"),
    ],
    ids=["before", "too long after", "without Retry-After", "a bug", "something else"],
)
def test_any_other_failure_is_found(failed: Exchange) -> None:
    assert len(available([failed], [AWAY]).violations) == 1


def test_a_fault_outside_the_database_excuses_no_503() -> None:
    killed = Fault("kill worker", 10, ended=11)
    assert len(available([exchange(10.5, 503, "2")], [killed]).violations) == 1


def test_a_server_that_answers_again_has_recovered() -> None:
    assert recovers([exchange(12)], [AWAY]).violations == []


@pytest.mark.parametrize("status", [304, 400, 401, 404, 429])
def test_an_answer_that_any_ruin_gives_is_no_recovery(status: int) -> None:
    assert len(recovers([exchange(12, status)], [AWAY]).violations) == 1


def test_one_that_does_not_or_too_late_has_not() -> None:
    assert len(recovers([exchange(10.5)], [AWAY]).violations) == 1
    assert len(recovers([exchange(12, 503, "2"), exchange(60)], [AWAY]).violations) == 1
    assert len(recovers([exchange(12)], [Fault("kill web", 10)]).violations) == 1


def test_a_client_that_gives_up_is_reported() -> None:
    assert patient([exchange(1)], []).violations == []
    assert patient([exchange(1)], []).looked_at == 1
    assert "/me/games" in patient([exchange(1)], ["/me/games"]).violations[0]


def test_a_program_that_ends_by_itself_is_found() -> None:
    died = [Death("beat", 1), Death("web", 2), Death("beat", 3)]
    assert steady([], [AWAY], []).violations == []
    assert len(steady(died, [AWAY], []).violations) == 2


def test_a_process_that_crashed_and_was_replaced_is_found(tmp_path: Path) -> None:
    web = Program("web", [], probe=bool, folder=tmp_path)
    web.log.write_text("Worker (pid:7) was sent SIGTERM!\n")
    assert steady([], [], [web]).violations == []
    web.log.write_text("Worker (pid:8) was sent SIGSEGV!\n")
    assert steady([], [], [web]).violations == ["web: Worker (pid:8) was sent SIGSEGV!"]


def test_a_program_may_end_itself_under_a_fault_that_is_a_reason() -> None:
    full = Fault("fill disk", 10, excuses=True, ends="postgres", ended=12)
    assert steady([Death("postgres", 10.5), Death("postgres", 12)], [full], []).violations == []
    for died in (Death("web", 11), Death("postgres", 9), Death("postgres", 12.5)):
        assert len(steady([died], [full], []).violations) == 1


def test_submissions_that_do_not_wait_pass() -> None:
    quick = submissions(*[(at, 0.1) for at in (1, 2, 3, 10.1, 10.2, 10.3)])
    assert undelayed(quick, [AWAY], cuts=0).violations == []


def test_submissions_that_wait_are_found() -> None:
    slow = submissions(*[(at, 0.1) for at in (1, 2, 3)], *[(at, 2) for at in (10.1, 10.2, 10.3)])
    assert len(undelayed(slow, [AWAY], cuts=0).violations) == 1


def test_submissions_without_an_answer_are_found_unless_they_were_cut() -> None:
    lost = submissions((1, 0.1))
    lost[0].attempts.append(Attempt(1, 2))
    assert len(undelayed(lost, [], cuts=0).violations) == 1
    assert undelayed(lost, [], cuts=1).violations == []


def test_a_fault_that_hindered_nobody_is_found() -> None:
    assert felt([exchange(10.5, 503, "2")], [AWAY]).violations == []
    assert len(felt([exchange(10.5)], [AWAY]).violations) == 1


def test_a_change_of_an_event_that_was_not_refused_is_found() -> None:
    assert immutable({"UPDATE": False}).violations == []
    assert len(immutable({"UPDATE": False, "REPLACE": True}).violations) == 1


def test_enough_is_as_much_as_planned() -> None:
    planned = {"kill postgres": 1}
    done = submissions((1, 0.1))
    assert enough(done, [AWAY], acknowledgements=1, planned=planned).violations == []
    few_answers = enough(done, [AWAY], acknowledgements=2, planned=planned)
    few_faults = enough(done, [], acknowledgements=1, planned=planned)
    for finding in (few_answers, few_faults):
        assert len(finding.violations) == 1


def test_a_fault_that_never_ended_does_not_count() -> None:
    begun = Fault("kill postgres", 10)
    finding = enough([], [begun], acknowledgements=0, planned={"kill postgres": 1})
    assert len(finding.violations) == 1


def test_a_submission_that_was_never_answered_is_found() -> None:
    open_ = Submission("k", "g", 0, 1, 1, [Attempt(1, 2)])
    assert len(enough([open_], [], acknowledgements=0, planned={}).violations) == 1


def test_a_kill_that_was_not_planned_does_not_count() -> None:
    last = Fault("kill worker at the end", 10, crash=True, ended=11)
    finding = enough([], [last], acknowledgements=0, planned={"kill worker": 1})
    assert len(finding.violations) == 1


def test_clients_that_are_too_gentle_are_found() -> None:
    late = Attempt(1, 2, 409, b'{"code": "stale_version"}')
    rude = Submission("k", "g", 0, 1, 1, [late], again=True)
    gentle = submissions((1, 0.1))
    assert rough([rude], cuts=1).violations == []
    assert len(rough(gentle, cuts=0).violations) == 3


def test_cuts_are_a_share_of_acknowledgements() -> None:
    late = Attempt(1, 2, 409, b'{"code": "stale_version"}')
    heard = [Attempt(at, at + 0.1, 200, b"{}") for at in range(10, 30)]
    rude = Submission("k", "g", 0, 1, 1, [late, *heard], again=True)
    assert len(rough([rude], cuts=1).violations) == 1
    assert rough([rude], cuts=2).violations == []
