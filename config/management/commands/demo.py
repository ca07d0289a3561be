"""Play a whole game against the server that runs."""

import secrets
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from config.demo.mail import MailFolder
from config.demo.server import Server, UnexpectedError, UnreachableError
from config.demo.show import play_show, score_table
from config.demo.table import choices_by
from config.management.plain import PlainCommand


class Command(PlainCommand):
    """`manage.py demo`."""

    help = (
        "Plays a complete game against the running server: three people sign up, verify their "
        "mail address, sit down and choose at random what to do. All they are told is checked."
    )
    requires_system_checks = ()  # whatever is to be known is asked of the server

    def add_arguments(self, parser: CommandParser) -> None:
        """Take what may be said about the server and the choices."""
        parser.add_argument(
            "--url", default=settings.BASE_URL, help="where the server is (default: %(default)s)"
        )
        parser.add_argument(
            "--mail",
            type=Path,
            default=getattr(settings, "EMAIL_FILE_PATH", None),
            help="the folder that its mail is written to (default: %(default)s)",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=secrets.randbelow(10**6),
            help="repeats the choices of another demo; the cards come from the server",
        )

    def handle(self, *args: Any, url: str, mail: Path | None, seed: int, **options: Any) -> None:
        """Play, and say how it went; CommandError says what should not have happened."""
        if mail is None:
            raise CommandError("The server's mail is sent away. Say --mail where it can be read.")
        self.began = time.monotonic()
        self.told: set[str] = set()
        server = Server(url)
        try:
            _greet(server)
            self.stdout.write(f"A game at {url}, with --seed {seed}")
            table = play_show(server, MailFolder(Path(mail)), choices_by(seed), self._tell)
        except UnexpectedError as error:
            self._tell("")
            raise CommandError(str(error)) from error
        self._tell("")
        took = time.monotonic() - self.began
        self.stdout.write(f"\n{score_table(table)}\n")
        self.stdout.write(
            f"Played {table.game['round']} rounds, {table.version} events, in {took:.0f} seconds; "
            f"all as it should be. The game is at {url}/games/{table.id}"
        )

    def _tell(self, line: str) -> None:
        """Show `line` in place of the one before; without a terminal, only what is new in kind."""
        if self.stdout.isatty():
            self.stdout.write(f"\r\033[K{line}", ending="")
            self.stdout.flush()
        elif line and (kind := line.partition(",")[0]) not in self.told:
            self.told.add(kind)
            self.stdout.write(line)


def _greet(server: Server) -> None:
    try:
        answer = server.send("GET", "/api/v1/meta")
    except UnreachableError as error:
        raise CommandError(
            f"No server answers at {server.url}. Start it with ./do run, or name its port, for "
            "example PORT=8001 ./do demo"
        ) from error
    if answer.status != 200 or "edition" not in answer.json:  # noqa: PLR2004 - HTTP's OK
        raise CommandError(f"What answers at {server.url} is not Illimat. Say --url where it is.")
