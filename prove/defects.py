"""Defects of the programs, as functions that put them in once Django is set up."""

import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.checks import registry
from django.db import InterfaceError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from config import health
from games import chain, immutability, projections, selectors, services, store
from games.api import errors, idempotent
from games.signals import events_appended
from notifications import receivers, tasks
from notifications.mails import compose
from notifications.models import OutboxMail, dedupe_key
from notifications.tasks import sweep

SENDS_FOR = 0.2  # seconds; long enough for two workers to meet
DESPAIRS_FOR = 40  # seconds; longer than a server may take to recover


def start_anyway() -> None:
    """Do not look whether the database is safe; the server would refuse to start, or to work."""
    registry.registry.registered_checks.clear()
    _put(health, "durable", lambda databases: [])
    _put(immutability, "check", lambda connection: [])


def forget_keys() -> None:
    """Keep no answers."""

    def answer(*, answer: Callable[[], Any], **_: Any) -> Any:
        with transaction.atomic():
            return answer()

    _put(idempotent, "answer_once", answer)


def forget_commands() -> None:
    """Keep no answers, and let no command be known by its key."""
    forget_keys()
    _put(services, "uuid5", lambda *_: uuid4())


def seal_alone() -> None:
    """Let the hash of an event leave out its predecessor's."""
    hash_of = chain.hash_of

    def seal(row: chain.Stored) -> str:
        return hash_of(row._replace(previous_hash=chain.GENESIS))

    _put(chain, "hash_of", seal)


def defer_transactions() -> None:
    """Let transactions on SQLite lock when they write, not when they begin."""
    del settings.DATABASES["default"]["OPTIONS"]["transaction_mode"]


def mail_on_commit() -> None:
    """Send mails after the commit, in the request, and write none down."""
    _tell_by(lambda mail: transaction.on_commit(lambda: _send(mail)))


def mail_before_commit() -> None:
    """Send mails before the commit, and write none down."""
    _tell_by(_send)


def lock_nothing() -> None:
    """Read a game without locking it."""

    def read(user: Any, game_id: Any) -> Any:
        table = selectors.table_get(user=user, game_id=game_id)
        return table.game, table.assignments

    _put(services, "_locked", read)


def take_any_version() -> None:
    """Do what is asked whatever the version."""
    _put(store, "check_current", lambda state, version: None)


def lease_nothing() -> None:
    """Let several workers have the same mail, of which they hear twice, as from two beats."""
    ring = tasks.send.apply_async

    def claim(*, mail_id: int) -> OutboxMail | None:
        mail = OutboxMail.objects.open().filter(pk=mail_id).first()
        if mail is not None:
            time.sleep(SENDS_FOR)
        return mail

    def ring_twice(*arguments: Any, **options: Any) -> None:
        ring(*arguments, **options)
        ring(*arguments, **options)

    _put(tasks, "mail_claim", claim)
    _put(tasks.send, "apply_async", ring_twice)


def mark_nobody() -> None:
    """Keep no note beside the seats of whom a game waits for."""
    _put(projections, "mark_seats", lambda game: None)


def ring_in_request() -> None:
    """Wake the worker from within the request."""

    def ring(**_: Any) -> None:
        sweep.delay()

    events_appended.connect(ring, weak=False)


def fail_badly() -> None:
    """Take a database that is away for a bug."""
    errors.SAID_BY_DJANGO.clear()
    for name in ("OperationalError", "InterfaceError"):
        _put(errors, name, type(name, (Exception,), {}))


def refuse_for_now() -> None:
    """Take a database that is away for a refusal, after which nobody asks again."""
    for error in (OperationalError, InterfaceError):
        errors.SAID_BY_DJANGO[error] = errors.NotAwaitedProblem


def despair() -> None:
    """Once the database was away, do not try it again for long."""
    connect, tried_again = BaseDatabaseWrapper.connect, [0.0]

    def try_to_connect(connection: Any) -> None:
        if time.monotonic() < tried_again[0]:
            raise OperationalError
        try:
            connect(connection)
        except connection.Database.OperationalError:
            tried_again[0] = time.monotonic() + DESPAIRS_FOR
            raise

    _put(BaseDatabaseWrapper, "connect", try_to_connect)


def _put(owner: Any, name: str, defect: Any) -> None:
    """Replace what has this name; raises AttributeError when nothing has."""
    getattr(owner, name)
    setattr(owner, name, defect)


def _tell_by(tell: Callable[[Any], None]) -> None:
    """Hand the mails that would be owed to `tell`, unsaved."""

    def hand_over(*, game: Any, version: int, kinds: Any, **_: Any) -> None:
        for user_id, kind in kinds.items():
            key = dedupe_key(user_id=user_id, game_id=game.pk, version=version, kind=kind)
            tell(OutboxMail(dedupe=key, kind=kind, user_id=user_id, game=game, version=version))

    _put(receivers, "mails_owe", hand_over)


def _send(mail: Any) -> None:
    message = compose(mail)
    if message is not None:
        message.send(fail_silently=True)
