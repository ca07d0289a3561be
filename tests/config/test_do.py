"""The command script, on a copy of the project that needs nothing and does nothing."""

import os
import re
import shutil
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from django.conf import settings

MOST_PACKAGES = 55  # that the server runs on: each is somebody else to trust


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project without dependencies whose manage.py says what it is called with."""
    folder = tmp_path / "project"
    folder.mkdir()
    shutil.copy(settings.BASE_DIR / "do", folder)
    (folder / "requirements.lock").write_text("# nothing\n")
    (folder / "manage.py").write_text("import sys; print('called', *sys.argv[1:]); sys.exit(7)")
    return folder


def do(project: Path, *arguments: str, at: Path = Path("/")) -> "subprocess.CompletedProcess[str]":
    """Call ./do from elsewhere, on a Debian that lacks python3-venv."""
    without = project.parent / "without"
    without.mkdir(exist_ok=True)
    (without / "ensurepip.py").write_text("raise ImportError('as Debian has it')")
    environment = {n: value for n, value in os.environ.items() if n != "DJANGO_SETTINGS_MODULE"}
    return subprocess.run(
        [sys.executable, project / "do", *arguments],
        cwd=at,
        env=environment | {"PYTHONPATH": str(without)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_word_it_says_what_there_is(project: Path) -> None:
    said = do(project)
    assert said.returncode == 0
    assert {"run", "test", "demo", "check"} <= set(said.stdout.split())


@pytest.mark.parametrize(
    ("word", "hint"),
    [("rum", "Did you mean ./do run?"), ("nonsense", "./do help lists the commands.")],
)
def test_a_wrong_word_is_told_in_a_sentence_with_the_way_out(
    project: Path, word: str, hint: str
) -> None:
    said = do(project, word)
    assert (said.returncode, said.stdout) == (2, "")
    assert said.stderr == f"./do: there is no command {word!r}. {hint}\n"


def test_a_public_server_is_prepared_in_one_command(project: Path) -> None:
    (project / "manage.py").write_text(
        "import os, sys; print('called', *sys.argv[1:], os.environ['DJANGO_SETTINGS_MODULE'])"
    )
    production = "config.settings.production"
    said = do(project, "prepare").stdout
    assert [line for line in said.splitlines() if line.startswith("called")] == [
        f"called collectstatic --settings config.settings.build --no-input {production}",
        f"called migrate {production}",
        f"called check --deploy --database default {production}",
    ]


def test_preparing_stops_where_a_step_fails(project: Path) -> None:
    said = do(project, "prepare")
    assert said.returncode == 7
    assert said.stdout.count("called") == 1


def test_it_sets_up_once_and_hands_over(project: Path) -> None:
    first, second = do(project, "run", "--flag"), do(project, "run")
    assert "Setting up .venv" in first.stdout
    assert first.stdout.endswith("called run --flag\n")
    assert first.returncode == second.returncode == 7
    assert second.stdout == "called run\n"


def test_it_sets_up_again_when_the_lock_file_has_changed(project: Path) -> None:
    do(project, "run")
    (project / "requirements.lock").write_text("# nothing, newer\n")
    assert "Setting up .venv" in do(project, "run").stdout


def test_what_pip_says_is_shown_when_it_fails(project: Path) -> None:
    (project / "requirements.lock").write_text("./no-such-package --hash=sha256:00\n")
    said = do(project, "run")
    assert said.returncode == 1
    assert "no-such-package" in said.stderr
    assert "called" not in said.stdout


@pytest.mark.parametrize(
    ("answers", "code", "said"),
    [
        ([("a", []), ("b", [])], 0, "2 were asked.\nNo hole is known in those that were asked."),
        ([("a", None), ("b", [])], 0, "1 were asked.\nNothing is known of these, which could not"),
        ([("a", None), ("b", None)], 3, "So this says nothing about holes."),
        (
            [("a", None), ("b", ["CVE-1"])],
            1,
            "b 1.0 has known holes: CVE-1\n",
        ),
    ],
)
def test_an_audit_tells_what_it_could_not_ask_and_fails_where_that_is_all(
    capsys: pytest.CaptureFixture[str],
    answers: list[tuple[str, list[str] | None]],
    code: int,
    said: str,
) -> None:
    loader = SourceFileLoader("do", str(settings.BASE_DIR / "do"))
    spec = spec_from_file_location("do", loader.path, loader=loader)
    assert spec
    script = module_from_spec(spec)
    loader.exec_module(script)
    found = [
        {"name": name, "skip_reason": "not found"}
        if holes is None
        else {"name": name, "version": "1.0", "vulns": [{"id": hole} for hole in holes]}
        for name, holes in answers
    ]
    assert script.tell_answers(found) == code
    assert said in capsys.readouterr().out


def test_the_server_runs_on_few_packages() -> None:
    locked = (settings.BASE_DIR / "requirements.lock").read_text(encoding="utf-8")
    assert len(re.findall(r"^\S+==", locked, re.M)) <= MOST_PACKAGES
