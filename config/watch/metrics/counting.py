"""Requests counted by route, and how long they take: figures of all processes of a web server.

gunicorn's processes count in files of one folder in memory, which its master makes (`share`); the
embedded server is one process and counts in its own memory. Without METRICS_TOKEN nothing counts.

Labels have few values: names of routes, never a path or an id.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, values
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from typing_extensions import override

if TYPE_CHECKING:  # gunicorn imports this module before there are models
    from config.middleware import Handler

METHODS: Final = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
WITHOUT_ROUTE: Final = {"/static/": "static", "/health/": "health", "/metrics": "metrics"}
"""What middleware answers, by the beginnings of its paths."""
SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - the folder has a random name
PREFIX: Final = "illimat-metrics-"

disable_created_metrics()  # type: ignore[no-untyped-call]
OWN = CollectorRegistry()  # of this process alone
REQUESTS = Counter(
    "illimat_requests",
    "Answered requests by the name of their route.",
    ["route", "method", "status"],
    registry=OWN,
)
SECONDS = Histogram(
    "illimat_request_seconds",
    "Time taken to answer a request.",
    ["route"],
    buckets=(0.025, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=OWN,
)
_folder = ""
_slot = -1


class CountRequests:
    """Counts each request that is answered, and the time taken."""

    def __init__(self, get_response: "Handler") -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        route = _route(request)
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(route, method, response.status_code).inc()
        SECONDS.labels(route).observe(time.perf_counter() - began)
        return response


def _route(request: HttpRequest) -> str:
    """Return the name of a request's route, or its pattern if it has none."""
    if match := request.resolver_match:
        return match.view_name if match.url_name else match.route
    found = (name for start, name in WITHOUT_ROUTE.items() if request.path.startswith(start))
    return next(found, "none")


class RequestFigures(Collector):
    """The counts of all processes of this web server."""

    @override
    def collect(self) -> Iterator[Metric]:
        counts = MultiProcessCollector(None, _folder) if _folder else OWN  # type: ignore[no-untyped-call]
        yield from counts.collect()


def share() -> None:
    """Let processes that are forked from now on count in files of a new private folder.

    It is in memory, if the machine has such a place: on a full disk, writing to a mapped file would
    kill the process. A master that was killed has left its folder.
    """
    global _folder  # noqa: PLW0603 - inherited by the workers
    for left in SHARED_MEMORY.glob(f"{PREFIX}*-*"):
        pid = left.name.removeprefix(PREFIX).partition("-")[0]
        if pid == str(os.getpid()) or not Path("/proc", pid).exists():
            shutil.rmtree(left, ignore_errors=True)
    place = SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else None
    _folder = tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-", dir=place)
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _folder
    values.ValueClass = values.MultiProcessValue(lambda: _slot)  # type: ignore[no-untyped-call]


def take_slot(taken: Collection[int]) -> int:
    """Return the lowest number that is not taken, under which the next forked process counts.

    A worker that replaces another goes on with its files. So there are never more of them than
    workers, and no count ever falls.
    """
    global _slot  # noqa: PLW0603 - inherited by the worker
    _slot = next(number for number in range(len(taken) + 1) if number not in taken)
    return _slot


def stop_sharing() -> None:
    """Delete the folder."""
    shutil.rmtree(_folder, ignore_errors=True)
