"""Figures of games and their timers for Prometheus, read from the database.

Each query reads a bounded number of rows, however many games there are.
"""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count, Min
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from api import database_time
from games.models import Game
from games.models.timers import Timer
from games.workers.timers import KINDS
from notifications.sending.figures import MOST


class GameFigures(Collector):
    """How late timers are, and how many games there are."""

    @override
    def collect(self) -> Iterator[Metric]:
        """Yield the figures; raises django.db.Error."""
        yield from _timers(database_time.now())
        yield _games()
        frozen = Game.objects.exclude(damage="").order_by("moved_at")
        yield GaugeMetricFamily(
            "illimat_games_frozen",
            f"Games whose stored events are damaged, up to {MOST:,}.",
            value=frozen[:MOST].count(),
        )


def _timers(now: datetime) -> Iterator[Metric]:
    """Yield which timers are due, also of house players that have yet to choose."""
    oldest_seconds = GaugeMetricFamily(
        "illimat_timers_oldest_seconds",
        "For how long the oldest timer that has not fired has been due.",
        labels=["kind"],
    )
    number = GaugeMetricFamily(
        "illimat_timers_due", f"Timers that are due, the oldest {MOST:,} of all.", labels=["kind"]
    )
    due = Timer.objects.filter(due_at__lte=now).order_by("due_at").values("pk")[:MOST]
    by_kind = Timer.objects.filter(pk__in=due).values("kind")
    rows = by_kind.annotate(oldest=Min("due_at"), many=Count("pk"))
    found = {row["kind"]: (row["oldest"], row["many"]) for row in rows}
    for kind in sorted(KINDS):
        oldest, many = found.get(kind, (now, 0))
        oldest_seconds.add_metric([kind], (now - oldest).total_seconds())
        number.add_metric([kind], many)
    yield oldest_seconds
    yield number


def _games() -> Metric:
    """Count the games in each state, by an index that begins with their visibility."""
    number = GaugeMetricFamily(
        "illimat_games", f"Games by their state, up to {MOST:,} each.", labels=["state"]
    )
    for state in Game.State.values:
        some = Game.objects.filter(visibility__in=Game.Visibility.values, state=state)[:MOST]
        number.add_metric([state], some.count())
    return number
