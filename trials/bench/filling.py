"""Fills the database of a measured server: `python -m trials.bench.filling PLAYED SEATED TITLE`.

It plays PLAYED games, writes SEATED more games with players, and shows a progress bar titled TITLE.
It prints the players and games as one line of JSON.
"""

import sys

import msgspec

from trials.display import Bar
from trials.people import create_tables


def main() -> None:
    played, seated, title = sys.argv[1:]
    create_tables()
    from trials.bench import crowd  # noqa: PLC0415 - after the setup

    with Bar(title, sys.stderr) as bar:
        made = crowd.prepare(int(played), int(seated), bar)
    print(msgspec.json.encode(made).decode())


if __name__ == "__main__":
    main()
