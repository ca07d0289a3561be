"""Messages that pile up for a webhook cost no more than messages that come one by one."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from notifications import tasks
from notifications.models import Delivery, Notice
from notifications.models.webhooks import Webhook
from tests.support.webhook_receiver import Receiver, confirmed, pile_up

pytestmark = pytest.mark.django_db
MESSAGES = 40


class Worker:
    """Runs the tasks that a sweep queues, and counts them."""

    def __init__(self) -> None:
        self.queued: list[int] = []

    def sweep(self) -> int:
        """Sweep, and send what is queued; return how many tasks that were."""
        tasks.sweep("webhooks")
        queued, self.queued = self.queued, []
        for delivery_id in queued:
            tasks.send(delivery_id)
        return len(queued)


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """Return a worker for webhooks, which does what it is told to at once."""
    found = Worker()

    def queue(args: tuple[int], **options: Any) -> None:
        assert options["queue"] == "webhooks"
        found.queued += args

    monkeypatch.setattr(tasks.send, "apply_async", queue)
    return found


def time_passes() -> None:
    """Let the pauses of all webhooks end, and what is put back be due."""
    Webhook.objects.update(paused_until=None)
    Delivery.objects.waiting().update(not_before=F("not_before") - timedelta(hours=1))


@pytest.mark.slow
def test_a_backlog_of_messages_takes_one_task_for_each(
    people: list[User], receiver: Receiver, worker: Worker
) -> None:
    pile_up(confirmed(user=people[0], url=receiver.url), MESSAGES)
    assert not tasks.due_in("worker").exists()  # so nothing waits for mails, such as an analysis
    sent = 0
    while Delivery.objects.waiting().exists():
        sent += worker.sweep()
        time_passes()
    assert sent == len(receiver.received) == MESSAGES


def test_the_messages_of_a_backlog_leave_in_their_order(
    people: list[User], receiver: Receiver, worker: Worker
) -> None:
    pile_up(confirmed(user=people[0], url=receiver.url), 3)
    ids = [f"msg_{each.digest}" for each in Delivery.objects.order_by("pk")]
    for _ in ids:
        worker.sweep()
        time_passes()
    assert [got.headers["webhook-id"] for got in receiver.received] == ids


def test_a_webhook_that_is_paused_is_left_alone_while_others_get_their_messages(
    people: list[User], receiver: Receiver, worker: Worker
) -> None:
    slow, quick = (
        confirmed(user=person, url=f"{receiver.url}/{person.handle}") for person in people[:2]
    )
    pile_up(slow, 3)
    worker.sweep()
    pile_up(quick, 1)
    slow.refresh_from_db()
    Webhook.objects.filter(pk=slow.pk).update(paused_until=F("paused_until") + timedelta(hours=1))
    assert worker.sweep() == 1
    assert [got.path for got in receiver.received] == ["/hook/ada", "/hook/bob"]
    assert worker.sweep() == 0


def test_a_sweep_takes_the_same_statements_however_much_waits(
    people: list[User], receiver: Receiver, worker: Worker
) -> None:
    webhook = confirmed(user=people[0], url=receiver.url)
    costs = []
    for messages in (1, MESSAGES):
        Notice.objects.all().delete()
        pile_up(webhook, messages)
        with CaptureQueriesContext(connection) as queries:
            tasks.sweep("webhooks")
        costs.append(len(queries))
    assert costs[0] == costs[1]
