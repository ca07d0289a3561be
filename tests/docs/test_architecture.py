"""The modules and functions that the tables of docs/architecture.md name stand where it says."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.documents import PROJECT

pytestmark = pytest.mark.quick

TEXT = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (`[^|]+`) \| (.*) \|$", re.M)


def names_in_rows() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each name in the tables, and the folders of its row."""
    for where, what in ROW.findall(TEXT):
        folders = tuple(re.findall(r"`([\w/]+)/`", where))
        for name in re.findall(r"`(\w+)`", what) if folders else ():
            yield name, folders


NAMED = sorted(set(names_in_rows()))


def places_of(folder: str) -> list[Path]:
    """Return where a folder of a row is, and the commands of its app."""
    here = PROJECT / folder
    if not here.is_dir():
        here = PROJECT / "illimat_core" / folder
    return [here, PROJECT / folder.split("/", maxsplit=1)[0] / "management" / "commands"]


def test_the_tables_name_most_modules() -> None:
    assert len(NAMED) > 150


@pytest.mark.parametrize(("name", "folders"), NAMED)
def test_a_name_is_in_the_folder_of_its_row(name: str, folders: tuple[str, ...]) -> None:
    if (PROJECT / name / "__init__.py").exists():  # an app
        return
    places = [place for folder in folders for place in places_of(folder)]
    files = [file for place in places for file in place.rglob("*.py")]
    defined = re.compile(rf"^(?: *(?:def|class) {name}\b|{name}\b.*[:=])", re.M)
    assert any(name in {file.stem, file.parent.name} for file in files) or any(
        defined.search(file.read_text(encoding="utf-8")) for file in files
    )
