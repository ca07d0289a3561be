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
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        print(f"Cannot start: {refusal}", file=sys.stderr)
        sys.exit(2)
    except DatabaseError as error:
        explained = database.refusal(settings.DATABASES["default"], error)
        if explained is None or "--traceback" in sys.argv:
            raise
        print(f"Cannot start: {explained}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it


if __name__ == "__main__":
    main()
