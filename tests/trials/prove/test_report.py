"""The report of runs."""

import asyncio
import sys
from pathlib import Path

import pytest

from trials.prove import __main__ as command
from trials.prove.checks import Finding
from trials.prove.report import SHOWN, RunOutcome, ending, print_failed, print_outcome
from trials.prove.run import RunPlan
from trials.prove.runs import INSTALL
from trials.prove.stack import Workshop

NOT_INSTALLED = f"{INSTALL} postgresql redis-server"
NOT_ALLOWED = "only root may mount"


def test_a_run_is_printed_with_figures_checks_and_first_violations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    violations = [f"Event {number} [of {SHOWN + 2}] is lost." for number in range(SHOWN + 2)]
    findings = [Finding("nothing is lost", 30, violations), Finding("it recovers", 300, [])]
    findings += [Finding("nobody waits", 0, [])]
    print_outcome(RunOutcome("sqlite", {"mails": "7"}, findings, folder=tmp_path))
    printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert printed[1:3] == ["--- sqlite", "mails 7"]
    assert "✗ nothing is lost 7 of 30" in printed
    assert "✓ it recovers 0 of 300, so < 1.00%" in printed
    assert "✓ nobody waits nothing to look at" in printed
    assert [line for line in printed if line.startswith("Event")] == violations[:SHOWN]
    assert "and 2 more" in printed
    assert str(tmp_path) in printed[-1]


def test_the_checks_that_failed_are_named_again_at_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    good, bad = (
        Finding("it recovers", 3, []),
        Finding("nothing is lost", 3, ["One is.", "Two are."]),
    )
    print_failed([RunOutcome("sqlite", findings=[good, bad]), RunOutcome("redis", findings=[good])])
    assert capsys.readouterr().out == "\n✗ sqlite: nothing is lost: One is.\n"


def test_it_is_proven_when_nothing_was_wrong() -> None:
    assert ending(good=True, left_out={}, seconds=3.2) == "Proven in 3 s."


def test_it_is_not_proven_when_something_was_wrong() -> None:
    assert ending(good=False, left_out={}, seconds=3) == "NOT proven in 3 s."


def test_parts_that_did_not_run_are_not_proven() -> None:
    said = ending(good=True, left_out={"disk-postgres": NOT_ALLOWED}, seconds=3)
    excepted = "disk-postgres (only root may mount)"
    assert said == f"Proven in 3 s, except for runs that were not made: {excepted}."


@pytest.mark.parametrize(
    ("require_all", "lacking", "good"),
    [
        (True, NOT_INSTALLED, False),
        (True, NOT_ALLOWED, True),
        (False, NOT_INSTALLED, True),
    ],
)
def test_installable_programs_are_required_when_everything_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    require_all: bool,
    lacking: str,
    good: bool,
) -> None:
    monkeypatch.setattr(command, "REQUIRE_ALL", require_all)
    monkeypatch.setattr(command, "missing_for", lambda name: lacking)
    work = command._prove(Workshop(tmp_path), ["disk-postgres"], RunPlan(1, 1, 1, 1, 1, 0, 0))
    assert asyncio.run(work) == (good, {"disk-postgres": lacking})


def test_at_least_one_run_must_be_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["prove", "--only", "sqlite", "--skip", "sqlite", "redis"])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 2
    assert "--skip leaves no run to make." in capsys.readouterr().err
