"""The core is pure: it imports nothing impure, and gives the same results on every machine."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.locales import PLACES

ROOT = Path(__file__).parents[2]
MODULES = sorted((ROOT / "illimat_core").rglob("*.py"))
NAMES = [str(path.relative_to(ROOT)) for path in MODULES]

ALLOWED = {
    "__future__", "abc", "collections", "dataclasses", "enum", "functools", "hashlib", "heapq",
    "hmac", "itertools", "math", "re", "string", "textwrap", "typing", "msgspec", "illimat_core",
}  # fmt: skip
OUTER = {
    "illimat_core/__main__.py": {
        "argparse",
        "contextlib",
        "io",
        "os",
        "pathlib",
        "readline",
        "secrets",
        "sys",
    },
    "illimat_core/console/bench.py": {"time"},
    "illimat_core/console/perft.py": {"pathlib", "yaml"},
    "illimat_core/players/evaluation.py": {"importlib"},
    "illimat_core/console/scenarios.py": {"difflib", "pathlib", "yaml"},
    "illimat_core/console/suggestions.py": {"difflib"},
    "illimat_core/sealing.py": {"datetime", "json"},
}
"""What is run by people may read files and arguments, draw a seed, look at the clock, and guess.

Sealing writes JSON, and turns the microseconds of an event into its time. The weights of house
players are a data file of the package."""


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_module_imports_no_framework_clock_or_chance(path: Path) -> None:
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            imported.add(str(node.module).partition(".")[0])
    assert imported <= ALLOWED | OUTER.get(str(path.relative_to(ROOT)), set())


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_module_does_not_open_or_evaluate_anything(path: Path) -> None:
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert called.isdisjoint({"open", "input", "eval", "exec", "hash", "id", "__import__"})


PLAY = """
import hashlib, json, locale
import msgspec
from illimat_core import menu, observe, write
from illimat_core.events import wire
from tests.support.playing import play
locale.setlocale(locale.LC_ALL, "")
told = hashlib.sha256()
for seed in range(3):
    game = play({"mode": "beginner", "players": 2 + seed, "passive_card": "on_request"}, seed, 60)
    for event in game.events:
        sent = wire.encode(event)
        told.update(json.dumps([sent.type, sent.public, sent.secret]).encode())
    for state in game.states[::9]:
        told.update(msgspec.json.encode([write(state), observe(state, 0)]))
        told.update(msgspec.json.encode([menu(state, seat) for seat in state.seats]))
print(told.hexdigest())
"""


@pytest.mark.slow
def test_a_game_is_the_same_whatever_the_machine_is_set_to(languages: dict[str, str]) -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", PLAY],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env=os.environ | languages | place,
        ).stdout
        for place in PLACES.values()
    }
    assert len(digests) == 1
