"""Single mistakes in the rules: ``rule_bugs.yaml``, read.

They are made in a copy of the core (``python -m tests.planted``), never in the product.
"""

from pathlib import Path
from typing import NamedTuple

import yaml


class Bug(NamedTuple):
    """A mistake: ``fragment`` occurs once in the ``module`` and is replaced."""

    name: str
    rule: str
    module: str
    fragment: str
    replacement: str


BUGS = [
    Bug(**members)
    for members in yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
]
