"""Health probes: whether the server is up, and whether it can do its work.

    GET /health/live     the process answers; nothing else is checked
    GET /health/ready    the database answers, takes writes, is migrated, loses nothing that it
                         acknowledged, and lets no event be changed; else 503

Broker, cache, worker, beat and the house are reported but not required: playing with other people
does not need them, and mail waits in the outbox.
"""

import logging
import shutil
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from api.details import describe, problem_answer
from api.problems import RETRY_AFTER, UnavailableProblem
from api.traces.causes import Cause, cause_of
from config.middleware import Handler
from config.server import heartbeats
from config.server.checks import check_durability
from config.server.probes import broker_state, cache_state
from games import immutability
from games.models.outages import Heartbeat
from games.workers import house_choices
from notifications.sending.deliveries import outbox_held_since

LIVE, READY = "/health/live", "/health/ready"
EVERY: Final = 10.0  # seconds
ROOM: Final = 262_144  # bytes; a play takes some thousand
SPILL: Final = (
    "SET LOCAL work_mem = '64kB'",
    "SELECT count(*) FROM generate_series(1, 10000)",  # too much for that memory
)
NO_ROOM: Final = "The disk of the database is full."
SAID: Final[Mapping[Cause | None, str]] = {
    "lock_timeout": "A lock of the database was held for too long.",
    "statement_timeout": "A statement of the database took too long.",
    "too_many_connections": "The database has too many connections.",
    "read_only": "The database is read-only.",
    "disk_full": NO_ROOM,
}
logger = logging.getLogger("config.health")


class Health:
    """Answers probes ahead of the checks of host, TLS and session, which probes do not pass."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self._logged = ""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in {"GET", "HEAD"} or request.path not in {LIVE, READY}:
            return self.get_response(request)
        return JsonResponse({"status": "live"}) if request.path == LIVE else self._ready()

    def _ready(self) -> HttpResponse:
        try:
            complaints = database_complaints() or writing.complaints()
            processes = {} if complaints else heartbeats.states() | _house() | _outbox()
        except DatabaseError as error:
            complaints = [SAID.get(cause_of(error), "The database does not answer.")]
        self._log_change(" ".join(complaints))
        if complaints:
            problem = describe(UnavailableProblem(" ".join(complaints)))
            answer = problem_answer(problem, {"Retry-After": str(RETRY_AFTER)})
            answer._has_been_logged = True  # type: ignore[attr-defined] # else Django logs each
            return answer
        servers = {"database": "ok", "broker": broker_state(), "cache": cache_state()}
        return JsonResponse({"status": "ready"} | servers | processes)

    def _log_change(self, complaint: str) -> None:
        """Log why this process is not ready, or that it is again, once for each change."""
        if complaint == self._logged:
            return
        self._logged = complaint
        if complaint:
            logger.error("Not ready: %s", complaint)
        else:
            logger.warning("Ready again.")


def _house() -> dict[str, str]:
    """Return `late` for house players who should have acted a minute ago, else `ok`."""
    return {"house": "late" if house_choices.is_late() else "ok"}


def _outbox() -> dict[str, str]:
    """Return `held` if nothing leaves until the operator releases the outbox, else `ok`."""
    return {"outbox": "held" if outbox_held_since() else "ok"}


def database_complaints() -> list[str]:
    """Return sentences that name no address; raises DatabaseError if there is no answer."""
    applied = MigrationRecorder(connection).applied_migrations()
    missing = [f"{app}.{name}" for app, name in _newest_migrations() if (app, name) not in applied]
    if missing:
        return [f"Migrations are missing: {', '.join(missing)}. Run {settings.MANAGE} migrate."]
    return immutability.check(connection) + _unsafe_settings()


def _unsafe_settings() -> list[str]:
    """Return unsafe durability settings, which may have changed since the server started.

    SQLite needs no check: this project sets them with each connection.
    """
    if connection.vendor == "sqlite":
        return []
    return [f"{error.msg} {error.hint}" for error in check_durability([DEFAULT_DB_ALIAS])]


@cache
def _newest_migrations() -> list[tuple[str, str]]:
    """Return the last migration of each app; if it is applied, so are all before it."""
    return sorted(MigrationLoader(None).graph.leaf_nodes())


class WriteProbe:
    """Tries to write at most once in ten seconds, and remembers the outcome.

    While a thread tries, the others take the last outcome, so that a slow database keeps only one.
    """

    def __init__(self, refusal: Callable[[], str]) -> None:
        """`refusal` tries to write, and returns why that fails, or an empty string."""
        self._refusal = refusal
        self._found: str | None = None
        self._due = 0.0
        self._lock = Lock()

    def complaints(self) -> list[str]:
        """Return why the database takes no writes."""
        if self._lock.acquire(blocking=self._found is None):
            try:
                if time.monotonic() >= self._due:
                    self._found = self._refusal()
                    self._due = time.monotonic() + EVERY
            finally:
                self._lock.release()
        return [self._found] if self._found else []


def refusal_to_write() -> str:
    """Write a heartbeat again, unchanged, and return why that fails, if it does.

    One row only: to lock several in any order could end in a deadlock with a heartbeat.
    """
    first = Heartbeat.objects.order_by("pk").values("pk")[:1]
    try:
        with transaction.atomic():
            Heartbeat.objects.filter(pk__in=first).update(needed=F("needed"))
            return _lack_of_room()
    except DatabaseError as error:
        return SAID.get(cause_of(error), "The database takes no writes.")


def _lack_of_room() -> str:
    """Return a complaint if there is no room for new rows; raises DatabaseError likewise.

    That a row can be rewritten proves no such room: both databases reuse that of old rows, and of
    their log. So PostgreSQL has to put rows that do not fit into its memory on its disk, until the
    statement ends. The disk of SQLite is our own.
    """
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        return NO_ROOM if file.exists() and shutil.disk_usage(file).free < ROOM else ""
    with connection.cursor() as cursor:
        for statement in SPILL:
            cursor.execute(statement)
    return ""


writing = WriteProbe(refusal_to_write)
