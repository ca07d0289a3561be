"""The command that fills an empty database from a backup, and begins another epoch there."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from typing_extensions import override

from api.models import epoch_change
from config.management.copies import (
    given_path,
    read_copy,
    refusal,
    refuse_guest,
    refuse_other_file,
    refuse_running,
    refuse_unrestored,
)
from notifications.sending.deliveries import outbox_hold

NEXT = """The outbox is on hold, and the epoch is {epoch}. Now, before you start the server:
  {manage} check --database default
  {manage} verify
  {manage} outbox              what waits
  {manage} outbox --supersede  if what waits has been sent before
Once people can play again, and the mails may leave: {manage} outbox --release"""


class Command(BaseCommand):
    """`manage.py restore FILE`."""

    help = (
        "Fills an empty database from a backup while the server is stopped, migrates it, puts the "
        "outbox on hold and begins another epoch, so that clients hear that the history changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=given_path, nargs="?", help="a file that `backup` wrote")
        parser.add_argument(
            "--done",
            action="store_true",
            help="the database was restored by other means; do only what follows that",
        )

    @override
    def handle(self, *args: Any, file: Path | None, done: bool, **options: Any) -> None:
        """Restore, and print what to do next; raises CommandError."""
        if done == bool(file):
            raise refusal(
                "Name the file to restore, or, if the database has been restored by other means, "
                "say --done, but not both."
            )
        if file:
            refuse_other_file(file)
            refuse_guest()
        refuse_running()
        began = time.monotonic()
        if file:
            read_copy(file)
        else:
            refuse_unrestored()
        call_command("migrate", verbosity=0, interactive=False)
        with transaction.atomic():
            outbox_hold()
            epoch = epoch_change()
        if file:
            self.stdout.write(f"Restored in {time.monotonic() - began:.1f} seconds.")
        self.stdout.write(NEXT.format(epoch=epoch, manage=settings.MANAGE))
