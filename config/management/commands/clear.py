"""The command that deletes expired data."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from typing_extensions import override

from config.server.clearing import KINDS


class Command(BaseCommand):
    """`manage.py clear`."""

    help = "Deletes what is older than it is kept, as the worker does every ten minutes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say how much there is")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        """Delete expired data kind by kind, and print the number of items."""
        for kind in KINDS:
            if options["dry_run"]:
                number = kind.count_old(timezone.now() - kind.kept_for)
                self.stdout.write(f"{number:7,} would be deleted: {kind.what}")
            else:
                self.stdout.write(f"{kind.clear():7,} deleted: {kind.what}")
