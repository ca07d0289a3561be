"""Several workers on one outbox, over real connections to a real database."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from celery.contrib.testing.worker import start_worker
from django.db import OperationalError, connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from config.celery import app
from notifications.models import Delivery
from notifications.sending import dispatch
from notifications.sending.deliveries import delivery_hold, delivery_lease, delivery_mark_sent
from notifications.sending.outbox import account_notice_write
from notifications.tasks import send, sweep
from tests.support.mail_sink import Sink
from trials.programs import wait_until

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]

MAILS = 12
WORKERS = 3


@pytest.fixture
def owed(transactional_db: None) -> list[int]:
    """Queue mails, and return their ids."""
    for number in range(MAILS):
        account_notice_write(
            to=f"reader{number}@example.org", subject="Hi", body_text="Hi.", key=str(number)
        )
    return list(Delivery.objects.order_by("pk").values_list("pk", flat=True))


def at_once(work: Callable[[], None]) -> None:
    barrier = Barrier(WORKERS)

    def run() -> None:
        barrier.wait()
        work()
        connection.close()

    threads = [Thread(target=run) for _ in range(WORKERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_one_of_many_gets_a_mail(owed: list[int]) -> None:
    leased: list[Delivery] = []

    def lease() -> None:
        leased.extend(mail for pk in owed if (mail := delivery_lease(delivery_id=pk)))

    at_once(lease)
    assert sorted(mail.pk for mail in leased) == owed


def test_a_mail_that_is_out_is_marked_once_the_database_can_be_written_again(
    sink: Sink, owed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: writes fail for a while, but sending works."""
    troubles = [OperationalError("No space left on device")] * 2

    def mark(**arguments: Any) -> None:
        if troubles:
            raise troubles.pop()
        delivery_mark_sent(**arguments)

    monkeypatch.setattr(dispatch, "delivery_mark_sent", mark)
    monkeypatch.setattr(dispatch, "MARK_AGAIN_AFTER", 0.01)
    send(owed[0])
    mail = Delivery.objects.get(pk=owed[0])
    assert mail.sent_at
    assert mail.not_before <= timezone.now()  # it was not postponed
    assert len(sink.taken) == 1


def test_two_dispatchers_send_each_mail_once(sink: Sink, owed: list[int]) -> None:
    def send_everything() -> None:
        for pk in owed:
            send(pk)

    at_once(send_everything)
    assert sorted(m["To"] for m in sink.taken) == sorted(
        f"reader{number}@example.org" for number in range(MAILS)
    )
    assert not Delivery.objects.waiting().exists()


def states() -> list[tuple[Any, ...]]:
    """Return what is known of each delivery."""
    known = ("pk", "state", "attempts", "queued_until", "lease_until", "not_before", "error")
    return list(Delivery.objects.order_by("pk").values_list(*known))


@pytest.fixture
def worker() -> Iterator[None]:
    """Run a worker with two threads, on the in-memory broker."""
    app.control.purge()  # what an earlier test has queued, and no worker has done
    with start_worker(app, pool="threads", concurrency=2, perform_ping_check=False):
        yield


@pytest.mark.slow
def test_a_sweep_has_everything_sent_that_is_due(sink: Sink, owed: list[int], worker: None) -> None:
    delivery_lease(delivery_id=owed[0])  # by a worker that crashed
    Delivery.objects.filter(pk=owed[0]).update(lease_until=Now())
    delivery_lease(delivery_id=owed[1])  # by a worker that is still sending
    sweep.delay()
    wait_until(lambda: Delivery.objects.waiting().count() == 1, why=lambda: str(states()))
    assert len({m["To"] for m in sink.taken}) == len(sink.taken) == MAILS - 1
    assert Delivery.objects.waiting().get().pk == owed[1]


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the deliveries for which a sweep has queued a task, and run none of these."""
    found: list[int] = []

    def queue(args: tuple[int], **_: Any) -> None:
        found.extend(args)

    monkeypatch.setattr(send, "apply_async", queue)
    return found


def test_busy_workers_find_one_task_for_each_mail(owed: list[int], queued: list[int]) -> None:
    for _ in range(3):
        sweep()
    assert sorted(queued) == owed


@pytest.mark.slow
def test_a_task_that_was_lost_is_queued_again(owed: list[int], queued: list[int]) -> None:
    sweep()
    Delivery.objects.update(queued_until=Now())
    sweep()
    assert sorted(queued) == sorted(owed * 2)


def test_a_mail_that_is_put_back_is_queued_as_soon_as_it_is_due(
    owed: list[int], queued: list[int]
) -> None:
    sweep()
    delivery = delivery_lease(delivery_id=owed[0])
    assert delivery
    delivery_hold(delivery=delivery, until=timezone.now() - timedelta(seconds=1))
    sweep()
    assert sorted(queued) == sorted([*owed, owed[0]])


@pytest.mark.only_postgresql  # which locks single rows
def test_a_sweep_does_not_wait_for_a_play_that_withdraws_a_mail(
    owed: list[int], queued: list[int]
) -> None:
    withdrawn, swept = Event(), Event()

    def withdraw() -> None:
        with transaction.atomic():
            Delivery.objects.filter(pk=owed[0]).update(state=Delivery.State.SUPERSEDED)
            withdrawn.set()
            swept.wait(10)
        connection.close()

    play = Thread(target=withdraw)
    play.start()
    withdrawn.wait(10)
    sweep()
    swept.set()
    play.join()
    assert sorted(queued) == owed[1:]
