"""Attempts to change stored events through a connection to the database."""

import sqlite3

import psycopg

from trials.prove.database import Database

TABLE = "games_storedevent"
VICTIM = "(SELECT game_id FROM games_storedevent ORDER BY recorded_at LIMIT 1)"
COLUMNS = (
    "game_id, sequence, type, schema, edition, seat, public, private, entropy, command_id, "
    "recorded_at, previous_hash, hash"
)
FORGED = (
    f"SELECT {COLUMNS.replace('type,', repr('Forged') + ',', 1)} FROM {TABLE} "  # noqa: S608
    f"WHERE sequence = 1 AND game_id = {VICTIM}"
)
BOTH = {
    "UPDATE": f"UPDATE {TABLE} SET type = 'Forged' WHERE sequence = 1",  # noqa: S608
    "DELETE": f"DELETE FROM {TABLE} WHERE sequence = 1",  # noqa: S608
}
SQLITE = {
    "REPLACE": f"REPLACE INTO {TABLE} ({COLUMNS}) {FORGED}",
    "UPSERT": f"INSERT INTO {TABLE} ({COLUMNS}) {FORGED} "
    "ON CONFLICT (game_id, sequence) DO UPDATE SET type = excluded.type",
}
POSTGRES = {
    "UPSERT": SQLITE["UPSERT"],
    "TRUNCATE": f"TRUNCATE {TABLE} CASCADE",
}


def tamper(database: Database) -> dict[str, bool]:
    """Make every attempt, and return for each whether the database let it pass."""
    done = {}
    for name, statement in (BOTH | (POSTGRES if database.postgres else SQLITE)).items():
        try:
            database.run(statement)
        except (psycopg.Error, sqlite3.Error):
            done[name] = False
        else:
            done[name] = True
    return done
