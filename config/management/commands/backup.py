"""The command that writes a copy of the whole database to a file."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from typing_extensions import override

from config.management.copies import given_path, write_copy


class Command(BaseCommand):
    """`manage.py backup FILE`."""

    help = (
        "Writes a copy of the whole database, as of one moment, to a file that its owner alone can "
        "read. The server may be running. `restore` reads it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=given_path, help="a new file, or a folder for a dated one")
        parser.add_argument("--overwrite", action="store_true", help="replace a file, once whole")

    @override
    def handle(self, *args: Any, file: Path, overwrite: bool, **options: Any) -> None:
        """Write the file, and print its size and how long it took; raises CommandError."""
        if file.is_dir():
            file /= f"illimat-{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.backup"
        began = time.monotonic()
        write_copy(file, overwrite=overwrite)
        took, size = time.monotonic() - began, file.stat().st_size
        self.stdout.write(f"{file}: {size:,} bytes in {took:.1f} seconds.")
