"""The floor does what the product did; tests do not judge speed."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from trials.bench import bare, floor
from trials.bench.bare import Captured
from trials.bench.databases import run

pytestmark = pytest.mark.thorough
PLAYS = 4
BY_ITSELF = r"'[\d-]{10} [\d:]{8}\.\d{3}'"  # SQLite's clock has milliseconds, the product's more


class Plays(NamedTuple):
    """A database, a copy of it from before the plays of a pair, and what was captured of these."""

    database: str
    copy: str
    captured: list[Captured]


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Plays:
    folder = tmp_path_factory.mktemp("floor")
    database, file = f"sqlite:///{folder}/played.sqlite3", folder / "captured"
    copy, _ = run("trials.bench.capturing", database, file, PLAYS)
    (captured,) = bare.load(file)
    return Plays(database, copy.decode(), captured)


def rows_of(database: str) -> list[str]:
    """Return what it takes to make a database anew, but for moments that it noted itself."""
    with closing(sqlite3.connect(database.removeprefix(bare.SQLITE))) as connection:
        return [re.sub(BY_ITSELF, "''", line) for line in connection.iterdump()]


def test_a_play_is_captured_with_its_transaction(plays: Plays) -> None:
    posts = [each for each in plays.captured if each.asked.method == "POST"]
    assert len(posts) == PLAYS
    for post in posts:
        sent = [each.sql.split(maxsplit=1)[0] for each in post.statements]
        begun = sent.index("BEGIN")
        assert sent.count("BEGIN") == sent.count("COMMIT") == 1
        assert sent[-1] == "COMMIT"
        assert not {"INSERT", "UPDATE", "WITH"}.intersection(sent[:begun])
        assert {"INSERT", "UPDATE", "WITH"}.issubset(sent[begun:])


def test_a_view_is_captured_without_a_transaction(plays: Plays) -> None:
    views = [each for each in plays.captured if each.asked.method == "GET"]
    assert views
    assert {each.sql.split(maxsplit=1)[0] for view in views for each in view.statements} == {
        "SELECT"
    }


def test_replayed_on_a_copy_the_same_rows_are_there_afterwards(plays: Plays) -> None:
    assert rows_of(plays.copy) != rows_of(plays.database)
    with closing(bare.connect(plays.copy)) as connection:
        for each in plays.captured:
            bare.replay(connection.cursor(), each.statements)
    assert rows_of(plays.copy) == rows_of(plays.database)


def test_the_share_of_the_floor_is_measured(tmp_path: Path) -> None:
    addresses = f"sqlite:///{tmp_path}/{{}}.sqlite3".format
    rows = list(floor.measured("SQLite", addresses, rounds=1, share=1))
    assert [row.work for row in rows if row.ratio is None] == []
    assert len(rows) == 2 * len(floor.CLIENTS)
