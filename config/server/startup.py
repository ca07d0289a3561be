"""Checks that every server process runs before it takes work."""

import gc
import logging
import sys
from collections.abc import Sequence
from typing import NoReturn

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, Tags, run_checks
from django.db import DEFAULT_DB_ALIAS, OperationalError
from django.urls import get_resolver

from config import database
from config.server.probes import cache_state

CANNOT_START = 3
"""The exit status that makes gunicorn exit, too, instead of restarting the process forever."""

STARTUP = "startup"
"""The tag of deployment checks that a web process runs when it starts."""

SERVING = "serving"
"""The tag of checks that every server process runs, but not `migrate`, which needs more rights."""

logger = logging.getLogger("config.startup")


def refuse(reason: object) -> NoReturn:
    """End the process with a message that says why it does not start."""
    print(f"Cannot start: {reason}", file=sys.stderr)
    sys.exit(CANNOT_START)


def refuse_unsafe_database() -> None:
    """End the process with a message if the database could lose or change stored data.

    A database that cannot be reached is no reason to end: it may still be starting, and until it
    answers, every request gets 503.
    """
    try:
        found = run_checks(
            tags=[Tags.database, SERVING],
            databases=[DEFAULT_DB_ALIAS],
            include_deployment_checks=settings.PUBLIC,
        )
    except OperationalError as error:
        place = settings.DATABASES[DEFAULT_DB_ALIAS]
        logger.warning(
            "The database was not checked. %s", database.describe_unreachable(place, error)
        )
        return
    _refuse_errors(found)


def refuse_incomplete_installation() -> None:
    """End a web process of a public server with a message if its installation is incomplete.

    Findings with which it can serve, but should not, are logged as warnings.
    """
    if not settings.PUBLIC:
        return
    found = run_checks(tags=[STARTUP], include_deployment_checks=True)
    _refuse_errors(found)
    for message in found:
        logger.warning("%s %s", message.msg, message.hint)


def tell_of_silent_cache() -> None:
    """Log a warning if the cache does not answer; games can be played without it."""
    if cache_state() == "away":
        logger.warning(
            "The cache at CACHE_URL does not answer. Until it does, log-in attempts are counted "
            "in the database."
        )


def load_views() -> None:
    """Import all views, for which otherwise the first request would wait."""
    get_resolver().url_patterns  # noqa: B018 - reading it imports them


def freeze_imports() -> None:
    """Search no garbage in what was imported: it stays, and processes share its memory."""
    gc.collect()
    gc.freeze()


def _refuse_errors(found: Sequence[CheckMessage]) -> None:
    errors = [f"{message.msg} {message.hint}" for message in found if message.is_serious(ERROR)]
    if errors:
        refuse(" ".join(errors))
