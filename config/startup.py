"""What every server process looks at before it takes work."""

import logging
import sys
from collections.abc import Sequence
from typing import NoReturn

from django.conf import settings
from django.core.checks import ERROR, CheckMessage, Tags, run_checks
from django.db import DEFAULT_DB_ALIAS, OperationalError

from config.probes import cache_state

CANNOT_START = 3
"""The exit status at which gunicorn ends, too, instead of starting the process again for ever."""

STARTUP = "startup"
"""The tag of checks of `manage.py check --deploy` that a web process runs when it starts."""

SERVING = "serving"
"""The tag of those that every server process runs, and `migrate` does not: it needs more rights."""

logger = logging.getLogger(__name__)


def refuse(reason: object) -> NoReturn:
    """End the process, saying why it does not start."""
    print(f"Cannot start: {reason}", file=sys.stderr)
    sys.exit(CANNOT_START)


def refuse_unsafe_database() -> None:
    """End the process, saying why, on a database that would lose or change what it was given.

    One that cannot be reached just now is no reason to end: it may be starting, too, and until it
    answers every request is answered with 503.
    """
    try:
        found = run_checks(
            tags=[Tags.database, SERVING],
            databases=[DEFAULT_DB_ALIAS],
            include_deployment_checks=settings.PUBLIC,
        )
    except OperationalError as error:
        logger.warning("The database cannot be reached yet, and was not checked: %s", error)
        return
    _refuse_errors(found)


def refuse_incomplete_installation() -> None:
    """End a web process of a public server, saying why, where something it serves is missing.

    What it can serve without, but should not, is logged as a warning.
    """
    if not settings.PUBLIC:
        return
    found = run_checks(tags=[STARTUP], include_deployment_checks=True)
    _refuse_errors(found)
    for message in found:
        logger.warning("%s %s", message.msg, message.hint)


def tell_of_silent_cache() -> None:
    """Log a cache that does not answer when a web process starts; games go on without it."""
    if cache_state() == "away":
        logger.warning(
            "The cache at CACHE_URL does not answer. Until it does, log-in attempts are counted "
            "in the database."
        )


def _refuse_errors(found: Sequence[CheckMessage]) -> None:
    errors = [f"{message.msg} {message.hint}" for message in found if message.is_serious(ERROR)]
    if errors:
        refuse(" ".join(errors))
