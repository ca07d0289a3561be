"""Planted defects: functions that change the programs once Django is set up."""

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.core.checks import registry
from django.db import InterfaceError, OperationalError, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Now

from api import database_time, idempotency, problems
from config.server import health
from games import immutability
from games.api.problems import NotAwaitedProblem
from games.clocks import reckoning
from games.models import Game
from games.models.timers import CLOCK, Timer
from games.play import commands, projections
from games.reading import lookup, tables
from games.signals import events_appended
from games.stream import store
from games.workers import timers
from illimat_core import sealing
from notifications import receivers, tasks
from notifications.content import message_ids
from notifications.content.mails import compose
from notifications.models import Delivery, DeliveryQuerySet, Notice
from notifications.sending import dispatch
from notifications.sending.deliveries import delivery_lease
from notifications.sending.outbox import notice_key
from notifications.tasks import sweep

PLAYS_FOR = 0.1  # seconds; long enough for two requests to meet
SENDS_FOR = 0.2  # seconds; long enough for two workers to meet
DESPAIRS_FOR = 40  # seconds; longer than a server may take to recover
FIRES_FOR = 0.2  # seconds; long enough for a kill
SWEEPS_FOR = 2.5  # seconds; longer than from one sweep to the next, however idle the machine
MAILS_SELDOM = 120.0  # seconds; longer than a short run without its end
SELDOM = 30.0  # seconds; longer than a deadline may go unnoticed
EARLY = 2_000_000  # microseconds


def start_anyway() -> None:
    """Skip the checks of the database, because of which the server would refuse to work."""
    registry.registry.registered_checks.clear()
    _put(health, "check_durability", lambda _: [])
    _put(immutability, "check", lambda _: [])


def forget_keys() -> None:
    """Store no answers for repeated requests."""

    def answer(*, answer: Callable[[], Any], **_: Any) -> Any:
        with transaction.atomic():
            return answer()

    _put(idempotency, "answer_once", answer)


def forget_commands() -> None:
    """Store no answers, and give every command a new id."""
    forget_keys()
    _put(commands, "uuid5", lambda *_: uuid4())


def seal_alone() -> None:
    """Leave the predecessor's hash out of the hash of an event."""
    hash_of = sealing.hash_of

    def seal(row: sealing.SealedEvent) -> str:
        return hash_of(row._replace(previous_hash=sealing.GENESIS))

    _put(sealing, "hash_of", seal)


def defer_transactions() -> None:
    """Let transactions on SQLite lock when they first write, not when they begin."""
    del settings.DATABASES["default"]["OPTIONS"]["transaction_mode"]


def mail_on_commit() -> None:
    """Send mails after the commit, in the request, without queueing them."""
    _tell_by(lambda mail: transaction.on_commit(lambda: _send(mail)))


def mail_before_commit() -> None:
    """Send mails before the commit, without queueing them."""
    _tell_by(_send)


def lock_nothing() -> None:
    """Read games without locking them, where people and the server play alike.

    Requests of one person would still wait for each other, at the row that counts them.
    """
    find_game = lookup.find_game

    def find_unlocked(game_id: UUID, *, lock: bool = False) -> Game | None:
        game = find_game(game_id)
        if lock:
            time.sleep(PLAYS_FOR)
        return game

    _put(tables, "find_game", find_unlocked)
    _put(idempotency, "spend", lambda *_: None)


def take_any_version() -> None:
    _put(store, "check_current", lambda *_: None)


def lease_nothing() -> None:
    """Let workers take mails without a lease, and start each task twice, as two beats would."""
    ring = tasks.send.apply_async

    def take(*, delivery_id: int) -> Delivery | None:
        delivery = Delivery.objects.waiting().filter(pk=delivery_id).first()
        if delivery is not None and delivery.notice.person:
            delivery.address = delivery.notice.person.email
            time.sleep(SENDS_FOR)
        return delivery

    def ring_twice(*arguments: Any, **options: Any) -> None:
        ring(*arguments, **options)
        ring(*arguments, **options)

    _put(dispatch, "delivery_lease", take)
    _put(tasks.send, "apply_async", ring_twice)


def mark_sent_first() -> None:
    """Mark mails as sent before they are sent, whatever comes of it."""
    _put(dispatch, "deliveries_postpone", lambda **_: None)
    lease = delivery_lease

    def lease_and_mark(*, delivery_id: int) -> Delivery | None:
        delivery = lease(delivery_id=delivery_id)
        if delivery is not None:
            Delivery.objects.filter(pk=delivery.pk).update(state=Delivery.State.SENT)
        return delivery

    _put(dispatch, "delivery_lease", lease_and_mark)


def count_no_attempts() -> None:
    """Forget each attempt once it is made."""
    lease = delivery_lease

    def lease_uncounted(*, delivery_id: int) -> Delivery | None:
        delivery = lease(delivery_id=delivery_id)
        if delivery is not None:
            delivery.attempts = 0
            Delivery.objects.filter(pk=delivery.pk).update(attempts=0)
        return delivery

    _put(dispatch, "delivery_lease", lease_uncounted)


def name_each_attempt() -> None:
    _put(message_ids, "_seal", lambda *_: uuid4().hex)


def look_once() -> None:
    """Send whatever was written, whether it still holds or not."""
    _put(receivers, "notices_withdraw", lambda **_: None)
    _put(dispatch, "reason_to_drop", lambda _: None)


def mail_seldom() -> None:
    """Sweep the outbox every MAILS_SELDOM seconds."""
    settings.CELERY_BEAT_SCHEDULE["sweep-outbox"]["schedule"] = MAILS_SELDOM


def mark_nobody() -> None:
    """Do not mark the seats that a game awaits."""
    _put(projections, "mark_seats", lambda _: None)


def ring_in_request() -> None:
    """Start the worker's task from within the request."""

    def ring(**_: Any) -> None:
        sweep.delay()

    events_appended.connect(ring, weak=False)


def fail_badly() -> None:
    """Answer 500 while the database is away."""
    for error in (OperationalError, InterfaceError):
        del problems.PROBLEMS[error]


def hold_nothing() -> None:
    """Let messages leave although the outbox is on hold."""

    def due(waiting: DeliveryQuerySet) -> DeliveryQuerySet:
        return waiting.waiting().filter(not_before__lte=Now(), lease_until__lte=Now())

    _put(DeliveryQuerySet, "due", due)


def refuse_for_now() -> None:
    """Answer with a refusal while the database is away, so that clients don't retry."""
    for error in (OperationalError, InterfaceError):
        problems.PROBLEMS[error] = lambda _: NotAwaitedProblem()


def despair() -> None:
    """Do not reconnect to a database that was away, for DESPAIRS_FOR seconds."""
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


def sweep_without_locks() -> None:
    """Let sweeps read what is due without locks, and act on it after the next sweep has read it.

    Nobody is told: the unique key of a notice would undo a second timeout along with its notice.
    """
    _put(receivers, "notices_write", lambda **_: None)
    _put(commands, "uuid5", lambda *_: uuid4())
    _put(store, "_check_stored", lambda *_: None)

    def sweep_due() -> int:
        due = Timer.objects.filter(kind=CLOCK, due_at__lte=database_time.now()).order_by("due_at")
        read = [(timer, _read_unlocked(timer.game_id)) for timer in due]
        time.sleep(SWEEPS_FOR)
        for timer, table in read:
            with transaction.atomic():
                timers.KINDS[timer.kind].fire(table, timer)
        return len(read)

    _put(timers, "sweep", sweep_due)


def sweep_forgetfully() -> None:
    """Delete the timers that are due before they fire, in a transaction of its own."""

    def sweep_due() -> int:
        due = list(Timer.objects.filter(due_at__lte=database_time.now()))
        Timer.objects.filter(pk__in=[timer.pk for timer in due]).delete()
        for timer in due:
            time.sleep(FIRES_FOR)
            _fire(timer)
        return len(due)

    _put(timers, "sweep", sweep_due)


def sweep_seldom() -> None:
    """Sweep every SELDOM seconds."""
    settings.CELERY_BEAT_SCHEDULE["fire-timers"]["schedule"] = SELDOM


def flag_early() -> None:
    """Let clocks run out EARLY microseconds before they should."""
    deadline = reckoning._deadline
    _put(reckoning, "_deadline", lambda *arguments: deadline(*arguments) - EARLY)


def play_late() -> None:
    """Accept plays of people who are out of time."""
    _put(commands, "_check_in_time", lambda *_: None)


def _read_unlocked(game_id: UUID) -> tables.Table:
    game = lookup.find_game(game_id)
    if game is None:
        raise ValueError(f"There is no game {game_id}.")
    return tables.table_of(user=None, game=game)


@transaction.atomic
def _fire(timer: Timer) -> None:
    timers.KINDS[timer.kind].fire(tables.table_lock(game_id=timer.game_id), timer)


def _put(owner: Any, name: str, defect: Any) -> None:
    """Replace an attribute; raises AttributeError if there is none of that name."""
    getattr(owner, name)
    setattr(owner, name, defect)


def _tell_by(tell: Callable[[Any], None]) -> None:
    """Pass the mails to `tell` instead of queueing them."""

    def hand_over(*, game: Any, version: int, kinds: Any, **_: Any) -> None:
        for person, kind in kinds.items():
            key = notice_key(kind=kind, of=game.pk, version=version, person_id=person)
            notice = Notice(key=key, kind=kind, person_id=person, game=game, version=version)
            tell(Delivery(notice=notice, channel="email"))

    _put(receivers, "notices_write", hand_over)


def _send(delivery: Delivery) -> None:
    if delivery.notice.person and not dispatch.reason_to_drop(delivery):
        delivery.address = delivery.notice.person.email
        compose(delivery).send(fail_silently=True)
