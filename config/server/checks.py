"""System checks that refuse settings or a database that could lose acknowledged actions."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.server.startup import SERVING, STARTUP
from games import immutability

# Required settings and their accepted values, the recommended one first
POSTGRES: dict[str, list[Any]] = {
    "fsync": ["on"],
    "full_page_writes": ["on"],
    "synchronous_commit": ["on", "remote_apply", "remote_write", "local"],
}
SQLITE: dict[str, list[Any]] = {
    "synchronous": [2, 3],  # FULL, EXTRA
    "journal_mode": ["wal"],
}


@register(Tags.database)
def check_durability(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Check that acknowledged transactions survive a crash and a power failure."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        required = SQLITE if connections[alias].vendor == "sqlite" else POSTGRES
        for name, answer in _settings(connections[alias], required).items():
            if answer not in required[name]:
                hint = f"Set it to {required[name][0]!r}; acknowledged actions could be lost."
                message = f"The database's {name} is {answer!r}."
                found.append(Error(message, hint=hint, id="illimat.E001"))
    return found


@register(Tags.database)
def check_pooling(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Check that prepared statements do not go through a pooler, which may not know of them.

    A pooler, such as pgbouncer, tells another process id than that of the database's process.
    """
    prepared = [
        connections[alias]
        for alias in databases or []
        if connections[alias].settings_dict["OPTIONS"].get("prepare_threshold") is not None
    ]
    found: list[CheckMessage] = []
    for connection in prepared:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            (process,) = cursor.fetchone()
        if connection.connection.info.backend_pid != process:
            message = "The database is reached through a pooler, and statements are prepared."
            hint = "Set PREPARED_STATEMENTS=false (docs/operating.md, PostgreSQL)."
            found.append(Error(message, hint=hint, id="illimat.E004"))
    return found


@register(Tags.database)
def check_replaced_migrations(
    databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Check that a database has all the migrations that one replaced before release 0.1, or none.

    With some of them, `migrate` would fail at a table that is there already.
    """
    found: list[CheckMessage] = []
    merged = [each for each in MigrationLoader(None).disk_migrations.values() if each.replaces]
    for alias in databases or []:
        applied = set(MigrationRecorder(connections[alias]).applied_migrations())
        begun = {app for app, _ in applied}
        whole = {
            each.app_label
            for each in merged
            if applied & {*each.replaces, (each.app_label, each.name)}
        }
        if begun & {each.app_label for each in merged} - whole:
            message = "The database is of a version before release 0.1."
            hint = "Install commit d7f65d5, run ./do prepare there, and then install this version."
            found.append(Error(message, hint=hint, id="illimat.E005"))
    return found


def _settings(connection: BaseDatabaseWrapper, names: Iterable[str]) -> dict[str, Any]:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [[*names]])
            return dict(cursor.fetchall())
        found = {}
        for name in names:
            cursor.execute(f"PRAGMA {name}")
            (found[name],) = cursor.fetchone()
        return found


@register(SERVING, deploy=True)
def check_role_of_events(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Check that the server's database role cannot disable the protection of stored events."""
    if settings.ALLOW_TABLE_OWNER:
        return []
    return [
        Error(
            complaint,
            hint="Let one role migrate and another one serve (docs/operating.md, PostgreSQL), "
            "or set ALLOW_TABLE_OWNER=true.",
            id="illimat.E003",
        )
        for alias in databases or []
        if (complaint := immutability.power_over_events(connections[alias]))
    ]


@register(SERVING, deploy=True)
def check_migrations(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    executors = [MigrationExecutor(connections[alias]) for alias in databases or []]
    return [
        Error(
            "The database lacks migrations of this version.",
            hint="Run illimat prepare first, as the role that owns the tables.",
            id="illimat.E006",
        )
        for each in executors
        if each.migration_plan(each.loader.graph.leaf_nodes())
    ]


@register(Tags.security, STARTUP, deploy=True)
def check_nothing_embedded(**_: Any) -> list[CheckMessage]:
    """Warn if a public server uses anything meant for one's own machine only.

    The production settings refuse most of it. This check also finds the exceptions that they were
    told to allow, and servers that run with other settings.
    """
    found: list[CheckMessage] = []
    if settings.CELERY_TASK_ALWAYS_EAGER:
        found.append(_embedded("BROKER_URL", "redis://localhost:6379/0", "W001"))
    if settings.CACHES["default"]["BACKEND"].endswith("LocMemCache"):
        found.append(_embedded("CACHE_URL", "redis://localhost:6379/1", "W002"))
    if getattr(settings, "EMAIL_FILE_PATH", None):
        found.append(_embedded("EMAIL_URL", "smtp+tls://user:password@mail:587", "W003"))
    if not settings.BASE_URL.startswith("https://"):
        found.append(_embedded("BASE_URL", "https://play.example.org", "W004"))
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        found.append(_embedded("DATABASE_URL", "postgres://illimat:password@localhost/i", "W005"))
    if settings.DEFAULT_FROM_EMAIL.endswith("@localhost>"):
        found.append(_embedded("DEFAULT_FROM_EMAIL", "Illimat <illimat@example.org>", "W006"))
    return found


@register(Tags.security, STARTUP, deploy=True)
def check_operator(**_: Any) -> list[CheckMessage]:
    """Warn if the foot of a public server's pages does not lead to its operator."""
    wanted = {
        "CONTACT_URL": "mailto:illimat@example.org",
        "PRIVACY_URL": "https://example.org/privacy",
    }
    return [
        Warning(
            f"{name} is not set, so pages do not say who runs the server, or what it keeps.",
            hint=f"Set it, for example {name}={example}",
            id="illimat.W007",
        )
        for name, example in wanted.items()
        if not getattr(settings, name)
    ]


@register(Tags.staticfiles, STARTUP, deploy=True)
def check_static_files(**_: Any) -> list[CheckMessage]:
    """Check that static files have been collected; without them every page fails."""
    storage: object = staticfiles_storage
    if isinstance(storage, ManifestFilesMixin) and not storage.hashed_files:
        return [
            Error(
                f"No static files have been collected in {settings.STATIC_ROOT}.",
                hint="Run illimat prepare.",
                id="illimat.E002",
            )
        ]
    return []


def _embedded(name: str, example: str, number: str) -> Warning:
    return Warning(
        f"{name} is what a single process on one's own machine uses.",
        hint=f"Set it, for example {name}={example}",
        id=f"illimat.{number}",
    )
