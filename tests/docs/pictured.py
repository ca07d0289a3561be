"""`python -m tests.docs.pictured`: draw the pictures in docs/pictures.

Each YAML file there has a position (`given`, ACTIONS.md section 3), the `names` of the players, and
the `pictures` to draw of it for seat 0, by file name, each with the arguments of
`illimat_core.picture.draw` that differ from the defaults.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from illimat_core import load, observe
from illimat_core.messages import LANGUAGES
from illimat_core.picture import draw
from tests.support.documents import PROJECT

PICTURES: Final = PROJECT / "docs" / "pictures"


class Picture(NamedTuple):
    """A file and what belongs in it."""

    path: Path
    drawn: str


def pictures() -> Iterator[Picture]:
    for path in sorted(PICTURES.glob("*.yaml")):
        position = yaml.safe_load(path.read_text(encoding="utf-8"))
        given = json.loads(json.dumps(position["given"]))  # every key a string, as in JSON
        for name, how in position["pictures"].items():
            arguments: dict[str, Any] = dict(how)
            language = LANGUAGES[arguments.pop("language", "en")]
            view = observe(load(given), 0, language=language)
            drawn = draw(view, position["names"], 0, language=language, **arguments)
            yield Picture(PICTURES / f"{name}.svg", f"{drawn}\n")


if __name__ == "__main__":
    for path, drawn in pictures():
        path.write_text(drawn, encoding="utf-8")
        print(path.relative_to(PROJECT))
