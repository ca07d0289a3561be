"""Database triggers that keep stored events from being changed or deleted.

They refuse UPDATE, DELETE and TRUNCATE. On PostgreSQL they fire once per statement, so they also
refuse statements that would hit no row, upserts and cascades, whatever the
`session_replication_role`. They refuse every INSERT of an existing key, before its conflict clause
can replace, change or skip a row. The owner of the table can drop the triggers; the next start
(`check`) and the chain of hashes reveal that. A public server therefore connects as another role
(`power_over_events`).
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
}  # as in pg_trigger: tgtype, tgenabled (A: always), without condition or columns, and the body
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
    """Create the triggers in a database that has the table but none of them."""
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor):
            cursor.execute(statement)


def check(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the faults in the protection of events, as sentences; none before the table exists.

    Besides missing triggers, a fault is whatever lets statements bypass them or keeps events from
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
    """Return a sentence that says why the connection's role could disable the protection.

    None if it could not, on SQLite, which has no roles, and before the table exists.
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
