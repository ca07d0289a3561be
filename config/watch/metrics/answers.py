"""Figures for Prometheus: GET /metrics with METRICS_TOKEN, and nothing without that setting.

They come from the database, from Redis, and from what the processes of this web server have counted
(`counting`), so that each of them gives the same answer.
"""

from collections.abc import Iterator
from http import HTTPStatus

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector
from typing_extensions import override

from api import database_time
from api.details import describe, problem_answer
from api.problems import RETRY_AFTER, UnavailableProblem
from api.traces.causes import cause_of
from api.traces.current import CAUSE
from config.middleware import Handler
from config.server.probes import broker_state, cache_state, queue_lengths
from config.watch.metrics.counting import RequestFigures
from config.watch.metrics.games import GameFigures
from games.models.outages import Heartbeat
from games.outages import HOST_KEPT
from notifications.sending.figures import OutboxFigures

PATH = "/metrics"


class HeartbeatFigures(Collector):
    """When each process was last heard of on each host."""

    @override
    def collect(self) -> Iterator[Metric]:
        """Yield the figure; raises django.db.Error."""
        seconds = GaugeMetricFamily(
            "illimat_heartbeat_seconds",
            "Time since the last heartbeat of a process on a host, for a day.",
            labels=["process", "host"],
        )
        now = database_time.now()
        known = Heartbeat.objects.exclude(host="").filter(heard_at__gt=now - HOST_KEPT)
        for row in known:
            seconds.add_metric([row.process, row.host], (now - row.heard_at).total_seconds())
        yield seconds


class RedisFigures(Collector):
    """Whether broker and cache answer, and what waits in the broker, where they are Redis."""

    @override
    def collect(self) -> Iterator[Metric]:
        """Yield the figures, after a second for each server that is away."""
        is_up = GaugeMetricFamily(
            "illimat_redis_up", "Whether a Redis server answers.", labels=["server"]
        )
        states = {"broker": broker_state(), "cache": cache_state()}
        for server, state in states.items():
            if state != "embedded":
                is_up.add_metric([server], state == "ok")
        yield is_up
        waiting = GaugeMetricFamily(
            "illimat_queue_messages", "Messages that wait for a worker.", labels=["queue"]
        )
        for queue, length in (queue_lengths() if states["broker"] == "ok" else {}).items():
            waiting.add_metric([queue], length)
        yield waiting


class Metrics:
    """Answers Prometheus ahead of the checks of host and TLS, which it need not pass."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self.registry = CollectorRegistry()
        for figures in (OutboxFigures, HeartbeatFigures, GameFigures, RedisFigures, RequestFigures):
            self.registry.register(figures())

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        is_read = request.method in {"GET", "HEAD"}
        if request.path != PATH or not is_read or not settings.METRICS_TOKEN:
            return self.get_response(request)
        if not _is_authorized(request):
            refused = HttpResponse(status=HTTPStatus.UNAUTHORIZED)
            refused.headers["WWW-Authenticate"] = 'Bearer realm="metrics"'
            return refused
        try:
            return HttpResponse(generate_latest(self.registry), content_type=CONTENT_TYPE_LATEST)
        except Error as error:
            CAUSE.set(cause_of(error) or "")
            problem = describe(UnavailableProblem("The database does not answer."))
            return problem_answer(problem, {"Retry-After": str(RETRY_AFTER)})


def _is_authorized(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and constant_time_compare(token, settings.METRICS_TOKEN)
