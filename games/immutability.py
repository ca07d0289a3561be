"""Events never change: the database itself refuses it, whoever asks.

Refused are UPDATE, DELETE and TRUNCATE, on PostgreSQL statement by statement, so also those that
would hit no row, an upsert's and a cascade's, whatever the `session_replication_role`; and every
INSERT of a key that exists, before its conflict clause is asked whether to replace, change or skip.
Owners who drop the triggers are found out at the next start (`check`), and by the chain of hashes.
"""

from collections.abc import Iterator
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_storedevent"
REFUSAL = "events are never changed or deleted"
REMEDY = "Find out who changed them; restore them from a backup, or migrate into a new database."

POSTGRES_CHANGE = f"BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END"
POSTGRES_REPEAT = f"""BEGIN IF EXISTS (SELECT 1 FROM {TABLE} WHERE game_id = NEW.game_id
AND (sequence = NEW.sequence OR command_id = NEW.command_id)) THEN
RAISE EXCEPTION '{REFUSAL}; this one is there' USING ERRCODE = 'unique_violation'; END IF;
RETURN NEW; END"""  # noqa: S608 - names of ours
ROW, BEFORE, INSERT, DELETE, UPDATE, TRUNCATE = (2**bit for bit in range(6))
POSTGRES = {
    f"{TABLE}_change": (BEFORE | DELETE | UPDATE | TRUNCATE, "A", True, POSTGRES_CHANGE),
    f"{TABLE}_repeat": (ROW | BEFORE | INSERT, "A", True, POSTGRES_REPEAT),
}  # their types as in pg_trigger, on whatever the session's role, for every row, and what they run
POSTGRES_MOMENTS = {
    f"{TABLE}_change": f"UPDATE OR DELETE OR TRUNCATE ON {TABLE} FOR EACH STATEMENT",
    f"{TABLE}_repeat": f"INSERT ON {TABLE} FOR EACH ROW",
}
EXISTING = "EXISTS (SELECT 1 FROM games_storedevent WHERE "
SAME_KEY = " OR ".join(
    f"{EXISTING}{clash})"
    for clash in (
        "game_id = NEW.game_id AND sequence = NEW.sequence",
        "game_id = NEW.game_id AND command_id = NEW.command_id",
        "rowid = NEW.rowid",
    )
)
SQLITE_FOUND = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
POSTGRES_FOUND = (
    "SELECT tgname, tgtype, tgenabled::text, tgqual IS NULL AND tgattr = '', prosrc "
    "FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE tgrelid = 'games_storedevent'::regclass"
)
SQLITE = {
    f"{TABLE}_{name}": f"CREATE TRIGGER {TABLE}_{name} BEFORE {moment} "
    f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
    for name, moment, refusal in (
        ("update", f"UPDATE ON {TABLE}", REFUSAL),
        ("delete", f"DELETE ON {TABLE}", REFUSAL),
        ("replace", f"INSERT ON {TABLE} WHEN {SAME_KEY}", f"{REFUSAL}; this one is there already"),
    )
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the triggers, in a database that has the table and none of them."""
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def check(connection: BaseDatabaseWrapper) -> list[str]:
    """Return what protects the events no longer, as sentences; nothing before the table exists."""
    expected: dict[str, Any] = POSTGRES if connection.vendor == "postgresql" else SQLITE
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return []
        cursor.execute(POSTGRES_FOUND if connection.vendor == "postgresql" else SQLITE_FOUND)
        found = {name: row[0] if len(row) == 1 else tuple(row) for name, *row in cursor.fetchall()}
    return [
        f"The trigger {name} is missing, changed or switched off."
        for name, wanted in expected.items()
        if found.get(name) != wanted
    ]


def _statements(vendor: str) -> Iterator[str]:
    if vendor != "postgresql":
        yield from SQLITE.values()
        return
    for name, (*_, body) in POSTGRES.items():
        yield f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
        yield f"CREATE TRIGGER {name} BEFORE {POSTGRES_MOMENTS[name]} EXECUTE FUNCTION {name}()"
        yield f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER {name}"
