"""The measured server, as a process: `python -m bench.server PORT PLAYED SEATED TITLE`.

It plays so many games, seats a crowd at so many, and shows a bar with the title meanwhile. It
prints who and what there is in its database as one line of JSON, and serves until it is ended: one
process of gunicorn, as in the image. Workers that send mail are left out.
"""

import os
import sys

import django
import msgspec
from django.core.management import call_command
from django.db import connection

from games.management.progress import Progress

GUNICORN = ["gunicorn", "config.wsgi", "--worker-class=gthread", "--threads=4", "--workers=1"]
PATIENCE = "--keep-alive=600"  # seconds; a client that waits for its turn is no stranger


def main() -> None:
    """Make the database and what is in it, and serve."""
    port, played, seated, title = sys.argv[1:]
    django.setup()
    call_command("migrate", verbosity=0)
    from bench import crowd  # noqa: PLC0415 - after the setup

    progress = Progress(title)
    made = crowd.prepare(int(played), int(seated), progress)
    progress.close()
    connection.close()
    print(msgspec.json.encode(made).decode(), flush=True)
    command = [sys.executable, "-m", *GUNICORN, f"--bind=127.0.0.1:{port}", "--log-level=error"]
    os.execv(sys.executable, [*command, PATIENCE, "--no-control-socket"])  # noqa: S606 - no shell is the point


if __name__ == "__main__":
    main()
