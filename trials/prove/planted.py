"""Bugs planted into the running server, to show that each check can fail.

`python -m trials.prove.planted BUG gunicorn …` runs a program with a bug. The program's own code
does not provide for this. Bugs of a database are planted by SQL or by PostgreSQL's settings.
"""

import importlib
import sys
from typing import NamedTuple

import django

from trials.programs import run_here


class Bug(NamedTuple):
    """A planted bug, and the check that must catch it."""

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
            "answers are not stored under their keys",
            "a repeated request gets its first answer",
            plant="forget_keys",
        ),
        Bug(
            "no-command-id",
            "neither answers nor commands are found by their keys",
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
            "transactions on SQLite lock only when they write",
            "no failure but 503 while the database is away",
            plant="defer_transactions",
        ),
        Bug(
            "replace-allowed",
            "there is no trigger against REPLACE",
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
            "every mail tells of a stored event",
            kills="server",
            plant="mail_before_commit",
        ),
        Bug(
            "no-unique-sequence",
            "games are not locked, and events have no key",
            "sequences have no gap",
            stack="real",
            plant="lock_nothing",
            sql=DROPPED,
        ),
        Bug(
            "no-version-check",
            "commands are accepted at any version",
            "stale commands get the current version",
            plant="take_any_version",
        ),
        Bug(
            "no-chain",
            "the hash of an event leaves out its predecessor's",
            "the chain of hashes is unbroken",
            plant="seal_alone",
        ),
        Bug(
            "no-lease",
            "workers take no lease on a mail",
            "only crashes and unheard answers repeat mails",
            stack="dispatchers",
            plant="lease_nothing",
        ),
        Bug(
            "sent-before-sending",
            "mails are marked as sent before they are",
            "what is marked as sent has arrived",
            stack="dispatchers",
            plant="mark_sent_first",
        ),
        Bug(
            "uncounted-attempts",
            "attempts at a mail are not counted",
            "every copy is a counted attempt",
            stack="dispatchers",
            plant="count_no_attempts",
        ),
        Bug(
            "new-message-id",
            "every attempt at a mail has a Message-ID of its own",
            "copies have the same Message-ID",
            stack="dispatchers",
            plant="name_each_attempt",
        ),
        Bug(
            "mail-rolled-back",
            "mails are sent within the transaction that they tell of",
            "no mail tells of a play that was rolled back",
            stack="dispatchers",
            plant="mail_before_commit",
        ),
        Bug(
            "no-second-look",
            "mails are neither withdrawn nor looked at again before they are sent",
            "no mail is about a turn already played",
            stack="dispatchers",
            plant="look_once",
        ),
        Bug(
            "seldom-mails",
            "the outbox is swept every two minutes",
            "mail leaves again once Redis is back",
            stack="dispatchers",
            plant="mail_seldom",
        ),
        Bug(
            "no-summary",
            "awaited seats are not marked",
            "summaries match the events",
            plant="mark_nobody",
        ),
        Bug(
            "broker-in-request",
            "every submission publishes a message to Redis",
            "no submission waits for Redis",
            stack="real",
            kills="redis",
            plant="ring_in_request",
        ),
        Bug(
            "database-away-is-a-bug",
            "requests get 500 while the database is away",
            "no failure but 503 while the database is away",
            stack="real",
            kills="postgres",
            plant="fail_badly",
        ),
        Bug(
            "database-away-is-a-refusal",
            "requests get a refusal while the database is away",
            "nobody is refused without cause",
            stack="real",
            kills="postgres",
            plant="refuse_for_now",
        ),
        Bug(
            "no-second-try",
            "the server does not reconnect to the database for long",
            "the server recovers by itself",
            stack="real",
            kills="postgres",
            plant="despair",
        ),
        Bug(
            "held-outbox-leaves",
            "messages leave although the outbox is on hold",
            "nothing leaves while the outbox is on hold",
            stack="restore",
            plant="hold_nothing",
        ),
        Bug(
            "sweep-without-locks",
            "sweeps lock nothing, and events have no key",
            "each deadline that passes is one missed decision",
            stack="pollers",
            plant="sweep_without_locks",
            sql=DROPPED,
        ),
        Bug(
            "forgetful-sweep",
            "a sweep deletes the timers before it does what they are for",
            "each deadline that passes is one missed decision",
            stack="pollers",
            plant="sweep_forgetfully",
        ),
        Bug(
            "seldom-sweep",
            "sweeps are half a minute apart",
            "no deadline is noticed late",
            stack="pollers",
            plant="sweep_seldom",
        ),
        Bug(
            "early-deadline",
            "clocks run out two seconds too early",
            "nobody is out of time too early",
            stack="pollers",
            plant="flag_early",
        ),
        Bug(
            "late-play",
            "people may play though their time is over",
            "of a play and its timeout one happens",
            stack="pollers",
            plant="play_late",
        ),
    )
}


def main() -> None:
    """Plant the bug named by the first argument, and run the program given by the others."""
    name, program, *arguments = sys.argv[1:]
    django.setup()
    defects = importlib.import_module("trials.prove.defects")
    for defect in ("start_anyway", BUGS[name].plant):
        getattr(defects, defect)()
    run_here(program, arguments)


if __name__ == "__main__":
    main()
