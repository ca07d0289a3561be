"""Heartbeats of web, workers and beat, by whose silence an outage is noticed.

Each writes its row, of its name and its host, in the database every half minute; the embedded
server writes all of them. A web process writes from a thread of its own, so that one to which
nobody talks is not silent. A worker writes one for each queue that it takes: `worker`, `timekeeper`
and `webhooks`. It writes from its event loop, so a worker that has lost its broker falls silent,
too. `/health/ready` reports a name that is silent on all hosts for five minutes. The first to
notice it, a probe or one of the others, logs it once. All times are the database's.

With ALIVE_FILE, each process also touches that file, by whose age a container can be judged.
"""

import logging
import threading
import time
from datetime import timedelta
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from celery import bootsteps
from celery.beat import ScheduleEntry, Scheduler, SchedulingError
from django.conf import settings
from django.db import Error, connection
from typing_extensions import override

from config.logs import BROKER, DATABASE

Name = Literal["beat", "timekeeper", "web", "webhooks", "worker"]
NAMES: Final[tuple[Name, ...]] = get_args(Name)
EVERY: Final = 30.0  # seconds
UNCLOCKED: Final[set[Name]] = {"webhooks"}  # games need none of these, so clocks go on without
SILENT_AFTER: Final = timedelta(minutes=5)
logger = logging.getLogger("config.heartbeats")


def record(name: Name) -> None:
    """Record a heartbeat of `name`, and log once if another process is silent."""
    from games.outages import note_alive  # noqa: PLC0415 - imported before models can be

    if note_alive(name, needed=name not in UNCLOCKED):
        logger.warning("The %s is heard of again.", name)
    if settings.ALIVE_FILE:
        Path(settings.ALIVE_FILE).touch()
    states()


def states() -> dict[str, str]:
    """Return `ok` or `silent` for each name, and log each silence that is not logged yet."""
    from api import database_time  # noqa: PLC0415 - as above
    from games.models.outages import Heartbeat  # noqa: PLC0415 - as above

    since = database_time.now() - SILENT_AFTER
    heard = {row.process: row for row in Heartbeat.objects.order_by("heard_at")}  # the last
    begun = any(row.host for row in heard.values())  # else nothing has been started yet
    for name, row in heard.items():
        if begun and row.heard_at < since and not row.reported:
            silent = Heartbeat.objects.filter(pk=row.pk, reported=False, heard_at__lt=since)
            if silent.update(reported=True):  # only one process succeeds, and logs it
                last = f"{row.heard_at:%Y-%m-%d %H:%M}"
                logger.error("The %s has not been heard of since %s UTC.", name, last)
    lively = {name for name, row in heard.items() if row.heard_at >= since}
    return {name: "ok" if name in lively else "silent" for name in NAMES}


def _record_alone(*names: Name) -> None:
    """Record heartbeats, and close the connection, which this thread does not use otherwise."""
    try:
        for name in names:
            record(name)
    except Error as error:
        DATABASE.begins(error)
    else:
        DATABASE.ends()
    finally:
        connection.close()


def keep_recording(*names: Name) -> None:
    """Record heartbeats from a thread of their own, as long as this process lives."""

    def work() -> None:
        while True:
            _record_alone(*names)
            time.sleep(EVERY)

    threading.Thread(target=work, name="heartbeats", daemon=True).start()


class HeartbeatScheduler(Scheduler):
    """Beat's scheduler, which also records heartbeats.

    A signal closes it and raises SystemExit wherever beat is. The client of Redis may replace that
    by an error of its own while it reads, so the next tick raises it again.
    """

    _due = 0.0
    _is_closed = False

    @override
    def close(self) -> None:
        """Have the next tick end beat."""
        if not self._is_closed:
            logger.info("beat: Stopping...")
        self._is_closed = True
        super().close()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send the tasks that are due; return the seconds until the next tick."""
        if self._is_closed:
            raise SystemExit
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + EVERY
            _record_alone("beat")
        return min(super().tick(*args, **kwargs), EVERY)

    @override
    def apply_async(self, entry: ScheduleEntry, *args: Any, **kwargs: Any) -> Any:
        """Send a task; while the broker is away, leave it to a later tick."""
        try:
            sent = super().apply_async(entry, *args, **kwargs)
        except SchedulingError as error:
            if self._is_closed:  # the signal to stop has cut the message short
                raise SystemExit from None
            if BROKER.begins(error.__context__ or error):
                return None
            raise
        if sent is not None:  # as while the database is away
            BROKER.ends()
        return sent


class HeartbeatStep(bootsteps.StartStopStep):
    """The worker component that records heartbeats."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        """Record a heartbeat as soon as the worker works, then one every half minute."""
        queues = cast("tuple[Name, ...]", tuple(parent.app.amqp.queues.consume_from))
        self.entries = [
            parent.timer.call_after(1, _record_alone, queues),
            parent.timer.call_repeatedly(EVERY, _record_alone, queues),
        ]

    @override
    def stop(self, parent: Any) -> None:
        for entry in self.entries:
            entry.cancel()
