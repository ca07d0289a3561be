"""Rows about routes, none of which may take more than a tenth of a second of the processor.

Their times are absolute, so they also depend on the machine. The shortest of some rounds is the one
that other programs disturb least.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import msgspec

from trials.bench.databases import Databases, on_each, run
from trials.bench.measure import Bound, Row, Sample
from trials.bench.walk import Taken

AT_MOST: Final = 0.1  # seconds
GAMES: Final = 100_000
QUICK_GAMES: Final = 1_000
DEAREST: Final = 25  # rows; all others go into one


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    games = QUICK_GAMES if quick else GAMES
    yield from on_each("Routes", partial(measured, rounds=rounds, games=games))


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
    lines = run("trials.bench.walk", database, games, rounds)
    return [msgspec.json.decode(line, type=Taken) for line in lines]


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
