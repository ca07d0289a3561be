"""The database refuses every change of an event, by any role and statement."""

# ruff: noqa: S608 - the statements are what is tested

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.models import F, ProtectedError

from games import immutability
from games.checks import check_writers_queue
from games.models import StoredEvent
from tests.support.api_games import ApiGame
from tests.support.people import Person, staff

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.locking]

COLUMNS = (
    "game_id, sequence, type, schema, edition, seat, public, private, entropy, command_id, "
    "recorded_at, previous_hash, hash"
)
OTHER = COLUMNS.replace("type,", "'GameEnded',")
LAST = "sequence = (SELECT max(sequence) FROM games_storedevent)"
EVERYWHERE = {
    "update": "UPDATE games_storedevent SET type = 'GameEnded'",
    "delete": "DELETE FROM games_storedevent",
    "delete one": f"DELETE FROM games_storedevent WHERE {LAST}",
    "upsert": f"INSERT INTO games_storedevent ({COLUMNS}) SELECT {OTHER} FROM games_storedevent "
    "WHERE true ON CONFLICT (game_id, sequence) DO UPDATE SET type = 'GameEnded'",
    "skipped insert": f"INSERT INTO games_storedevent ({COLUMNS}) SELECT {OTHER} "
    "FROM games_storedevent WHERE true ON CONFLICT DO NOTHING",
    "repeated insert": f"INSERT INTO games_storedevent ({COLUMNS}) SELECT {OTHER} "
    "FROM games_storedevent",
}
POSTGRES = {
    "update of nothing": "UPDATE games_storedevent SET type = '' WHERE false",
    "delete of nothing": "DELETE FROM games_storedevent WHERE false",
    "truncate": "TRUNCATE games_storedevent",
    "truncate of games": "TRUNCATE games_game CASCADE",
    "merge": "MERGE INTO games_storedevent e USING (SELECT 1) AS one ON true "
    "WHEN MATCHED THEN DELETE",
    "as a replica": "SET LOCAL session_replication_role = replica; "
    "UPDATE games_storedevent SET type = 'GameEnded'",
    "update by select": "WITH changed AS (UPDATE games_storedevent SET type = '' RETURNING 1) "
    "SELECT * FROM changed",
}
SQLITE = {
    "replace": f"REPLACE INTO games_storedevent ({COLUMNS}) SELECT {OTHER} FROM games_storedevent",
    "insert or replace": f"INSERT OR REPLACE INTO games_storedevent ({COLUMNS}) "
    f"SELECT {OTHER} FROM games_storedevent",
    "insert or ignore": f"INSERT OR IGNORE INTO games_storedevent ({COLUMNS}) "
    f"SELECT {OTHER} FROM games_storedevent",
    "replace of a row": f"INSERT OR REPLACE INTO games_storedevent (rowid, {COLUMNS}) "
    f"SELECT rowid, {OTHER.replace('sequence', 'sequence + 1000')} FROM games_storedevent",
    "replace of a command": f"INSERT OR REPLACE INTO games_storedevent ({COLUMNS}) "
    f"SELECT {OTHER.replace('sequence', 'sequence + 1000')} FROM games_storedevent "
    "WHERE command_id IS NOT NULL",
    "update or replace": "UPDATE OR REPLACE games_storedevent SET type = 'GameEnded'",
}
OWN = POSTGRES if connection.vendor == "postgresql" else SQLITE
SOMEBODY = f"illimat_test_{os.getpid()}"
ROLES = {  # the statements that switch to each role
    "a superuser": [],
    "the owner": [
        f"CREATE ROLE {SOMEBODY}",
        f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {SOMEBODY}",
        f"GRANT CREATE ON SCHEMA public TO {SOMEBODY}",
        f"ALTER TABLE games_storedevent OWNER TO {SOMEBODY}",
        f"SET ROLE {SOMEBODY}",
    ],
    "one with all rights": [
        f"CREATE ROLE {SOMEBODY}",
        f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {SOMEBODY}",
        f"SET ROLE {SOMEBODY}",
    ],
}
if connection.vendor == "sqlite":
    ROLES = {"whoever opens the file": []}
REFUSED = "never changed|permission denied to set parameter"
TAMPERING = (
    [
        "DROP TRIGGER games_storedevent_change ON games_storedevent",
        "ALTER TABLE games_storedevent DISABLE TRIGGER games_storedevent_repeat",
        "ALTER TABLE games_storedevent ENABLE TRIGGER games_storedevent_change",
        "CREATE OR REPLACE TRIGGER games_storedevent_repeat BEFORE INSERT ON games_storedevent "
        "FOR EACH ROW WHEN (false) EXECUTE FUNCTION games_storedevent_repeat(); "
        "ALTER TABLE games_storedevent ENABLE ALWAYS TRIGGER games_storedevent_repeat",
        "CREATE OR REPLACE TRIGGER games_storedevent_change BEFORE UPDATE OF seat OR DELETE OR "
        "TRUNCATE ON games_storedevent EXECUTE FUNCTION games_storedevent_change(); "
        "ALTER TABLE games_storedevent ENABLE ALWAYS TRIGGER games_storedevent_change",
        "CREATE OR REPLACE FUNCTION games_storedevent_repeat() RETURNS trigger "
        "LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "CREATE RULE swallow AS ON INSERT TO games_storedevent DO INSTEAD NOTHING",
        "CREATE RULE keep_quiet AS ON DELETE TO games_storedevent DO INSTEAD NOTHING",
        "CREATE TABLE child () INHERITS (games_storedevent)",
        "CREATE TABLE parent (type varchar(40) NOT NULL); "
        "ALTER TABLE games_storedevent INHERIT parent",
        "CREATE TABLE parent (LIKE games_storedevent) PARTITION BY LIST (type); "
        "ALTER TABLE parent ATTACH PARTITION games_storedevent DEFAULT",
        "ALTER TABLE games_storedevent RENAME TO other; "
        "CREATE TABLE games_storedevent (LIKE other) PARTITION BY LIST (type)",
        "ALTER TABLE games_storedevent RENAME TO other; "
        "CREATE VIEW games_storedevent AS SELECT * FROM other",
        "ALTER TABLE games_storedevent ENABLE ROW LEVEL SECURITY",
        "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'; "
        "CREATE TRIGGER swallow BEFORE INSERT ON games_storedevent "
        "FOR EACH ROW EXECUTE FUNCTION swallow()",
        "ALTER TABLE games_storedevent SET UNLOGGED",
    ]
    if connection.vendor == "postgresql"
    else [
        *(f"DROP TRIGGER games_storedevent_{name}" for name in ("update", "delete", "replace")),
        "CREATE TRIGGER swallow BEFORE INSERT ON games_storedevent BEGIN SELECT RAISE(IGNORE); END",
    ]
)
POWERS = {
    "is a superuser": [],
    "owns games_storedevent": ["ALTER TABLE games_storedevent OWNER TO {role}"],
    "owns games_storedevent, or what it belongs to": ["ALTER SCHEMA public OWNER TO {role}"],
    "owns": ["ALTER FUNCTION games_storedevent_change() OWNER TO {role}"],
    "or what it belongs to": [
        "CREATE ROLE {role}_chief",
        "GRANT CREATE ON SCHEMA public TO {role}_chief",
        "ALTER TABLE games_storedevent OWNER TO {role}_chief",
        "GRANT {role}_chief TO {role}",
    ],
    "may change the triggers of games_storedevent": [
        "GRANT TRIGGER ON games_storedevent TO {role}"
    ],
}
Change = Callable[[list[StoredEvent]], object]


def _changed(rows: list[StoredEvent]) -> list[StoredEvent]:
    for row in rows:
        row.type = "GameEnded"
    return rows


ORM: dict[str, Change] = {
    "update": lambda _: StoredEvent.objects.update(type="GameEnded"),
    "update by expression": lambda _: StoredEvent.objects.update(schema=F("schema") + 1),
    "delete": lambda _: StoredEvent.objects.all().delete(),
    "delete of one": lambda rows: rows[0].delete(),
    "save": lambda rows: _changed(rows)[0].save(),
    "bulk update": lambda rows: StoredEvent.objects.bulk_update(_changed(rows), ["type"]),
    "update or create": lambda rows: StoredEvent.objects.update_or_create(
        game=rows[0].game, sequence=1, defaults={"type": "GameEnded"}
    ),
    "bulk create with updates": lambda rows: StoredEvent.objects.bulk_create(
        _changed(rows),
        update_conflicts=True,
        unique_fields=["game", "sequence"],
        update_fields=["type"],
    ),
    "bulk create with gaps": lambda rows: StoredEvent.objects.bulk_create(
        _changed(rows), ignore_conflicts=True
    ),
}


@pytest.fixture
def stored(table: ApiGame) -> list[StoredEvent]:
    """Return stored events, which must not change."""
    table.play()
    connection.check_constraints()  # else PostgreSQL refuses some changes while these wait
    return list(StoredEvent.objects.filter(game=table.id).order_by("sequence"))


def _as_stored(rows: list[StoredEvent]) -> list[Any]:
    fresh = StoredEvent.objects.filter(game=rows[0].game_id).order_by("sequence")
    return list(fresh.values())


@contextmanager
def _being(role: str) -> Iterator[None]:
    """Use another database role within the block."""
    with connection.cursor() as cursor:
        for statement in ROLES[role]:
            cursor.execute(statement)
        yield
        if ROLES[role]:
            cursor.execute("RESET ROLE")


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("statement", [*EVERYWHERE, *OWN])
def test_the_database_refuses_statements_that_would_change_events(
    stored: list[StoredEvent], statement: str, role: str
) -> None:
    before = _as_stored(stored)
    with (
        _being(role),
        pytest.raises(DatabaseError, match=REFUSED),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute((EVERYWHERE | OWN)[statement])
    assert _as_stored(stored) == before


@pytest.mark.parametrize("change", ORM)
def test_the_orm_cannot(stored: list[StoredEvent], change: str) -> None:
    before = _as_stored(stored)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        ORM[change](stored)
    assert _as_stored(stored) == before


def test_a_game_with_events_cannot_be_deleted(table: ApiGame, stored: list[StoredEvent]) -> None:
    with pytest.raises(ProtectedError):
        table.game.delete()
    assert _as_stored(stored)


def test_a_flush_is_refused(stored: list[StoredEvent]) -> None:
    before = _as_stored(stored)
    with pytest.raises(CommandError) as refusal, transaction.atomic():
        call_command("flush", interactive=False, verbosity=0)
    assert "never changed" in str(refusal.value.__cause__)
    assert _as_stored(stored) == before


def test_a_person_who_goes_leaves_the_events(
    table: ApiGame, ada: Person, stored: list[StoredEvent]
) -> None:
    before = _as_stored(stored)
    ada.user.delete()
    assert _as_stored(stored) == before
    assert table.game.assignments.filter(user=None).count() == 1


def test_the_staff_can_read_and_change_nothing(table: ApiGame, stored: list[StoredEvent]) -> None:
    chief = staff()
    page = f"/admin/games/game/{table.id}/change/"
    shown = chief.client.get(page)
    assert shown.status_code == 200
    assert "RoundDealt" in shown.content.decode()
    assert table.seed.hex() not in shown.content.decode()
    assert chief.client.post(page, {"state": "open"}, format="multipart").status_code == 403
    deletion = chief.client.post(f"/admin/games/game/{table.id}/delete/", format="multipart")
    assert deletion.status_code == 403


def test_the_staff_sees_no_hand(table: ApiGame, ada: Person) -> None:
    chief = staff()
    page = chief.client.get(f"/admin/games/game/{table.id}/change/").content.decode()
    for player in table.state.players:
        for card in player.hand:
            assert card not in page


@pytest.mark.parametrize("statement", TAMPERING)
def test_a_table_that_is_not_guarded_as_it_was_is_found_out(table: ApiGame, statement: str) -> None:
    assert not run_checks(databases=["default"], tags=["database"])
    connection.check_constraints()
    with connection.cursor() as cursor:
        cursor.execute(statement)
    assert {e.id for e in run_checks(databases=["default"], tags=["database"])} == {"games.E001"}


@pytest.mark.parametrize("why", POWERS)
def test_a_role_that_could_switch_the_triggers_off_is_found_out(db: None, why: str) -> None:
    if connection.vendor == "sqlite":
        assert immutability.power_over_events(connection) is None
        return
    connection.check_constraints()
    become = [f"SET ROLE {SOMEBODY}"] if POWERS[why] else []
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {SOMEBODY}")
        cursor.execute(f"GRANT CREATE ON SCHEMA public TO {SOMEBODY}")
        cursor.execute(f"SET ROLE {SOMEBODY}")
        assert immutability.power_over_events(connection) is None
        cursor.execute("RESET ROLE")
        for statement in [*POWERS[why], *become]:
            cursor.execute(statement.format(role=SOMEBODY))
        assert why in str(immutability.power_over_events(connection))
        cursor.execute("RESET ROLE")


def test_transactions_that_do_not_queue_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode, expected in (("IMMEDIATE", []), ("DEFERRED", ["games.E002"])):
        settings = connection.settings_dict | {"OPTIONS": {"transaction_mode": mode}}
        sqlite = DatabaseWrapper(settings, "default")
        monkeypatch.setattr("games.checks.connections", {"default": sqlite})
        assert [found.id for found in check_writers_queue(["default"])] == expected
