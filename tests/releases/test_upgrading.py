"""A database that a release has filled is brought up to date, and back again."""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader

from accounts.models import User
from games.models import Game
from tests.support.people import Person

pytestmark = pytest.mark.both_databases
RELEASES = sorted(Path(__file__).parent.glob("*.json.gz"))


def go_back(targets: dict[str, str]) -> None:
    """Bring each app that has migrations back to one of them, or to none."""
    for app in sorted(MigrationLoader(connection).migrated_apps):
        call_command("migrate", app, targets.get(app, "zero"), verbosity=0)


def load(tables: dict[str, Any]) -> None:
    """Write a release's rows into its tables."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, held in tables.items():
            columns = ", ".join(map(connection.ops.quote_name, held["columns"]))
            values = ", ".join("%s" for _ in held["columns"])
            rows = [[_whole(value) for value in row] for row in held["rows"]]
            cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608 - a name of ours
            if cursor.fetchone()[0]:  # what migrations made
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - likewise
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({values})", rows)  # noqa: S608


def _whole(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def count_on() -> None:
    """Let PostgreSQL number new rows after those that were loaded."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)


@pytest.mark.parametrize("release", RELEASES, ids=lambda file: file.name.removesuffix(".json.gz"))
def test_what_a_release_stored_is_whole_after_the_update(
    release: Path, transactional_db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    held = json.loads(gzip.decompress(release.read_bytes()))
    go_back(held["migrations"])
    load(held["tables"])
    call_command("migrate", verbosity=0)
    count_on()
    call_command("verify", "--rules")
    for command in ("projections", "reliability", "seasons", "ratings"):
        call_command(f"rebuild_{command}", "--check")
    ada = User.objects.get(handle="ada")
    reader = Person()
    reader.client.force_login(ada)
    listed = reader.get("/api/v1/me/games").json()["results"]
    assert len(listed) == Game.objects.filter(assignments__user=ada).count() > 1
    for each in listed:
        assert reader.get(f"/games/{each['id']}").status_code == 200
