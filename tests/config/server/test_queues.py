"""Deadlines have a queue of their own, so that they do not wait until mails are sent."""

from types import SimpleNamespace
from typing import Any

import pytest

from config.celery import app
from config.server.heartbeats import HeartbeatStep

TIMEKEEPING = {"config.tasks.fire_timers", "config.tasks.play_house"}


class Timer:
    """A timer that only notes what it is to call."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []

    def call_after(self, _: float, __: Any, names: tuple[str, ...]) -> None:
        self.calls.append(names)

    call_repeatedly = call_after


def test_timers_do_not_share_a_queue_with_mails() -> None:
    ours = (name for name in app.tasks if not name.startswith("celery."))
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in ours}
    kept = {name for name, queue in queues.items() if queue == "timekeeper"}
    assert kept == TIMEKEEPING
    assert {queue for name, queue in queues.items() if name not in kept} == {"worker"}


def test_each_queue_gets_its_own_messages_only() -> None:
    keys = {queue.routing_key for queue in app.amqp.queues.values()}
    assert len(keys) == len(app.amqp.queues) == 3


@pytest.mark.parametrize(
    "taken", [["worker"], ["timekeeper"], ["webhooks"], ["worker", "timekeeper"]]
)
def test_a_worker_gives_signs_of_life_for_each_queue_that_it_takes(
    monkeypatch: pytest.MonkeyPatch, taken: list[str]
) -> None:
    monkeypatch.setattr(app.amqp.queues, "_consume_from", {})
    app.amqp.queues.select(taken)
    worker = SimpleNamespace(app=app, timer=Timer())
    HeartbeatStep(worker).start(worker)
    assert worker.timer.calls == [tuple(taken)] * 2
