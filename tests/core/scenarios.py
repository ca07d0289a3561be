"""The scenarios of the rules, read from their files."""

from pathlib import Path

from illimat_core.console.scenarios import read_file

FILES = sorted((Path(__file__).parents[1] / "scenarios").rglob("*.yaml"))
SCENARIOS = [scenario for path in FILES for scenario in read_file(path)]
