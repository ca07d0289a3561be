"""Rows about the floor: the product's share of the speed of a program that only sends its SQL.

That program is `bench.bare`. Some clients at once send the same requests to it and to the product,
each on a copy of one database, so that both do the same work from the same state. Each client
plays games of other people. As these requests change it, each is sent to a copy only once, except
for those that only look.
"""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter
from typing import Final

from trials.bench.api import TWO_WORKERS, require_success, run_gunicorn
from trials.bench.bare import Asked, load
from trials.bench.client import Client
from trials.bench.databases import Databases, on_each, run
from trials.bench.measure import Bound, Row, compare

CLIENTS: Final = (1, 4, 8)
SHARE: Final = 12  # plays of each client in a round
LOOKS: Final = 2 * SHARE
BARE: Final = (
    *(each.replace("config.wsgi", "trials.bench.bare:program()") for each in TWO_WORKERS),
    "--config=python:trials.bench",  # which changes nothing, in place of the product's
)
BOUNDS: Final = {
    ("SQLite", 4): Bound(0.15, aim=0.4),
    ("PostgreSQL", 4): Bound(0.35, aim=0.55),
}


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    share = SHARE // 3 if quick else SHARE
    yield from on_each("Floor of the API", partial(measured, rounds=rounds, share=share))


def measured(database: str, addresses: Databases, *, rounds: int, share: int) -> Iterator[Row]:
    group = f"API on {database}, its floor"
    plays = [
        sum(share * (rounds + 1) for clients in CLIENTS if number < clients)
        for number in range(max(CLIENTS))
    ]
    with tempfile.TemporaryDirectory(prefix="illimat-bench-") as folder, ExitStack() as stack:
        file = Path(folder) / "captured"
        copies = run("trials.bench.capturing", addresses("captured"), file, *plays)
        requests = [[each.asked for each in some] for some in load(file)]
        sides = [
            stack.enter_context(closing(Side(stack.enter_context(served), requests)))
            for served in (
                run_gunicorn(copies[0].decode(), TWO_WORKERS),
                run_gunicorn(copies[1].decode(), BARE, CAPTURED=str(file)),
            )
        ]
        for clients in CLIENTS:
            row = Row(group, f"GET /games/{{id}}, {_several(clients)}", "its SQL, bare", "request")
            looking = (partial(side.look, clients) for side in sides)
            yield compare(row, *looking, rounds=rounds)
        for clients in CLIENTS:
            bound = BOUNDS.get((database, clients))
            row = Row(group, f"play, {_several(clients)}", "its SQL, bare", "play", bound)
            playing = (partial(side.play, clients, share) for side in sides)
            yield compare(row, *playing, rounds=rounds)


class Side:
    """A server and its clients, who send requests that were captured."""

    def __init__(self, port: int, requests: Sequence[Sequence[Asked]]) -> None:
        self._clients = [Client(port) for _ in requests]
        self._pool = ThreadPoolExecutor(len(requests))
        self._looks = [cycle([r for r in some if r.method == "GET"]) for some in requests]
        self._plays = [iter([r for r in some if r.method == "POST"]) for some in requests]

    def close(self) -> None:
        self._pool.shutdown()

    def look(self, clients: int) -> float:
        """Have some clients look at their games; return the seconds that each request took."""
        return self._spend(self._looks[:clients], LOOKS)

    def play(self, clients: int, share: int) -> float:
        """Have some clients make their next plays, a `share` each; return the seconds of a play."""
        return self._spend(self._plays[:clients], share)

    def _spend(self, requests: Sequence[Iterator[Asked]], share: int) -> float:
        shares = [list(islice(each, share)) for each in requests]
        began = perf_counter()
        list(self._pool.map(_send_all, self._clients, shares))
        return (perf_counter() - began) / sum(map(len, shares))


def _send_all(client: Client, requests: Sequence[Asked]) -> None:
    for each in requests:
        header = f"Idempotency-Key: {each.key}\r\n" if each.key else ""
        require_success(client.send(each.method, each.path, each.token, each.body, headers=header))


def _several(clients: int) -> str:
    return f"{clients} client{'s' if clients > 1 else ''}"
