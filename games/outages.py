"""Outages of the server: times without a heartbeat, in which no mail left and no timer fired.

Every heartbeat updates the row of its process and host. After a process was silent on all hosts for
five minutes or more it also inserts a row for the outage, the only record of it. A forward jump of
the database's clock is such a row, too, even if it is shorter.
"""

import time
from datetime import datetime, timedelta
from functools import partial
from socket import gethostname
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from api import database_time
from api.leases import lock_unlocked
from games.clocks.outages import SILENCE, merge_outages, outage_between
from games.clocks.spans import SECOND, Span
from games.models import Game
from games.models.outages import Heartbeat, Outage
from illimat_core.sealing import microseconds

JUMP: Final = "jump"
TOLERANCE: Final = 10 * SECOND  # longer than a query waits for a lock, or than clocks drift apart
MICROSECOND: Final = timedelta(microseconds=1)
HOST: Final = gethostname()[:64]
HOST_KEPT: Final = timedelta(days=1)  # after its last heartbeat


def own_clock() -> int:
    """Return what this process's own clock shows, which nobody can set, in microseconds."""
    return time.monotonic_ns() // 1000


class Watch:
    """Notices in one process that the database's clock has jumped forwards since it was last read.

    An answer of the database may come late. So the two clocks are as far apart as they ever seemed,
    unless the database's was put back.
    """

    def __init__(self) -> None:
        self._ahead: int | None = None  # by how much the database's clock is ahead of our own
        self._read_at = 0

    def note_jump(self, now: datetime) -> bool:
        """Record a jump of the database's clock, which shows `now`; return whether it has jumped.

        The jump is recorded as an outage, unless another process has recorded it or a silence is as
        long. If the transaction is rolled back, the next look notices it again.
        """
        shown = microseconds(now)
        ahead = shown - own_clock()
        jump = 0 if self._ahead is None else ahead - self._ahead
        if jump <= TOLERANCE:
            self._keep(ahead if jump < -TOLERANCE else max(ahead, self._ahead or ahead), shown)
            return False
        since = now - jump * MICROSECOND
        known = outages_since(min(since, now - (shown - self._read_at) * MICROSECOND), now)
        credited = sum(each.end - max(each.start, self._read_at) for each in merge_outages(known))
        if credited < jump - TOLERANCE:
            Outage.objects.create(name=JUMP, start=since, end=now - MICROSECOND)
        transaction.on_commit(partial(self._keep, ahead, shown))
        return True

    def _keep(self, ahead: int, read_at: int) -> None:
        self._ahead, self._read_at = ahead, read_at


watch = Watch()


@transaction.atomic
def note_alive(process: str, host: str = HOST, *, needed: bool = True) -> bool:
    """Record a heartbeat of a process on a host; return whether its silence had been logged.

    Of several hosts that are heard of again at once, the first records the outage of a process that
    is `needed`, since the rows of the process are locked. The last heartbeat is read after that, so
    that the row of a new host counts.
    """
    known = Heartbeat.objects.filter(process=process)
    len(known.select_for_update().order_by("pk"))
    last = known.filter(needed=True).aggregate(last=Max("heard_at"))["last"]
    now = database_time.now()
    if last is not None and microseconds(now) - microseconds(last) >= SILENCE:
        Outage.objects.create(name=process, start=last, end=now)
    was_reported = known.filter(reported=True).update(reported=False) > 0
    if not known.filter(host=host).update(heard_at=now):
        if not known.exclude(host="").exists():
            _expect_others(process, now)
        known.filter(Q(host="") | Q(heard_at__lt=now - HOST_KEPT)).delete()
        new = Heartbeat(process=process, host=host, heard_at=now, needed=needed)
        Heartbeat.objects.bulk_create([new], ignore_conflicts=True)
    return was_reported


def _expect_others(process: str, now: datetime) -> None:
    """Expect from `now` on those of whom nothing was ever heard: the server is first started.

    Rows that others have locked are left out, which are being heard of.
    """
    unheard = lock_unlocked(
        Heartbeat.objects.filter(host="", reported=False).exclude(process=process)
    )
    Heartbeat.objects.filter(pk__in=list(unheard.values_list("pk", flat=True))).update(heard_at=now)


def end_of_last_outage() -> Subquery:
    """Return an annotation for any rows: when the last outage ended, or None."""
    return Subquery(Outage.objects.order_by("-end").values("end")[:1])


def longest_silent_since() -> Subquery:
    """Return an annotation for any rows: the oldest last heartbeat of a process, or None."""
    return Subquery(_last_heard()[:1])


def _last_heard() -> QuerySet[Heartbeat, Any]:
    """Return when each process that games need was last heard of on any host, the oldest first."""
    needed = Heartbeat.objects.filter(needed=True)
    newer = needed.filter(process=OuterRef("process"), heard_at__gt=OuterRef("heard_at"))
    newest = needed.filter(~Exists(newer))
    return newest.order_by("heard_at").values_list("heard_at", flat=True)


def outages_of(game: Game, since: datetime, now: datetime) -> tuple[Span, ...]:
    """Return `outages_since`, without a query if the game's row says that there are none."""
    recent = game.last_outage_end is not None and game.last_outage_end > since
    last = game.heard_at
    silent = last is not None and microseconds(now) - microseconds(last) >= SILENCE
    return outages_since(since, now) if recent or silent else ()


def outages_before_games() -> QuerySet[Outage]:
    """Return the outages that ended before all running games began: no clock needs them."""
    running = Game.objects.filter(state=Game.State.RUNNING, started_at__isnull=False)
    first = running.order_by("started_at").values("started_at")[:1]
    return Outage.objects.filter(end__lt=Coalesce(Subquery(first), Now()))


def outages_since(moment: datetime, now: datetime) -> tuple[Span, ...]:
    """Return the outages that ended after `moment` or last until now; they may overlap."""
    ended = [
        Span(microseconds(start), microseconds(end), "outage")
        for start, end in Outage.objects.filter(end__gt=moment).values_list("start", "end")
    ]
    heard = map(microseconds, _last_heard())
    silences = (outage_between(beat, microseconds(now)) for beat in heard)
    return (*ended, *(span for span in silences if span))
