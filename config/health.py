"""Whether the server is up, and whether it can do its work: asked by machines, every few seconds.

    GET /health/live     the process answers; it asks nothing of anybody
    GET /health/ready    the database answers, is migrated, forgets nothing that it acknowledged,
                         and lets no event be changed; else 503

Broker, cache, worker and beat are told of and not required: playing does not need them, and mail
waits in the outbox.
"""

from functools import cache

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponseBase, JsonResponse

from config import heartbeats
from config.checks import durable
from config.middleware import Handler
from config.probes import broker_state, cache_state
from games import immutability
from games.api.errors import MEDIA_TYPE, RETRY_AFTER, UnavailableProblem, describe

LIVE, READY = "/health/live", "/health/ready"


class Health:
    """Answers before anybody asks for a known host, for TLS or for a session: probes have none."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, if it is a probe."""
        if request.method not in {"GET", "HEAD"} or request.path not in {LIVE, READY}:
            return self.get_response(request)
        return JsonResponse({"status": "live"}) if request.path == LIVE else _ready()


def _ready() -> JsonResponse:
    try:
        complaints = database_complaints()
        processes = {} if complaints else heartbeats.states()
    except DatabaseError:
        complaints = ["The database does not answer."]
    if complaints:
        problem = describe(UnavailableProblem(" ".join(complaints)))
        after = {"Retry-After": str(RETRY_AFTER)}
        return JsonResponse(problem, status=503, content_type=MEDIA_TYPE, headers=after)
    servers = {"database": "ok", "broker": broker_state(), "cache": cache_state()}
    return JsonResponse({"status": "ready"} | servers | processes)


def database_complaints() -> list[str]:
    """Return why the database cannot be worked with, as sentences that name no address.

    Raises DatabaseError when it does not answer.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    missing = [f"{app}.{name}" for app, name in _newest() if (app, name) not in applied]
    if missing:
        return [f"Migrations are missing: {', '.join(missing)}. Run manage.py migrate."]
    return immutability.check(connection) + _forgetting()


def _forgetting() -> list[str]:
    """Return what others have set since the start; SQLite is told with each connection, by us."""
    if connection.vendor == "sqlite":
        return []
    return [f"{error.msg} {error.hint}" for error in durable([DEFAULT_DB_ALIAS])]


@cache
def _newest() -> list[tuple[str, str]]:
    """Return the last migration of each app; where it is applied, so are all before it."""
    return sorted(MigrationLoader(None).graph.leaf_nodes())
