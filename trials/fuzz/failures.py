"""Failures, reported so that they can be reproduced: as a seed, and as a scenario file."""

import json
import traceback
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from illimat_core import write
from trials.fuzz.checks import Check
from trials.jsons import Json, in_json

FOLDER: Final = Path("var")


class Failure(NamedTuple):
    """An error in a game, and the scenario that leads to it."""

    seed: int
    options: Json
    what: str
    scenario: Json | None


def failure_of(check: Check, error: Exception) -> Failure:
    what = "".join(traceback.format_exception(error)).strip()
    return Failure(check.seed, check.options, what, _scenario(check, error))


def _scenario(check: Check, error: Exception) -> Json | None:
    """Return the game as a scenario: first position, actions, and answers of chance."""
    if check.game is None:  # it was never dealt
        return None
    return {
        "id": f"fuzz-{check.seed}",
        "note": f"{type(error).__name__}: {error}",
        "given": in_json(write(check.game.first)),
        "chance": in_json(check.game.chance.given),
        "when": in_json(check.game.actions),
        "then": {},
    }


def save(failure: Failure, folder: Path = FOLDER) -> Path | None:
    if failure.scenario is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fuzz-{failure.seed}.yaml"
    text = yaml.safe_dump([failure.scenario], sort_keys=False, default_flow_style=None, width=100)
    path.write_text(text, encoding="utf-8")
    return path


def describe(failure: Failure, path: Path | None) -> str:
    actions = failure.scenario["when"] if failure.scenario else []
    lines = [
        f"FAILED: the game of seed {failure.seed}",
        failure.what,
        f"Options: {json.dumps(failure.options)}",
        f"Actions ({len(actions)}):",
        *(f"  {json.dumps(action)}" for action in actions),
        f"Again: ./do fuzz --games 1 --seed {failure.seed}",
    ]
    if path:
        lines.append(f"Without chance: .venv/bin/python -m illimat_core scenario {path}")
    return "\n".join(lines)
