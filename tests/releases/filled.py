"""Fills a database and writes its rows to a file: `python -m tests.releases.filled FILE`.

Run it with the code of a release that is about to be made; `test_upgrading` then brings these rows
up to date with the code of the next. The file is compressed JSON: the last migration of each app,
and the rows of each table by column, with bytes in base64. It reads SQLite, whose values PostgreSQL
takes as they are.
"""

import base64
import gzip
import json
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import django
from django.db.migrations.loader import MigrationLoader

DERIVED: Final = {"auth_permission", "django_content_type", "django_migrations"}
"""Tables that migrations fill."""


def main() -> None:
    """Make a database, fill it, and write its rows to the file."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "filled.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
        os.environ["TEST_DATABASE_URL"] = f"sqlite:///{database}"
        django.setup()
        fill()
        Path(sys.argv[1]).write_bytes(gzip.compress(json.dumps(rows(database)).encode(), mtime=0))


def fill() -> None:
    """Create the tables; play games and seasons of every state."""
    from django.core.management import call_command  # noqa: PLC0415 - after the setup
    from django.test.utils import setup_test_environment  # noqa: PLC0415 - likewise

    setup_test_environment()
    call_command("migrate", verbosity=0)
    from tests.support.api_games import ApiGame  # noqa: PLC0415 - likewise
    from tests.support.api_seasons import ApiSeason, make_league  # noqa: PLC0415 - likewise
    from tests.support.exports import export_season, play_game  # noqa: PLC0415 - likewise
    from tests.support.people import Person  # noqa: PLC0415 - likewise

    play_game({"mode": "beginner", "players": 2}, 1)
    play_game({"mode": "standard", "players": 3, "luminaries": "all"}, 2, most=150)
    play_game({"mode": "solo_fields", "players": 1}, 3, most=60)
    people = [Person(name) for name in ("ada", "bob", "eve")]
    ApiGame(people[:1], seats=3)
    ApiGame(people)
    people[0].client.put("/api/v1/me/blocks/player-2-0")
    people[0].post("/api/v1/me/webhooks", {"url": "https://example.org/hook"})
    people[1].post(
        "/api/v1/me/vacations", {"end": (datetime.now(UTC) + timedelta(days=9)).isoformat()}
    )
    export_season()
    season = ApiSeason(people[0], make_league(people[0], "Cups"))
    season.enter(people[1])


def rows(database: Path) -> dict[str, Any]:
    """Return what the file holds."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint")
        names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        tables = [name for (name,) in connection.execute(names).fetchall()]
        return {
            "migrations": dict(MigrationLoader(None).graph.leaf_nodes()),
            "tables": {name: _table(connection, name) for name in tables if name not in DERIVED},
        }


def _table(connection: sqlite3.Connection, name: str) -> dict[str, Any]:
    columns = {row[1]: row[2] for row in connection.execute(f"PRAGMA table_info({name})")}
    found = connection.execute(f"SELECT * FROM {name}")  # noqa: S608 - a name of ours
    return {
        "columns": list(columns),
        "rows": [
            [_plain(value, kind) for value, kind in zip(row, columns.values(), strict=True)]
            for row in found
        ],
    }


def _plain(value: Any, kind: str) -> Any:
    if isinstance(value, bytes):
        return {"base64": base64.b64encode(value).decode()}
    return bool(value) if kind == "bool" and value is not None else value


if __name__ == "__main__":
    main()
