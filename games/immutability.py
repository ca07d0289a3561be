"""Events never change: the database itself refuses it, whoever asks.

Refused are UPDATE, DELETE and TRUNCATE, on PostgreSQL statement by statement, so also those that
would hit no row, an upsert's and a cascade's, whatever the `session_replication_role`; and every
INSERT of a key that exists, before its conflict clause is asked whether to replace, change or skip.
Owners who drop the triggers are found out at the next start (`check`), and by the chain of hashes;
so a public server runs as another role (`power_over_events`).
"""

from collections.abc import Iterator
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "games_storedevent"
REFUSAL = "events are never changed or deleted"
REMEDY = "Find out who changed it; restore them from a backup, or migrate into a new database."

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
SQLITE_TRIGGERS = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'games_storedevent'"
)
SQLITE_TABLE = (
    "SELECT type = 'table' AND rootpage > 0, 'It is not an ordinary table.' "
    "FROM sqlite_master WHERE name = 'games_storedevent'"
)
POSTGRES_TRIGGERS = (
    "SELECT tgname, tgtype, tgenabled::text, tgqual IS NULL AND tgattr = '', prosrc "
    "FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid "
    "WHERE tgrelid = to_regclass('games_storedevent') AND NOT tgisinternal"
)
POSTGRES_TABLE = """
SELECT relkind = 'r', 'It is not an ordinary table.',
    relpersistence = 'p', 'It is not kept through a crash (UNLOGGED or TEMPORARY).',
    NOT EXISTS (SELECT 1 FROM pg_rewrite WHERE ev_class = c.oid AND relkind = 'r'),
        'It has a rule.',
    NOT EXISTS (SELECT 1 FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent)),
        'It is part of an inheritance tree, or a partition.',
    NOT relrowsecurity, 'It has row-level security.'
FROM pg_class c WHERE oid = to_regclass('games_storedevent')"""
POSTGRES_OWNERS = """
SELECT current_user, rolsuper,
    pg_has_role(relowner, 'MEMBER') OR pg_has_role(nspowner, 'MEMBER')
        OR pg_has_role(datdba, 'MEMBER')
        OR EXISTS (SELECT 1 FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid
            WHERE tgrelid = c.oid AND NOT tgisinternal AND pg_has_role(proowner, 'MEMBER')),
    has_table_privilege(c.oid, 'TRIGGER')
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace, pg_roles, pg_database
WHERE c.oid = to_regclass('games_storedevent')
    AND rolname = current_user AND datname = current_database()
"""
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
    """Return what protects the events no longer, as sentences; nothing before the table exists.

    Besides missing triggers, that is whatever lets statements bypass them or keeps events from
    being stored: other triggers, rules, row-level security, and another kind of table.
    """
    postgres = connection.vendor == "postgresql"
    expected: dict[str, Any] = POSTGRES if postgres else SQLITE
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES_TABLE if postgres else SQLITE_TABLE)
        table = cursor.fetchone()
        cursor.execute(POSTGRES_TRIGGERS if postgres else SQLITE_TRIGGERS)
        found = {name: row[0] if len(row) == 1 else tuple(row) for name, *row in cursor.fetchall()}
    if table is None:
        return []
    complaints = [
        f"The trigger {name} is missing, changed or switched off."
        for name, wanted in expected.items()
        if found.get(name) != wanted
    ]
    complaints += [
        f"The trigger {name} does not belong to {TABLE}."
        for name in sorted(found.keys() - expected)
    ]
    facts = zip(table[::2], table[1::2], strict=True)
    complaints += [f"{TABLE}: {complaint}" for holds, complaint in facts if not holds]
    return complaints


def power_over_events(connection: BaseDatabaseWrapper) -> str | None:
    """Say why the role of a connection could switch off what protects the events.

    None if it could not, on SQLite, where there are no roles, and before the table exists.
    """
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES_OWNERS)
        found = cursor.fetchone()
    if found is None:
        return None
    role, superuser, owner, trigger = found
    for holds, why in (
        (superuser, "is a superuser"),
        (owner, f"owns {TABLE}, or what it belongs to"),
        (trigger, f"may change the triggers of {TABLE}"),
    ):
        if holds:
            return f"The database role {role} {why}."
    return None


def _statements(vendor: str) -> Iterator[str]:
    if vendor != "postgresql":
        yield from SQLITE.values()
        return
    for name, (*_, body) in POSTGRES.items():
        yield f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
        yield f"CREATE TRIGGER {name} BEFORE {POSTGRES_MOMENTS[name]} EXECUTE FUNCTION {name}()"
        yield f"ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER {name}"
