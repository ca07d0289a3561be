"""Figures of the outbox for Prometheus, read from the database, which all processes share.

Each query reads a bounded number of rows, whatever waits or has been sent.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import Count, Min, QuerySet
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from api import database_time
from notifications.channels import CHANNELS
from notifications.models import Delivery, Tally
from notifications.sending.deliveries import outbox_held_since

MOST = 10_000  # rows that are counted
TOTALS = {
    Delivery.State.SENT: ("illimat_outbox_sent", "Messages that were sent."),
    Delivery.State.FAILED: ("illimat_outbox_failed", "Messages that were given up."),
}


class OutboxFigures(Collector):
    """What waits and since when, what was sent, and what failed."""

    @override
    def collect(self) -> Iterator[Metric]:
        """Yield the figures; raises django.db.Error."""
        yield from _due(database_time.now())
        dead = Delivery.objects.filter(state=Delivery.State.FAILED)
        yield GaugeMetricFamily(
            "illimat_outbox_dead_letters",
            f"Messages that were given up, up to {MOST:,}.",
            value=dead.order_by("-pk")[:MOST].count(),
        )
        yield GaugeMetricFamily(
            "illimat_outbox_held",
            "Whether the outbox is on hold, so that nothing leaves.",
            value=outbox_held_since() is not None,
        )
        yield from _totals()


def _due(now: datetime) -> Iterator[Metric]:
    """Yield what is due, by channel, since webhooks may be slow while mail is not."""
    oldest_seconds = GaugeMetricFamily(
        "illimat_outbox_oldest_seconds",
        "For how long the oldest waiting message has been due.",
        labels=["channel"],
    )
    number = GaugeMetricFamily(
        "illimat_outbox_due", f"Messages that are due, up to {MOST:,}.", labels=["channel"]
    )
    first, *others = (_due_by(channel, now) for channel in CHANNELS)
    found = {row["channel"]: row for row in first.union(*others, all=True)}
    for channel in CHANNELS:
        row = found.get(channel, {"oldest": now, "number": 0})
        oldest_seconds.add_metric([channel], (now - row["oldest"]).total_seconds())
        number.add_metric([channel], row["number"])
    yield oldest_seconds
    yield number


def _due_by(channel: str, now: datetime) -> QuerySet[Delivery, Any]:
    """Return one row with the number and the oldest of what is due by a channel, if there is any.

    All channels take a single statement, which counts at most `MOST` messages of each.
    """
    due = Delivery.objects.waiting().filter(channel=channel, not_before__lte=now)
    first = Delivery.objects.filter(pk__in=due.order_by("not_before").values("pk")[:MOST])
    return first.values("channel").annotate(oldest=Min("not_before"), number=Count("pk"))


def _totals() -> Iterator[Metric]:
    tallies = list(Tally.objects.order_by("pk")[:MOST])
    for state, named in TOTALS.items():
        total = CounterMetricFamily(*named, labels=["channel", "kind"])
        for tally in tallies:
            if tally.state == state:
                total.add_metric([tally.channel, tally.kind], tally.number)
        yield total
