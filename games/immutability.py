"""Database triggers that keep stored events from being changed or deleted.

They refuse UPDATE, DELETE and TRUNCATE. On PostgreSQL they fire once per statement, so they also
refuse statements that would hit no row, upserts and cascades, whatever the
`session_replication_role`. They refuse every INSERT of an existing key, before its conflict clause
can replace, change or skip a row. The owner of the table can drop the triggers; the next start
(`check`) and the chain of hashes reveal that. A public server therefore connects as another role
(`power_over_events`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.backends.base.base import BaseDatabaseWrapper

REFUSAL = "events are never changed or deleted"
REMEDY = "Find out who changed it; restore them from a backup, or migrate into a new database."


class Streams(NamedTuple):
    """A table of events: its name, the column of their stream, and what is unique in a stream."""

    table: str
    stream: str
    unique: tuple[str, ...]


GAMES = Streams("games_storedevent", "game_id", ("sequence", "command_id"))
GUARDED = [GAMES]
"""The tables whose triggers are checked; an app that has another one adds it."""

POSTGRES_CHANGE = f"BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END"
POSTGRES_REPEAT = f"""BEGIN IF EXISTS (SELECT 1 FROM {{table}} WHERE {{stream}} = NEW.{{stream}}
AND ({{clashes}})) THEN
RAISE EXCEPTION '{REFUSAL}; this one is there' USING ERRCODE = 'unique_violation'; END IF;
RETURN NEW; END"""  # noqa: S608 - names of ours
ROW, BEFORE, INSERT, DELETE, UPDATE, TRUNCATE = (2**bit for bit in range(6))
SQLITE_TRIGGERS = "SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'"
SQLITE_TABLES = (
    "SELECT name, type = 'table' AND rootpage > 0, 'It is not an ordinary table.' "
    "FROM sqlite_master"
)
POSTGRES_TRIGGERS = (
    "SELECT relname, tgname, tgtype, tgenabled::text, tgqual IS NULL AND tgattr = '', prosrc "
    "FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid JOIN pg_class c ON c.oid = tgrelid "
    "WHERE relname = ANY(%s) AND c.oid = to_regclass(relname::text) AND NOT tgisinternal"
)
POSTGRES_TABLES = """
SELECT relname, relkind = 'r', 'It is not an ordinary table.',
    relpersistence = 'p', 'It is not kept through a crash (UNLOGGED or TEMPORARY).',
    NOT EXISTS (SELECT 1 FROM pg_rewrite WHERE ev_class = c.oid AND relkind = 'r'),
        'It has a rule.',
    NOT EXISTS (SELECT 1 FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent)),
        'It is part of an inheritance tree, or a partition.',
    NOT relrowsecurity, 'It has row-level security.'
FROM pg_class c WHERE relname = ANY(%s) AND oid = to_regclass(relname::text)"""
POSTGRES_OWNERS = """
SELECT current_user, rolsuper,
    pg_has_role(relowner, 'MEMBER') OR pg_has_role(nspowner, 'MEMBER')
        OR pg_has_role(datdba, 'MEMBER')
        OR EXISTS (SELECT 1 FROM pg_trigger t JOIN pg_proc p ON p.oid = tgfoid
            WHERE tgrelid = c.oid AND NOT tgisinternal AND pg_has_role(proowner, 'MEMBER')),
    has_table_privilege(c.oid, 'TRIGGER')
FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace, pg_roles, pg_database
WHERE c.oid = to_regclass(%s)
    AND rolname = current_user AND datname = current_database()
"""


def on_postgres(streams: Streams) -> dict[str, tuple[int, str, bool, str]]:
    """Return the triggers by name, with their bodies.

    They are as in pg_trigger: tgtype, tgenabled (A: always), without condition or columns.
    """
    table, stream, unique = streams
    clashes = " OR ".join(f"{name} = NEW.{name}" for name in unique)
    repeat = POSTGRES_REPEAT.format(table=table, stream=stream, clashes=clashes)
    return {
        f"{table}_change": (BEFORE | DELETE | UPDATE | TRUNCATE, "A", True, POSTGRES_CHANGE),
        f"{table}_repeat": (ROW | BEFORE | INSERT, "A", True, repeat),
    }


def on_sqlite(streams: Streams) -> dict[str, str]:
    """Return the statements that create the triggers, by the names of these."""
    table, stream, unique = streams
    clashes = [f"{stream} = NEW.{stream} AND {name} = NEW.{name}" for name in unique]
    repeated = " OR ".join(
        f"EXISTS (SELECT 1 FROM {table} WHERE {clash})"  # noqa: S608 - names of ours
        for clash in (*clashes, "rowid = NEW.rowid")
    )
    return {
        f"{table}_{name}": f"CREATE TRIGGER {table}_{name} BEFORE {moment} "
        f"BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        for name, moment, refusal in (
            ("update", f"UPDATE ON {table}", REFUSAL),
            ("delete", f"DELETE ON {table}", REFUSAL),
            (
                "replace",
                f"INSERT ON {table} WHEN {repeated}",
                f"{REFUSAL}; this one is there already",
            ),
        )
    }


def install(connection: BaseDatabaseWrapper, streams: Streams = GAMES) -> None:
    """Create the triggers in a database that has the table but none of them."""
    with connection.cursor() as cursor:
        for statement in _statements(connection.vendor, streams):
            cursor.execute(statement)


def check(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the faults in the protection of events, as sentences; none before a table exists.

    Missing triggers are faults, and so is anything that lets statements bypass them or keeps events
    from being stored: other triggers, rules, row-level security, and another kind of table.
    """
    postgres = connection.vendor == "postgresql"
    names = [[streams.table for streams in GUARDED]] if postgres else None
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES_TABLES if postgres else SQLITE_TABLES, names)
        tables = {name: facts for name, *facts in cursor.fetchall()}
        cursor.execute(POSTGRES_TRIGGERS if postgres else SQLITE_TRIGGERS, names)
        triggers = cursor.fetchall()
    faults: list[str] = []
    for streams in GUARDED:
        if streams.table not in tables:
            continue
        expected: dict[str, Any] = on_postgres(streams) if postgres else on_sqlite(streams)
        found = {
            name: row[0] if len(row) == 1 else tuple(row)
            for table, name, *row in triggers
            if table == streams.table
        }
        faults += _faults(streams.table, tables[streams.table], expected, found)
    return faults


def power_over_events(connection: BaseDatabaseWrapper) -> str | None:
    """Return a sentence that says why the connection's role could disable the protection.

    None if it could not, on SQLite, which has no roles, and before the tables exist.
    """
    if connection.vendor != "postgresql":
        return None
    for streams in GUARDED:
        with connection.cursor() as cursor:
            cursor.execute(POSTGRES_OWNERS, [streams.table])
            found = cursor.fetchone()
        role, superuser, owner, trigger = found or (None, False, False, False)
        for holds, why in (
            (superuser, "is a superuser"),
            (owner, f"owns {streams.table}, or what it belongs to"),
            (trigger, f"may change the triggers of {streams.table}"),
        ):
            if holds:
                return f"The database role {role} {why}."
    return None


def _faults(
    table: str, facts: Sequence[Any], expected: Mapping[str, Any], found: Mapping[str, Any]
) -> Iterator[str]:
    """Yield what is wrong with a table and its triggers; `facts` are pairs of truth and fault."""
    for trigger, wanted in expected.items():
        if found.get(trigger) != wanted:
            yield f"The trigger {trigger} is missing, changed or switched off."
    for trigger in sorted(found.keys() - expected.keys()):
        yield f"The trigger {trigger} does not belong to {table}."
    for holds, fault in zip(facts[::2], facts[1::2], strict=True):
        if not holds:
            yield f"{table}: {fault}"


def _statements(vendor: str, streams: Streams) -> Iterator[str]:
    if vendor != "postgresql":
        yield from on_sqlite(streams).values()
        return
    table = streams.table
    moments = {
        f"{table}_change": f"UPDATE OR DELETE OR TRUNCATE ON {table} FOR EACH STATEMENT",
        f"{table}_repeat": f"INSERT ON {table} FOR EACH ROW",
    }
    for name, (*_, body) in on_postgres(streams).items():
        yield f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
        yield f"CREATE TRIGGER {name} BEFORE {moments[name]} EXECUTE FUNCTION {name}()"
        yield f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}"
