"""A game's seed is in a separate table, which only the dealer reads."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.contrib import admin

from games.models import Game
from games.seeds import GameSeed
from leagues.seeds import SeasonSeed
from tests.games.conftest import ApiGame, Person

MOVED = """
import django
django.setup()
from django.core.management import call_command
from django.db import connection
from games.seeds import GameSeed

GAME, SEED = "0" * 32, bytes(range(32))

def migrate(name):
    call_command("migrate", "games", name, verbosity=0)

def sql(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone() if cursor.description else None

migrate("0002")
sql("INSERT INTO games_game (id, state, visibility, seating, start, options, mode, seats, edition, "
    "created_at, moved_at, seed, commitment, revision, version, head, round, awaited, scores, over)"
    " VALUES (%s, 'open', 'public', 'drawn', 'by_hand', '{}', 'standard', 2, '', '2026-01-01', "
    "'2026-01-01', %s, '', 0, 0, '', 0, '[]', '[]', false)", GAME, SEED)
migrate("0003")
(moved,) = GameSeed.objects.all()
assert (moved.pk.hex, bytes(moved.seed)) == (GAME, SEED)
migrate("0002")
(back,) = sql("SELECT seed FROM games_game")
assert bytes(back) == SEED
"""


@pytest.fixture
def empty_postgres(postgres_url: str) -> str:
    """Return the URL of an empty PostgreSQL database."""
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute("CREATE DATABASE seeds")
    return postgres_url.removesuffix("/postgres") + "/seeds"


def test_no_relation_leads_to_a_seed() -> None:
    for model in apps.get_models():
        fields = model._meta.get_fields()
        assert all(field.related_model is not GameSeed for field in fields), model
        assert model in {GameSeed, SeasonSeed} or all(field.name != "seed" for field in fields), (
            model
        )
    assert all(model is not GameSeed for model in admin.site._registry)


@pytest.mark.django_db
def test_a_seed_is_not_in_what_is_printed(table: ApiGame) -> None:
    sealed = GameSeed.objects.get(game=table.id)
    for printed in (str(sealed), repr(sealed), repr(vars(table.game))):
        assert table.seed.hex() not in printed
        assert repr(table.seed)[2:20] not in printed


@pytest.mark.slow
@pytest.mark.django_db
def test_staff_cannot_filter_games_by_their_seeds(table: ApiGame) -> None:
    staff = Person("chief")
    staff.user.is_staff = staff.user.is_superuser = True
    staff.user.save()
    for name in ("seed", "gameseed__seed", "+__seed"):
        answer = staff.client.get(f"/admin/games/game/?{name}__startswith=a")
        assert answer.status_code in {302, 400}
        assert Game.objects.filter(pk=table.id).exists()


@pytest.mark.thorough
def test_seeds_are_moved_by_the_migration(tmp_path: Path) -> None:
    _run_moved(f"sqlite:///{tmp_path / 'games.sqlite3'}")


@pytest.mark.thorough
def test_seeds_are_moved_by_the_migration_on_postgresql(empty_postgres: str) -> None:
    _run_moved(empty_postgres)


def _run_moved(database_url: str) -> None:
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "SECRET_KEY": "s" * 60}
    done = subprocess.run(
        [sys.executable, "-c", MOVED],
        env={"PATH": os.environ["PATH"], "DATABASE_URL": database_url} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
