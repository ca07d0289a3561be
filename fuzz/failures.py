"""A failure told so that it can be repeated: as a seed, and as a scenario file."""

import json
import traceback
from pathlib import Path
from typing import Final, NamedTuple

import yaml

from fuzz.checks import Check
from fuzz.options import Json
from fuzz.twin import in_json
from illimat_core import write

FOLDER: Final = Path("var")


class Failure(NamedTuple):
    """What went wrong in a game, and the scenario that leads there."""

    seed: int
    options: Json
    what: str
    scenario: Json | None


def failure_of(check: Check, error: Exception) -> Failure:
    """Put down what is known of a game that went wrong."""
    what = "".join(traceback.format_exception(error)).strip()
    return Failure(check.seed, check.options, what, _scenario(check, error))


def _scenario(check: Check, error: Exception) -> Json | None:
    """The game as a scenario: its first position, all actions, what chance gave."""
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
    """Write a failure's scenario file."""
    if failure.scenario is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fuzz-{failure.seed}.yaml"
    text = yaml.safe_dump([failure.scenario], sort_keys=False, default_flow_style=None, width=100)
    path.write_text(text, encoding="utf-8")
    return path


def describe(failure: Failure, path: Path | None) -> str:
    """A failure for people: what, and how to see it again."""
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
