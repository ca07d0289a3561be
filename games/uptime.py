"""Outages of the server: times without a heartbeat, in which no mail left and no timer fired.

Every heartbeat updates the row of its process. After a silence of five minutes or more it also
inserts a row for the outage, the only record of it.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet, Subquery
from django.db.models.functions import Coalesce, Now

from games import database_time
from games.clocks.outages import SILENCE, outage_between
from games.clocks.spans import Span
from games.models import Game
from games.outages import Outage, Uptime
from illimat_core.sealing import microseconds


@transaction.atomic
def note_alive(name: str) -> None:
    """Record by the database's clock that a process of the server is alive."""
    row = Uptime.objects.select_for_update().filter(name=name).first()
    now = database_time.now()
    if row is None:
        Uptime.objects.bulk_create([Uptime(name=name, heard_at=now)], ignore_conflicts=True)
        return
    if microseconds(now) - microseconds(row.heard_at) >= SILENCE:
        Outage.objects.create(name=name, start=row.heard_at, end=now)
    Uptime.objects.filter(name=name).update(heard_at=now)


def end_of_last_outage() -> Subquery:
    """Return an annotation for any rows: when the last outage ended, or None."""
    return Subquery(Outage.objects.order_by("-end").values("end")[:1])


def longest_silent_since() -> Subquery:
    """Return an annotation for any rows: the oldest last heartbeat of a process, or None."""
    return Subquery(Uptime.objects.order_by("heard_at").values("heard_at")[:1])


def outages_of(game: Game, since: datetime, now: datetime) -> tuple[Span, ...]:
    """Return `outages_since`, without a query if the game's row says that there are none."""
    recent = game.last_outage_end is not None and game.last_outage_end > since
    last = game.heard_at
    silent = last is not None and microseconds(now) - microseconds(last) >= SILENCE
    return outages_since(since, now) if recent or silent else ()


def outages_unseen() -> QuerySet[Outage]:
    """Return the outages that ended before all running games began: no clock needs them."""
    running = Game.objects.filter(state=Game.State.RUNNING, started_at__isnull=False)
    first = running.order_by("started_at").values("started_at")[:1]
    return Outage.objects.filter(end__lt=Coalesce(Subquery(first), Now()))


def outages_since(moment: datetime, now: datetime) -> tuple[Span, ...]:
    """Return the outages that ended after `moment`, and those that last until now.

    Those of different processes may overlap.
    """
    ended = [
        Span(microseconds(start), microseconds(end), "outage")
        for start, end in Outage.objects.filter(end__gt=moment).values_list("start", "end")
    ]
    heard = map(microseconds, Uptime.objects.values_list("heard_at", flat=True))
    silences = (outage_between(beat, microseconds(now)) for beat in heard)
    return (*ended, *(span for span in silences if span))
