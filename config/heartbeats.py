"""Signs of life of worker and beat, which nobody would miss otherwise until mail stays away.

Both write a row in the database every half minute, worker and beat of the embedded server as well.
The worker writes from its event loop, so one that has lost its broker falls silent, too. A silence
of five minutes shows in `/health/ready`. Whoever notices it first, a probe or the other of the two,
logs it once.
"""

import logging
import time
from datetime import timedelta
from typing import Any, Final, Literal

from celery import bootsteps
from celery.beat import Scheduler
from django.db import DatabaseError, connection
from django.utils import timezone

Name = Literal["beat", "worker"]
EVERY: Final = 30.0  # seconds
SILENT_AFTER: Final = timedelta(minutes=5)
logger = logging.getLogger(__name__)


def note(name: Name) -> None:
    """Note that `name` is alive, and log once whatever else is silent."""
    from config.models import Heartbeat  # noqa: PLC0415 - this is imported before models can be

    own = Heartbeat.objects.filter(name=name)
    if own.filter(reported=True).update(reported=False, heard_at=timezone.now()):
        logger.warning("The %s is heard of again.", name)
    elif not own.update(heard_at=timezone.now()):
        Heartbeat.objects.bulk_create([Heartbeat(name=name)], ignore_conflicts=True)
    states()


def states() -> dict[str, str]:
    """Return `ok` or `silent` for worker and beat, and log a silence that nobody has logged yet."""
    from config.models import Heartbeat  # noqa: PLC0415 - as above

    since = timezone.now() - SILENT_AFTER
    heard = {row.name: row for row in Heartbeat.objects.all()}
    for name, row in heard.items():
        if row.heard_at < since and not row.reported:
            silent = Heartbeat.objects.filter(name=name, reported=False, heard_at__lt=since)
            if silent.update(reported=True):  # by us, and by nobody else at the same moment
                last = f"{row.heard_at:%Y-%m-%d %H:%M}"
                logger.error("The %s has not been heard of since %s UTC.", name, last)
    lively = {name for name, row in heard.items() if row.heard_at >= since}
    return {name: "ok" if name in lively else "silent" for name in ("worker", "beat")}


def _note_alone(name: Name) -> None:
    """Note it where nobody else uses the database, and leave no connection behind."""
    try:
        note(name)
    except DatabaseError:
        logger.debug("The database does not answer; the silence will tell.")
    finally:
        connection.close()


class Metronome(Scheduler):
    """Beat's scheduler, which also gives signs of life."""

    _due = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; return how many seconds there is nothing to do."""
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + EVERY
            _note_alone("beat")
        return min(super().tick(*args, **kwargs), EVERY)


class Pulse(bootsteps.StartStopStep):
    """The part of a worker that gives signs of life."""

    requires = ("celery.worker.components:Timer",)

    def start(self, parent: Any) -> None:
        """Give the first one as soon as the worker works, then one every half minute."""
        self.entries = [
            parent.timer.call_after(1, _note_alone, ("worker",)),
            parent.timer.call_repeatedly(EVERY, _note_alone, ("worker",)),
        ]

    def stop(self, parent: Any) -> None:
        """Give no more."""
        for entry in self.entries:
            entry.cancel()
