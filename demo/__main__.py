"""The command `./do demo`: plays a complete game against a running server.

Three people sign up, verify their addresses, sit down and choose their actions at random. With
--league, nine people begin a season of a league instead, play some of its games to the end, and
leave the others in progress. The demo checks everything that the server tells them.
"""

import argparse
import os
import random
import secrets
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

from rich.console import Console

from demo.league import draw_standings, leave_season
from demo.mail import Letters, MailFolder
from demo.people import PASSWORD
from demo.server import Server, UnexpectedError, UnreachableError
from demo.show import play_show, score_table
from demo.table import choices_by

OK = 200
MAIL_SCHEME = "filemail"
MAIL_FOLDER = Path(__file__).resolve().parents[1] / "var" / "mail"


def main() -> None:
    """Play, and print the result; exit with 1 and a sentence if something is wrong."""
    arguments = _parse_args()
    try:
        _run(arguments)
    except UnexpectedError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)  # the exit code that shells give to a program ended by Ctrl-C


def _run(arguments: argparse.Namespace) -> None:
    if arguments.mail is None:
        raise UnexpectedError("This server sends its mail away. Name a folder of mail with --mail.")
    server = Server(arguments.url)
    _check_server(server)
    console = Console(highlight=False, soft_wrap=True)
    title = "A season of a league" if arguments.league else "A game"
    console.print(f"{title} at {server.url}, with --seed {arguments.seed}", markup=False)
    play = _leave_season if arguments.league else _play_game
    play(console, server, MailFolder(arguments.mail), choices_by(arguments.seed))


def _play_game(console: Console, server: Server, letters: Letters, choices: random.Random) -> None:
    began = time.monotonic()
    with Line(console) as line:
        table = play_show(server, letters, choices, line.show)
    seconds = time.monotonic() - began
    console.print()
    console.print(score_table(table))
    console.print(
        f"\nPlayed {table.game['round']} rounds, {table.version} events, in {seconds:.0f} seconds; "
        f"all as it should be. The game is at {server.url}/games/{table.id}",
        markup=False,
    )


def _leave_season(
    console: Console, server: Server, letters: Letters, choices: random.Random
) -> None:
    began = time.monotonic()
    with Line(console) as line:
        season = leave_season(server, letters, choices, line.show)
    seconds = time.monotonic() - began
    console.print()
    console.print(draw_standings(season))
    running = season.running
    over = len(season.games) - len(running)
    console.print(
        f"\nPlayed {over} games to the end and began {len(running)} in {seconds:.0f} seconds; "
        f"all as it should be. The season is at {server.url}/seasons/{season.id}",
        markup=False,
    )
    awaited = running[0].people[running[0].seat]
    console.print(
        f"To go on yourself, log in as {awaited.address}, whose turn it is, or as "
        f"{season.organiser.address}, who organises the league. The password is: {PASSWORD}",
        markup=False,
    )


def _check_server(server: Server) -> None:
    """Raise UnexpectedError unless an Illimat server answers."""
    try:
        answer = server.send("GET", "/api/v1/meta")
    except UnreachableError as error:
        raise UnexpectedError(
            f"No server answers at {server.url}. Start it with ./do run, or name its port, for "
            "example PORT=8001 ./do demo"
        ) from error
    if answer.status != OK or "edition" not in answer.json:
        raise UnexpectedError(
            f"The server at {server.url} is not Illimat. Name the right address with --url."
        )


class Line:
    """A line that shows the progress of a demo, for use in a `with` statement.

    Without a terminal, only the first line of each kind is printed: the first about round 1, the
    first about round 2, and so on.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status = console.status("")
        self._printed: set[str] = set()

    def __enter__(self) -> "Line":
        if self._console.is_terminal:
            self._status.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._status.stop()

    def show(self, text: str) -> None:
        """Show `text` in place of the previous line."""
        self._status.update(text)
        kind = text.partition(",")[0]
        if not self._console.is_terminal and kind not in self._printed:
            self._printed.add(kind)
            self._console.print(text, markup=False)


def _parse_args() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./do demo",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--league",
        action="store_true",
        help="leave a season of a league in progress, which takes two to four minutes",
    )
    parser.add_argument(
        "--url", default=_base_url(), help="address of the server [BASE_URL, or %(default)s]"
    )
    parser.add_argument(
        "--mail",
        type=Path,
        default=_mail_folder(),
        help="folder that the server writes its mail to [that of EMAIL_URL, or %(default)s]",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=secrets.randbelow(10**6),
        help="repeats the choices of another demo; the server deals other cards [random]",
    )
    return parser.parse_args()


def _base_url() -> str:
    """Return the server's address, from the environment variables that the server itself reads."""
    return os.environ.get("BASE_URL") or f"http://127.0.0.1:{os.environ.get('PORT') or 8000}"


def _mail_folder() -> Path | None:
    """Return the folder that the server writes mail to, or None if EMAIL_URL sends it by SMTP."""
    address = os.environ.get("EMAIL_URL")
    if not address:
        return MAIL_FOLDER
    parts = urlsplit(address)
    return Path(parts.path) if parts.scheme == MAIL_SCHEME else None


if __name__ == "__main__":
    main()
