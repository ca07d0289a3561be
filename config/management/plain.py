"""Commands whose refusals are printed as plain sentences."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.core.management.base import SystemCheckError as ChecksError


class PlainCommand(BaseCommand):
    """A command that, typed and refused, prints only the sentence, without "CommandError:"."""

    typed = False

    def run_from_argv(self, argv: list[str]) -> None:
        self.typed = True
        super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; raises CommandError if code called it or a traceback was asked for."""
        try:
            return super().execute(*args, **options)
        except ChecksError:
            raise  # not a sentence, and Django prints it well
        except CommandError as refusal:
            if not self.typed or options["traceback"]:
                raise
            self.stderr.write(str(refusal))
            sys.exit(refusal.returncode)
