"""The lock of a server in one process, by which it is known to run on a SQLite database."""

from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from config import folders


def lock_database() -> IO[str] | None:
    """Lock a SQLite database for this process; raises CommandError if a server has it."""
    if connection.vendor != "sqlite":
        return None
    stored = Path(str(settings.DATABASES["default"]["NAME"]))
    file = stored.with_name(f"{stored.name}.lock")
    try:
        return folders.lock(file)
    except BlockingIOError:
        raise CommandError(
            f"Another server (process {file.read_text().strip()}) runs on {stored}. Stop it, or "
            "give this one a database of its own, for example DATABASE_URL=sqlite:///var/2.sqlite3",
            returncode=2,
        ) from None
    except OSError:
        return None  # the database cannot be created there either, which is reported next
