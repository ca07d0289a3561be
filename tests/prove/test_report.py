"""What is said at the end."""

import asyncio
from pathlib import Path

import pytest

from prove import __main__ as command
from prove.report import ending
from prove.run import Plan
from prove.runs import INSTALL
from prove.stack import Workshop

NOT_INSTALLED = f"{INSTALL} postgresql redis-server"
NOT_ALLOWED = "only root may mount"


def test_it_is_proven_when_nothing_was_wrong() -> None:
    assert ending(good=True, left_out={}, seconds=3.2) == "Proven in 3 s."


def test_it_is_not_proven_when_something_was_wrong() -> None:
    assert ending(good=False, left_out={}, seconds=3) == "NOT proven in 3 s."


def test_what_was_not_run_is_not_proven() -> None:
    said = ending(good=True, left_out={"disk-postgres": NOT_ALLOWED}, seconds=3)
    excepted = "disk-postgres (only root may mount)"
    assert said == f"Proven in 3 s, except for what was not run: {excepted}."


@pytest.mark.parametrize(
    ("require_all", "lacking", "good"),
    [
        (True, NOT_INSTALLED, False),
        (True, NOT_ALLOWED, True),
        (False, NOT_INSTALLED, True),
    ],
)
def test_what_could_be_installed_must_be_where_all_is_required(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    require_all: bool,
    lacking: str,
    good: bool,
) -> None:
    monkeypatch.setattr(command, "REQUIRE_ALL", require_all)
    monkeypatch.setattr(command, "missing_for", lambda name: lacking)
    work = command._prove(Workshop(tmp_path), ["disk-postgres"], Plan(1, 1, 1, 0))
    assert asyncio.run(work) == (good, {"disk-postgres": lacking})
