"""How Celery's own programs end."""

import contextlib
import math
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from celery.apps.beat import Beat
from celery.beat import Scheduler

from config.celery import app
from config.server.heartbeats import HeartbeatScheduler


class Sending(Scheduler):
    """Is asked to end in the middle of sending, and loses what is raised there, as clients may."""

    sent = 0
    asked_by = signal.SIGTERM

    def tick(self, *_args: Any, **_kwargs: Any) -> float:
        """Send; return the seconds until the next tick."""
        assert self.sent < 3, "Beat goes on."
        self.sent += 1
        with contextlib.suppress(SystemExit, KeyboardInterrupt):
            os.kill(os.getpid(), self.asked_by)
        return 0.0


class Sender(HeartbeatScheduler, Sending):
    """The scheduler of this project that sends so."""

    _due = math.inf  # no heartbeat


@pytest.fixture
def _handlers_put_back() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.getsignal(number) for number in numbers}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_handlers_put_back")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_beat_ends_though_it_is_asked_while_sending(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sender, "asked_by", number)
    sender: Any = Sender  # which may be a class, too
    Beat(app=app, scheduler_cls=sender, redirect_stdouts=False, quiet=True).run()
