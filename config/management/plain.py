"""Commands whose refusals are told to people as they stand."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.management.base import SystemCheckError as ChecksError


class PlainCommand(BaseCommand):
    """A command that was typed and is refused prints the sentence only, not "CommandError:"."""

    typed = False

    def run_from_argv(self, argv: list[str]) -> None:
        """Run the command as it was typed."""
        self.typed = True
        super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; raises CommandError where a program called it or wants a traceback."""
        try:
            return super().execute(*args, **options)
        except ChecksError:
            raise  # not a sentence; Django prints it well
        except CommandError as refusal:
            if not self.typed or options["traceback"]:
                raise
            self.stderr.write(str(refusal))
            sys.exit(refusal.returncode)
