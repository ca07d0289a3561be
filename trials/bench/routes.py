"""Rows about routes, none of which may take more than a tenth of a second of the processor.

Their times are absolute, so they also depend on the machine. The shortest of some rounds is the one
that other programs disturb least.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from trials.bench.api import MISSING, Databases, _new_database
from trials.bench.measure import Bound, Row, Sample
from trials.bench.walk import Taken
from trials.installed import find_postgres
from trials.servers import postgres

AT_MOST: Final = 0.1  # seconds
GAMES: Final = 100_000
QUICK_GAMES: Final = 1_000
DEAREST: Final = 25  # rows; all others go into one


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    """Measure the routes on SQLite and on PostgreSQL."""
    games = QUICK_GAMES if quick else GAMES
    with tempfile.TemporaryDirectory(prefix="illimat-bench-") as folder:
        addresses = f"sqlite:///{folder}/{{}}.sqlite3".format
        yield from measured("SQLite", addresses, rounds=rounds, games=games)
    if find_postgres() is None:
        yield Row("Routes on PostgreSQL", "all of them", "", "", missing=MISSING)
        return
    with postgres() as address:
        addresses = partial(_new_database, address)
        yield from measured("PostgreSQL", addresses, rounds=rounds, games=games)


def measured(database: str, addresses: Databases, *, rounds: int, games: int) -> Iterator[Row]:
    """Measure the routes on one kind of database, and return the most expensive first."""
    group = f"Routes on {database}, {games:,} games: processor time"
    found = sorted(_walk(addresses("routes"), games, rounds), key=lambda taken: -taken.seconds)
    bound = [taken for taken in found if not taken.apart]
    yield from (_row(group, taken) for taken in bound[:DEAREST])
    if rest := bound[DEAREST:]:
        name = f"{len(rest)} others, at most"
        yield _row(group, msgspec.structs.replace(rest[0], request=name, status=0))
    yield from (_row(group, taken) for taken in found if taken.apart)


def _walk(database: str, games: int, rounds: int) -> list[Taken]:
    with tempfile.TemporaryDirectory(prefix="illimat-bench-") as folder:
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "trials.bench.settings",
            "SECRET_KEY": "only-for-measuring",
            "DATABASE_URL": database,
            "EMAIL_URL": f"filemail://{folder}",
        }
        walk = subprocess.run(
            [sys.executable, "-m", "trials.bench.walk", str(games), str(rounds)],
            env=environment,
            stdout=subprocess.PIPE,
            check=True,
        )
    return [msgspec.json.decode(line, type=Taken) for line in walk.stdout.splitlines()]


def _row(group: str, taken: Taken) -> Row:
    status = f" ({taken.status})" if taken.status not in {0, 200} else ""
    return Row(
        group,
        f"{taken.request}{status}",
        taken.apart or "100 ms",
        "request",
        None if taken.apart else Bound(1, cost=True),
        seconds=_exactly(taken.seconds),
        baseline_seconds=_exactly(AT_MOST),
        ratio=_exactly(taken.seconds / AT_MOST),
    )


def _exactly(figure: float) -> Sample:
    return Sample(figure, figure, figure)
