"""Events never change: the database itself refuses it, whoever asks.

PostgreSQL refuses UPDATE, DELETE and TRUNCATE of the events, statement by statement, so also those
that would hit no row, an upsert's and a cascade's, and under any `session_replication_role`. SQLite
refuses them row by row, and whatever would replace a row or silently skip one: there an INSERT with
a key that exists is refused before its conflict clause is asked. Owners who drop the triggers are
found out at the next start (`check`), and by the chain of hashes.
"""

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_storedevent"
REFUSAL = "events are never changed or deleted"
REMEDY = "Find out who changed them; restore them from a backup, or migrate into a new database."

POSTGRES_BODY = f"BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END"
POSTGRES = f"""
CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $${POSTGRES_BODY}$$;
CREATE TRIGGER games_storedevent_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON {TABLE}
FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change();
ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER games_storedevent_immutable;
"""
POSTGRES_TYPE = 2 | 8 | 16 | 32  # before, on delete, update and truncate; not for each row

EXISTING = "EXISTS (SELECT 1 FROM games_storedevent WHERE "
SAME_KEY = " OR ".join(
    f"{EXISTING}{clash})"
    for clash in (
        "game_id = NEW.game_id AND sequence = NEW.sequence",
        "game_id = NEW.game_id AND command_id = NEW.command_id",
        "rowid = NEW.rowid",
    )
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
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES)
        else:
            for statement in SQLITE.values():
                cursor.execute(statement)


def check(connection: BaseDatabaseWrapper) -> list[str]:
    """Return what protects the events no longer, as sentences; nothing before the table exists."""
    with connection.cursor() as cursor:
        if TABLE not in connection.introspection.table_names(cursor):
            return []
        if connection.vendor == "postgresql":
            return _check_postgres(cursor)
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found = dict(cursor.fetchall())
    return [
        f"The trigger {name} is missing or changed."
        for name, statement in SQLITE.items()
        if found.get(name) != statement
    ]


def _check_postgres(cursor: Any) -> list[str]:
    cursor.execute(
        "SELECT tgtype, tgenabled::text, prosrc FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid "
        "WHERE tgrelid = %s::regclass AND tgname = 'games_storedevent_immutable'",
        [TABLE],
    )
    if cursor.fetchone() != (POSTGRES_TYPE, "A", POSTGRES_BODY):
        return ["The trigger games_storedevent_immutable is missing, changed or switched off."]
    return []
