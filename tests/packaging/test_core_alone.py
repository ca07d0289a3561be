"""The core is a package that works without the server and is completely typed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.documents import PROJECT, blocks

HERE = Path(__file__).parent
UV = Path(sys.executable).parent / "uv"
SCENARIOS = PROJECT / "tests" / "scenarios" / "sow.yaml"
POSITIONS = PROJECT / "tests" / "perft" / "positions.yaml"
STRICT = {"typeCheckingMode": "strict", "reportMissingModuleSource": False}


def run(folder: Path, *command: str | Path, given: str = "", path: Path | None = None) -> str:
    """Run a program in a folder and return what it printed; it must succeed.

    `path` is the first folder in which it looks for programs of its own.
    """
    found = os.environ["PATH"]
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PATH": f"{path}{os.pathsep}{found}" if path else found},
        input=given,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def example() -> str:
    """Return the example program in docs/developing.md."""
    (program,) = blocks(PROJECT / "docs" / "developing.md", "python")
    return program


def tells_a_game(printed: str) -> bool:
    *story, scores = printed.splitlines()
    return len(story) > 60 and "The game is over" in story[-1] and scores.startswith("Scores: {0:")


def test_the_program_in_the_developers_page_plays_a_game() -> None:
    assert tells_a_game(run(PROJECT, sys.executable, "-c", example()))


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of a new environment in which only the core's wheel is installed."""
    folder = tmp_path_factory.mktemp("core")
    run(folder, UV, "build", "--wheel", PROJECT / "packaging" / "illimat-core", "-o", folder)
    (wheel,) = folder.glob("*.whl")
    run(folder, UV, "venv", "--python", sys.executable, "fresh")
    run(folder, UV, "pip", "install", "--python", folder / "fresh", wheel)
    return folder / "fresh" / "bin"


@pytest.mark.thorough
def test_an_installed_core_plays_a_game(programs: Path, tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(example())
    assert tells_a_game(run(tmp_path, programs / "python", "program.py"))
    where = run(tmp_path, programs / "python", "-c", "print(__import__('illimat_core').__file__)")
    assert Path(where).is_relative_to(programs.parent)


@pytest.mark.thorough
def test_an_installed_core_brings_its_console(programs: Path, tmp_path: Path) -> None:
    illimat = programs / "illimat"
    assert run(tmp_path, illimat, "--help").startswith("usage: illimat ")
    assert "illimat play --seed 00ff" in run(tmp_path, illimat, "play", "--seed", "00ff")
    assert run(tmp_path, illimat, "scenario", SCENARIOS).endswith(" passed, 0 failed\n")
    assert run(tmp_path, illimat, "perft", POSITIONS, "--depth", "1")
    (answer,) = run(tmp_path, illimat, "serve", given='{"cmd": "new"}\n').splitlines()
    assert "error" not in json.loads(answer)


@pytest.mark.thorough
def test_an_installed_core_is_typed_completely(
    programs: Path, npm_path: str, tmp_path: Path
) -> None:
    for name in ("package.json", "package-lock.json"):
        (tmp_path / name).write_text((HERE / name).read_text())
    run(tmp_path, npm_path, "ci", "--no-audit", "--no-fund", "--prefer-offline")
    (tmp_path / "program.py").write_text(example())
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(STRICT | {"include": ["program.py"]}))
    pyright = tmp_path / "node_modules" / ".bin" / "pyright"
    assert "0 errors, 0 warnings" in run(tmp_path, pyright, path=programs)
    public = run(
        tmp_path, pyright, "--ignoreexternal", "--verifytypes", "illimat_core", path=programs
    )
    assert "Type completeness score: 100%" in public
