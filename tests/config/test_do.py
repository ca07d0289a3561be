"""The command script, on a copy of the project that needs nothing and does nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings


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
