"""Health probes: whether the server is up, and whether it can do its work.

    GET /health/live     the process answers; nothing else is checked
    GET /health/ready    the database answers, is migrated, loses nothing that it acknowledged,
                         and lets no event be changed; else 503

Broker, cache, worker, beat and the house are reported but not required: playing with other people
does not need them, and mail waits in the outbox.
"""

import logging
from functools import cache

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from api.details import describe, problem_answer
from api.problems import RETRY_AFTER, UnavailableProblem
from config import heartbeats
from config.checks import durable
from config.middleware import Handler
from config.probes import broker_state, cache_state
from games import immutability, thinking

LIVE, READY = "/health/live", "/health/ready"
logger = logging.getLogger(__name__)


class Health:
    """Answers probes ahead of the checks of host, TLS and session, which probes do not pass."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response
        self._logged = ""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a probe; pass on any other request."""
        if request.method not in {"GET", "HEAD"} or request.path not in {LIVE, READY}:
            return self.get_response(request)
        return JsonResponse({"status": "live"}) if request.path == LIVE else self._ready()

    def _ready(self) -> HttpResponse:
        try:
            complaints = database_complaints()
            processes = {} if complaints else heartbeats.states() | _house()
        except DatabaseError:
            complaints = ["The database does not answer."]
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
    return {"house": "late" if thinking.is_late() else "ok"}


def database_complaints() -> list[str]:
    """Return what is wrong with the database, as sentences that name no address.

    Raises DatabaseError if it does not answer.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    missing = [f"{app}.{name}" for app, name in _newest() if (app, name) not in applied]
    if missing:
        return [f"Migrations are missing: {', '.join(missing)}. Run {settings.MANAGE} migrate."]
    return immutability.check(connection) + _forgetting()


def _forgetting() -> list[str]:
    """Return unsafe durability settings, which may have changed since the server started.

    SQLite needs no check: this project sets them with each connection.
    """
    if connection.vendor == "sqlite":
        return []
    return [f"{error.msg} {error.hint}" for error in durable([DEFAULT_DB_ALIAS])]


@cache
def _newest() -> list[tuple[str, str]]:
    """Return the last migration of each app; if it is applied, so are all before it."""
    return sorted(MigrationLoader(None).graph.leaf_nodes())
