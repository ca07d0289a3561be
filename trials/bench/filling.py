"""Fills the database of a measured server: `python -m trials.bench.filling PLAYED SEATED TITLE`.

It plays PLAYED games, writes SEATED more games with players, and shows a progress bar titled TITLE.
It prints the players and games as one line of JSON.
"""

import sys

import django
import msgspec
from django.core.management import call_command

from trials.display import Bar


def main() -> None:
    played, seated, title = sys.argv[1:]
    django.setup()
    call_command("migrate", verbosity=0)
    from trials.bench import crowd  # noqa: PLC0415 - after the setup

    with Bar(title, sys.stderr) as bar:
        made = crowd.prepare(int(played), int(seated), bar)
    print(msgspec.json.encode(made).decode())


if __name__ == "__main__":
    main()
