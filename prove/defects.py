"""Defects of the programs, as functions that put them in once Django is set up."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.checks import registry
from django.db import transaction

from games import projections, selectors, services, store
from games.api import errors, idempotent
from games.signals import events_appended
from notifications import receivers, tasks
from notifications.mails import compose
from notifications.models import OutboxMail, dedupe_key
from notifications.tasks import sweep


def start_anyway() -> None:
    """Do not look whether the database is safe; the server would refuse to start."""
    registry.registry.registered_checks.clear()


def forget_keys() -> None:
    """Keep no answers."""

    def answer(*, answer: Callable[[], Any], **_: Any) -> Any:
        with transaction.atomic():
            return answer()

    idempotent.answer_once = answer  # type: ignore[attr-defined]


def defer_transactions() -> None:
    """Let transactions on SQLite lock when they write, not when they begin."""
    settings.DATABASES["default"]["OPTIONS"]["transaction_mode"] = "DEFERRED"


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

    services._locked = read


def take_any_version() -> None:
    """Do what is asked whatever the version."""
    store.check_current = lambda state, version: None


def lease_nothing() -> None:
    """Let several workers have the same mail."""

    def claim(*, mail_id: int) -> OutboxMail | None:
        return OutboxMail.objects.open().filter(pk=mail_id).first()

    tasks.mail_claim = claim  # type: ignore[attr-defined]


def summarise_late() -> None:
    """Forget now and then whom a game waits for."""
    projections.mark_awaited = lambda game: None


def ring_in_request() -> None:
    """Wake the worker from within the request."""

    def ring(**_: Any) -> None:
        sweep.delay()

    events_appended.connect(ring, weak=False)


def fail_badly() -> None:
    """Take a database that is away for a bug."""
    errors.SAID_BY_DJANGO.clear()
    for name in ("OperationalError", "InterfaceError"):
        setattr(errors, name, type(name, (Exception,), {}))


def _tell_by(tell: Callable[[Any], None]) -> None:
    """Hand the mails that would be owed to `tell`, unsaved."""

    def hand_over(*, game: Any, version: int, kinds: Any, **_: Any) -> None:
        for user_id, kind in kinds.items():
            key = dedupe_key(user_id=user_id, game_id=game.pk, version=version, kind=kind)
            tell(OutboxMail(dedupe=key, kind=kind, user_id=user_id, game=game, version=version))

    receivers.mails_owe = hand_over  # type: ignore[attr-defined]


def _send(mail: Any) -> None:

    message = compose(mail)
    if message is not None:
        message.send(fail_silently=True)
