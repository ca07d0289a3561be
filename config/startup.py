"""What every server process looks at before it takes work."""

import logging
import sys
from typing import NoReturn

from django.core.checks import ERROR, Tags, run_checks
from django.db import DEFAULT_DB_ALIAS, OperationalError

CANNOT_START = 3
"""The exit status at which gunicorn ends, too, instead of starting the process again for ever."""

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
        found = run_checks(tags=[Tags.database], databases=[DEFAULT_DB_ALIAS])
    except OperationalError as error:
        logger.warning("The database cannot be reached yet, and was not checked: %s", error)
        return
    errors = [f"{message.msg} {message.hint}" for message in found if message.is_serious(ERROR)]
    if errors:
        refuse(" ".join(errors))
