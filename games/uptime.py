"""Outages of the server: times without a heartbeat, in which no mail left and no timer fired.

Every heartbeat extends the newest row of its process. After a silence of five minutes or more it
inserts a new row, the only record of that outage.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from games import database_time
from games.clocks.outages import SILENCE, outage_between
from games.clocks.spans import Span
from games.models import Uptime
from illimat_core.sealing import microseconds


@transaction.atomic
def note_alive(name: str) -> None:
    """Record by the database's clock that a process of the server is alive."""
    newest = Uptime.objects.select_for_update().filter(name=name).order_by("-pk").first()
    now = database_time.now()
    if newest and microseconds(now) - microseconds(newest.heard_at) < SILENCE:
        Uptime.objects.filter(pk=newest.pk).update(heard_at=now)
        return
    silent_since = newest.heard_at if newest else None
    Uptime.objects.create(name=name, silent_since=silent_since, began_at=now, heard_at=now)


def outages_since(moment: datetime, now: datetime) -> tuple[Span, ...]:
    """Return the outages that ended after `moment`, and those that last until now.

    Those of different processes may overlap.
    """
    newest = Uptime.objects.values("name").annotate(newest=Max("pk")).values("newest")
    rows = list(Uptime.objects.filter(Q(began_at__gt=moment) | Q(pk__in=newest)).order_by("pk"))
    ended = [
        Span(microseconds(row.silent_since), microseconds(row.began_at), "outage")
        for row in rows
        if row.silent_since and row.began_at > moment
    ]
    last_heard = {row.name: microseconds(row.heard_at) for row in rows}
    silences = (outage_between(beat, microseconds(now)) for beat in last_heard.values())
    return (*ended, *(span for span in silences if span))
