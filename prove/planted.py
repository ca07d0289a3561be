"""Defects that are put into a running server, so that each check shows what it is good for.

`python -m prove.planted BUG gunicorn …` runs a program with a defect; the product knows nothing of
it. Defects of a database are put in by SQL, or by PostgreSQL's settings.
"""

import importlib
import runpy
import sys
from typing import NamedTuple

import django


class Bug(NamedTuple):
    """A defect, in one sentence, and the check that it must turn red."""

    name: str
    means: str
    caught_by: str
    stack: str = "embedded"
    kills: str = ""  # what is to be killed so that it shows
    plant: str = "start_anyway"  # a function of prove.defects
    sql: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


DROPPED = (
    "DROP TRIGGER games_storedevent_repeat ON games_storedevent",
    "ALTER TABLE games_storedevent DROP CONSTRAINT games_storedevent_pkey",
)
BUGS = {
    bug.name: bug
    for bug in (
        Bug(
            "no-idempotency-row",
            "answers are not kept under their keys",
            "a repeated request gets its first answer",
            plant="forget_keys",
        ),
        Bug(
            "no-command-id",
            "neither answers nor commands are known by their keys",
            "nothing happens twice",
            plant="forget_commands",
        ),
        Bug(
            "asynchronous-commit",
            "PostgreSQL acknowledges before it has written",
            "nothing acknowledged is lost",
            stack="real",
            kills="postgres",
            settings=("synchronous_commit=off", "wal_writer_delay=10000"),
        ),
        Bug(
            "deferred-transactions",
            "transactions on SQLite lock when they write",
            "no failure but 503 while the database is away",
            plant="defer_transactions",
        ),
        Bug(
            "replace-allowed",
            "the trigger against REPLACE is gone",
            "events cannot be changed",
            sql=("DROP TRIGGER games_storedevent_replace",),
        ),
        Bug(
            "mail-on-commit",
            "mails are sent after the commit, without an outbox",
            "no message is lost",
            kills="server",
            plant="mail_on_commit",
        ),
        Bug(
            "mail-before-commit",
            "mails are sent before the commit",
            "nothing is told that was not durable",
            kills="server",
            plant="mail_before_commit",
        ),
        Bug(
            "no-unique-sequence",
            "neither the key of events nor the lock of their game is there",
            "sequences have no gap",
            stack="real",
            plant="lock_nothing",
            sql=DROPPED,
        ),
        Bug(
            "no-version-check",
            "commands are done whatever version they name",
            "stale ones are told the current version",
            plant="take_any_version",
        ),
        Bug(
            "no-chain",
            "the hash of an event does not cover the one before",
            "the chain of hashes is whole",
            plant="seal_alone",
        ),
        Bug(
            "no-lease",
            "several workers send the same mail",
            "mails are repeated by crashes only",
            plant="lease_nothing",
        ),
        Bug(
            "no-summary",
            "the seats that are awaited are not marked",
            "summaries are what events fold to",
            plant="mark_nobody",
        ),
        Bug(
            "broker-in-request",
            "every submission sends a message through Redis",
            "no submission waits for Redis",
            stack="real",
            kills="redis",
            plant="ring_in_request",
        ),
        Bug(
            "database-away-is-a-bug",
            "a database that is away is answered with 500",
            "no failure but 503 while the database is away",
            stack="real",
            kills="postgres",
            plant="fail_badly",
        ),
        Bug(
            "database-away-is-a-refusal",
            "a database that is away is told as a refusal by the rules",
            "nobody is refused without cause",
            stack="real",
            kills="postgres",
            plant="refuse_for_now",
        ),
        Bug(
            "no-second-try",
            "a database that was away is not tried again for long",
            "it recovers by itself",
            stack="real",
            kills="postgres",
            plant="despair",
        ),
    )
}


def main() -> None:
    """Plant the bug that is named first, and run the program that is named then."""
    name, program, *arguments = sys.argv[1:]
    django.setup()
    defects = importlib.import_module("prove.defects")
    for defect in ("start_anyway", BUGS[name].plant):
        getattr(defects, defect)()
    sys.argv = [program, *arguments]
    if program.endswith(".py"):
        runpy.run_path(program, run_name="__main__")
    else:
        runpy.run_module(program, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
