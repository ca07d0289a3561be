#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one command; a setting that cannot be used is told in a sentence, without a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        print(f"Cannot start: {refusal}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it


if __name__ == "__main__":
    main()
