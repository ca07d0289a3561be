"""`illimat`, with which operators run commands on a public server."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

SCRIPT = settings.BASE_DIR / "deploy" / "illimat.py"
STUB = f"""#!{sys.executable}
import os, sys
names = ["DJANGO_SETTINGS_MODULE", "DATABASE_URL", "BASE_URL"]
print(os.path.basename(sys.argv[0]), *sys.argv[1:], *(os.environ[name] for name in names))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Create a project whose programs print how they were called, and with which settings."""
    for folder in ("deploy", ".venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "deploy" / "illimat.py").write_text(SCRIPT.read_text())
    (tmp_path / ".venv" / "bin" / "python").symlink_to(sys.executable)
    for name in ("manage.py", "do"):
        (tmp_path / name).write_text(STUB)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "environment").write_text("DATABASE_URL=postgres://a\nBASE_URL=https://b\n")
    return tmp_path


def illimat(
    project: Path, *arguments: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """Run it from another folder, as if for development's settings."""
    usual = {"ILLIMAT_ENVIRONMENT": str(project / "environment")}
    usual |= {"DJANGO_SETTINGS_MODULE": "config.settings.local", "PATH": os.environ["PATH"]}
    return subprocess.run(
        [sys.executable, project / "deploy" / "illimat.py", *arguments],
        cwd="/",
        env=usual | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_commands_run_with_the_settings_of_production_and_of_the_file(project: Path) -> None:
    done = illimat(project, "verify", "--x")
    assert done.stdout == "manage.py verify --x config.settings.production postgres://a https://b\n"


def test_a_variable_that_is_set_wins_over_the_file(project: Path) -> None:
    done = illimat(project, "migrate", DATABASE_URL="postgres://owner")
    assert (
        done.stdout == "manage.py migrate config.settings.production postgres://owner https://b\n"
    )


def test_a_file_is_sought_where_the_command_was_given(project: Path) -> None:
    (project / "manage.py").write_text("import os; print(os.getcwd())")
    assert illimat(project, "backup", "./copy").stdout == "/\n"


def test_prepare_is_that_of_do(project: Path) -> None:
    done = illimat(project, "prepare")
    assert done.stdout == "do prepare config.settings.production postgres://a https://b\n"


def test_without_the_file_nothing_runs(project: Path) -> None:
    (project / "environment").unlink()
    done = illimat(project, "verify")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Cannot start: The settings in {project}/environment cannot be")
    assert len(done.stderr.splitlines()) == 1


def test_before_the_packages_are_installed_the_way_is_told(project: Path) -> None:
    (project / ".venv" / "bin" / "python").unlink()
    done = illimat(project, "verify")
    assert done.returncode == 2
    assert "Run illimat prepare first." in done.stderr


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("X=a$b&c#d<e>", "a$b&c#d<e>"),
        ('X="Illimat <illimat@example.org>"', "Illimat <illimat@example.org>"),
        ("X=Illimat <illimat@example.org>", "Illimat <illimat@example.org>"),
        ("""X='{"A": "b"}'""", '{"A": "b"}'),
        ("X=", ""),
        ("  # X=1\n; X=2\n\nX=3", "3"),
    ],
)
def test_the_file_is_read_as_systemd_does(line: str, value: str, tmp_path: Path) -> None:
    file = tmp_path / "environment"
    file.write_text(line)
    assert runpy.run_path(str(SCRIPT))["read"](file) == {"X": value}


@pytest.mark.parametrize("line", ["hunter2", 'X="hunter2', "=hunter2", "export X=hunter2"])
def test_a_line_that_is_no_setting_is_named_but_not_repeated(line: str, project: Path) -> None:
    (project / "environment").write_text(f"\n{line}\n")
    done = illimat(project, "verify")
    assert done.returncode == 2
    assert done.stderr.startswith(f"Cannot start: Line 2 of {project}/environment is no setting.")
    assert "hunter2" not in done.stderr
