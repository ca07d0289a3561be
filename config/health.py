"""Whether the server is up, and whether it can do its work: asked by machines, every few seconds.

    GET /health/live     the process answers; it asks nothing of anybody
    GET /health/ready    the database answers, is migrated, forgets nothing that it acknowledged,
                         and lets no event be changed; else 503

The broker is told of and not required: playing does not need it, and mail waits in the outbox.
"""

from functools import cache

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from redis import Redis, RedisError

from config.checks import durable
from config.env import IMPATIENT
from config.middleware import Handler
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
        response = JsonResponse({"status": "live"}) if request.path == LIVE else _ready()
        response.headers["Cache-Control"] = "no-store"
        return response


def _ready() -> JsonResponse:
    if complaints := database_complaints():
        problem = describe(UnavailableProblem(" ".join(complaints)))
        after = {"Retry-After": str(RETRY_AFTER)}
        return JsonResponse(problem, status=503, content_type=MEDIA_TYPE, headers=after)
    return JsonResponse({"status": "ready", "database": "ok", "broker": broker_state()})


def database_complaints() -> list[str]:
    """Return why the database cannot be worked with, as sentences that name no address."""
    try:
        applied = MigrationRecorder(connection).applied_migrations()
        missing = [f"{app}.{name}" for app, name in _newest() if (app, name) not in applied]
        if missing:
            return [f"Migrations are missing: {', '.join(missing)}. Run manage.py migrate."]
        return immutability.check(connection) + _forgetting()
    except DatabaseError:
        return ["The database does not answer."]


def _forgetting() -> list[str]:
    """Return what others have set since the start; SQLite is told with each connection, by us."""
    if connection.vendor == "sqlite":
        return []
    return [f"{error.msg} {error.hint}" for error in durable([DEFAULT_DB_ALIAS])]


def broker_state() -> str:
    """Return ok, away, or embedded for one inside of each process."""
    if settings.CELERY_BROKER_URL.startswith("memory:"):
        return "embedded"
    try:
        with Redis.from_url(settings.CELERY_BROKER_URL, **IMPATIENT) as broker:
            broker.ping()
    except RedisError:
        return "away"
    return "ok"


@cache
def _newest() -> list[tuple[str, str]]:
    """Return the last migration of each app; where it is applied, so are all before it."""
    return sorted(MigrationLoader(None).graph.leaf_nodes())
