"""The embedded server: its queues, and what it does when one of their threads ends."""

import gc
import signal
from collections.abc import Iterator
from functools import partial
from itertools import chain

import pytest

from config.celery import app
from config.server.embedded import Embedded, QueueScheduler
from notifications import tasks
from trials.programs import free_port


@pytest.fixture
def _signals() -> Iterator[None]:
    """Restore pytest's signal handlers, which the server replaces."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)
    gc.unfreeze()


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("dead", range(3))
def test_when_one_part_dies_the_server_does_not_pretend(
    monkeypatch: pytest.MonkeyPatch, dead: int
) -> None:
    server = Embedded(app, host="127.0.0.1", port=free_port())
    for number, scheduler in enumerate(server.schedulers):
        tick = partial(divmod, 1, 0) if number == dead else partial(server.ending.wait, 1)
        monkeypatch.setattr(scheduler, "tick", tick)
    assert server.run() is False
    assert gc.get_freeze_count() > 0


def test_each_periodic_task_runs_on_the_thread_of_its_queue() -> None:
    names = {queue: list(QueueScheduler(app, queue).schedule) for queue in app.amqp.queues}
    assert sorted(chain(*names.values())) == sorted(app.conf.beat_schedule)
    assert names["timekeeper"] == ["fire-timers", "play-house"]
    assert names["webhooks"] == ["sweep-webhooks", "close-pushes"]


def test_a_task_that_a_periodic_task_queues_runs_within_it(
    monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    ran: list[int] = []
    monkeypatch.setitem(app.conf, "task_always_eager", True)
    monkeypatch.setattr(tasks, "_mark_queued", lambda _: [7])
    monkeypatch.setattr(tasks, "deliver", ran.append)
    scheduler = QueueScheduler(app, "worker")
    scheduler.apply_entry(scheduler.schedule["sweep-outbox"], producer=scheduler.producer)
    assert ran == [7]


@pytest.mark.usefixtures("_signals")
def test_a_port_that_is_taken_is_refused() -> None:
    port = free_port()
    first = Embedded(app, host="127.0.0.1", port=port)
    with pytest.raises(OSError, match="in use"):
        Embedded(app, host="127.0.0.1", port=port)
    first.server.close()
