#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import DatabaseError

from config import database


def main() -> None:
    """Run one command; explain unusable settings in a sentence, without a traceback."""
    chosen = os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    called = "illimat" if chosen == "config.settings.production" else sys.argv[0]
    try:
        try:
            execute_from_command_line([called, *sys.argv[1:]])
        finally:
            sys.stdout.flush()
    except ImproperlyConfigured as refusal:
        print(f"Cannot start: {refusal}", file=sys.stderr)
        sys.exit(2)
    except DatabaseError as error:
        migrates = "migrate" in sys.argv
        explained = database.explain_refusal(
            settings.DATABASES["default"], error, migrates=migrates
        )
        if explained is None or "--traceback" in sys.argv:
            raise
        if migrates:
            print(flush=True)  # its progress leaves a line open
        print(f"Cannot start: {explained}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # `… | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more
        sys.exit(141)  # as shells count it
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it


if __name__ == "__main__":
    main()
