"""Rows about the API: real requests over loopback, beside the views of `bench.baselines`.

One client sends one request after the other, and times each. A figure is the lower quartile of some
requests; where these concern several games, it is the mean of the shortest time for each game,
since other programs can only add to a time. The time that the WSGI server and the client take is
part of both sides of a ratio.
"""

import contextlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import fmean, quantiles
from time import perf_counter
from typing import Any, Final, NamedTuple
from uuid import uuid4

import msgspec

from trials.bench.client import Client, TimedAnswer
from trials.bench.databases import Databases, environment, on_each, run
from trials.bench.measure import Bound, Row, Sample, Work, compare
from trials.programs import Program, answers, free_port

SHARE: Final = 10  # requests of one kind in a round
LOOKED_AT: Final = 6  # games
TRIES: Final = 3
HOME: Final = "/me/games?state=my_turn"
AT_MOST: Final = Bound(1.2, cost=True)
AGES: Final = ("mid", "young", "old", "free")
CLOCK_COST: Final = Bound(1.3, cost=True)
CHECKS_COST: Final = Bound(1.1, cost=True)
COLD_COST: Final = Bound(3, cost=True)
GUNICORN: Final = (
    "gunicorn",
    "config.wsgi",
    "--worker-class=gthread",
    "--threads=4",
    "--workers=1",
    "--log-level=error",
    "--keep-alive=0",
    "--no-control-socket",
)
"""One process of gunicorn, as in the image."""
TWO_WORKERS: Final = tuple(each.replace("workers=1", "workers=2") for each in GUNICORN)
STARTS: Final = 3
FIRST: Final = Bound(0.25, cost=True)  # seconds
TIMES_TOGETHER: Final = 25
EACH_PLAY: Final = Bound(0.05, aim=0.008, cost=True)  # seconds; the aim is 125 a second
SLOWEST: Final = Bound(0.5, aim=0.035, cost=True)
REFUSED: Final = 400  # HTTP statuses from here on


class Sizes(NamedTuple):
    """How many games are played, and how many more games the smaller and the larger server have."""

    played: int = 12
    few: int = 1_000
    many: int = 100_000


QUICK: Final = Sizes(played=2, few=100, many=1_000)


def rows(*, rounds: int, quick: bool) -> Iterator[Row]:
    sizes = QUICK if quick else Sizes()
    yield from on_each("API", partial(measured, rounds=rounds, sizes=sizes))


def measured(database: str, addresses: Databases, *, rounds: int, sizes: Sizes) -> Iterator[Row]:
    """Measure the API on one kind of database; `addresses` gives those of new databases."""
    group, address = f"API on {database}", addresses("few")
    with (
        _server(address, sizes.played, sizes.few, group) as (few, made),
        _server(addresses("many"), 0, sizes.many, group) as (many, crowd),
    ):
        tables = made["tables"]
        games = {age: tables[age] for age in AGES}
        written = {name: tables[name] for name in ("rows", "statements")}
        table = Pair(few, tables["tokens"], games, written)
        pairs = [Pair(few, two["tokens"], {"mid": two["games"]}) for two in made["twosomes"]]
        yield from _reading(group, table, rounds)
        yield from _acting(group, table, rounds)
        yield from _measure_checks(group, table, rounds)
        yield _measure_first_request(group, table, address)
        yield from _measure_clients(group, pairs, address)
        beside = f"{sizes.many:,} games, not {sizes.few:,}"
        row = Row(group, "home screen", beside, "request", AT_MOST)
        yield compare(row, _at_home(many, crowd), _at_home(few, made), rounds=rounds)


def _at_home(client: Client, made: dict[str, Any]) -> Work:
    return _share(lambda: require_success(client.send("GET", HOME, made["somebody"])))


class Look(NamedTuple):
    """A path, and the session token of the person who requests it."""

    path: str
    token: str


class PlayRequest(NamedTuple):
    """An action that a player, by their session token, submits to a path."""

    path: str
    token: str
    body: dict[str, Any]

    def send(self, client: Client) -> TimedAnswer:
        """Send it; raises RuntimeError if it is refused."""
        key = f"Idempotency-Key: {uuid4()}\r\n"
        return require_success(client.send("POST", self.path, self.token, self.body, headers=key))


class Pair:
    """Two people who play the games of a server."""

    def __init__(
        self,
        client: Client,
        tokens: list[str],
        games: Mapping[str, Sequence[str]],
        written: Mapping[str, int] | None = None,
    ) -> None:
        self.client, self.tokens, self.games = client, tokens, games
        self.written = dict(written or {})
        self._turns = dict.fromkeys(self.games, 0)

    def send(self, method: str, path: str, *more: Any, **members: Any) -> TimedAnswer:
        """Send a request as the first person; raises RuntimeError if it is refused."""
        return require_success(self.client.send(method, path, self.tokens[0], *more, **members))

    def act(self, age: str, *, forgetting: bool = False) -> TimedAnswer:
        """Take the first legal sowing in the next game of this age, as the player to move."""
        submission = self.decide(age)
        if forgetting:
            self.send("DELETE", "/bench/folds")
        return submission.send(self.client)

    def write(self) -> TimedAnswer:
        """Write as many rows as playing does, after the same request for a game."""
        self.decide("mid")
        return self.send("POST", "/bench/write", self.written | {"text": "something"})

    def looks(self) -> list[Look]:
        """Return requests for some games, every other one by the player to move."""
        found = []
        for number, game in enumerate(self.games["mid"][:LOOKED_AT]):
            looks = [Look(f"/games/{game}", token) for token in self.tokens]
            looks.sort(key=lambda look: self.look(look).json["menu"] is None)
            found.append(looks[number % 2])
        return found

    def look(self, look: Look, headers: str = "") -> TimedAnswer:
        """Send a request for a path; raises RuntimeError if it is refused."""
        return require_success(self.client.send("GET", look.path, look.token, headers=headers))

    def decide(self, age: str) -> PlayRequest:
        """Return the first legal sowing in the next game of this age, by the player to move."""
        games = self.games[age]
        self._turns[age] += 1
        path = f"/games/{games[self._turns[age] % len(games)]}"
        looks = {token: self.client.send("GET", path, token).json for token in self.tokens}
        token, game = next((token, game) for token, game in looks.items() if game["menu"])
        play = next(play for play in game["menu"]["plays"] if play["sow"])
        action = {"type": "sow", "card": play["cards"][0], "field": play["field"]}
        body = {"expected_version": game["version"], "action": action}
        return PlayRequest(f"{path}/actions", token, body)


def _reading(group: str, table: Pair, rounds: int) -> Iterator[Row]:
    looks = table.looks()
    views = [Look(f"/bench/read/{look.path.rsplit('/', 1)[1]}", look.token) for look in looks]
    for look, view in zip(looks, views, strict=True):
        require_success(table.client.send("PUT", view.path, view.token, table.look(look).json))
    row = Row(group, "GET /games/{id}", "a view, the same body", "request", Bound(0.5, aim=0.95))
    yield compare(row, _seen(table, looks), _seen(table, views), rounds=rounds)
    row = Row(group, "draw the board", "GET /games/{id}", "picture", Bound(1, cost=True))
    yield compare(row, _measure_drawing(table, looks), _seen(table, looks), rounds=rounds)
    row = Row(group, "the same, 304", "a view, 304", "request", Bound(0.5, aim=0.8))
    known = (_seen(table, each, known=True) for each in (looks, views))
    yield compare(row, *known, rounds=rounds)


def _seen(table: Pair, looks: Sequence[Look], *, known: bool = False) -> Work:
    """Request each path some times, and take the mean of the shortest times."""
    headers = [f"If-None-Match: {table.look(look).etag}\r\n" if known else "" for look in looks]
    return lambda: fmean(
        min(table.look(look, header).seconds for _ in range(TRIES))
        for look, header in zip(looks, headers, strict=True)
    )


def _measure_drawing(table: Pair, looks: Sequence[Look]) -> Work:
    """Draw the games, and take the mean of the times."""
    drawn = [Look(f"/bench/drawn/{look.path.rsplit('/', 1)[1]}", look.token) for look in looks]
    return lambda: fmean(float(table.look(look).json["seconds"]) for look in drawn)


def _acting(group: str, table: Pair, rounds: int) -> Iterator[Row]:
    table.send("PUT", "/bench/write", table.act("mid").json)
    what = "{rows} rows, {statements} statements".format(**table.written)
    row = Row(group, "POST …/actions", f"a view, {what}", "request", Bound(0.5, aim=0.8))
    yield compare(row, _acts(table, "mid"), _share(table.write), rounds=rounds)
    row = Row(group, "POST at event 300", "at event 10", "request", AT_MOST)
    yield compare(row, _acts(table, "old"), _acts(table, "young"), rounds=rounds)
    row = Row(group, "POST with a clock", "without a clock", "request", CLOCK_COST)
    yield compare(row, _acts(table, "mid"), _acts(table, "free"), rounds=rounds)
    row = Row(group, "the same, unfolded", "at event 10, unfolded", "request", AT_MOST)
    unfolded = (_acts(table, age, forgetting=True) for age in ("old", "young"))
    yield compare(row, *unfolded, rounds=rounds)


def _measure_first_request(group: str, table: Pair, database: str) -> Row:
    taken = []
    for _ in range(STARTS):
        request = table.decide("mid")  # asked of the other server
        with run_gunicorn(database, GUNICORN) as port:
            taken.append(request.send(Client(port)).seconds)
    row = Row(group, "the first POST after a start", "", "request", limit=FIRST)
    return msgspec.structs.replace(row, seconds=Sample.of(taken))


def _measure_clients(group: str, pairs: Sequence[Pair], database: str) -> Iterator[Row]:
    """Measure plays of several clients at once: how many a second, and the slowest of twenty.

    Each client plays games of other people, whose rows no two plays write at the same time.
    """
    spent, taken = 0.0, list[float]()
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(run_gunicorn(database, TWO_WORKERS))
        clients = [Client(port) for _ in pairs]
        pool = stack.enter_context(ThreadPoolExecutor(len(pairs)))
        for _ in range(TIMES_TOGETHER):
            shares = [[pair.decide("mid") for _ in pair.games["mid"]] for pair in pairs]
            began = perf_counter()
            taken += chain.from_iterable(pool.map(_sent, clients, shares))
            spent += perf_counter() - began
    plays = f"{len(pairs)} clients: {len(taken) / spent:.0f} a second"
    row = Row(group, "a play among others", plays, "request", limit=EACH_PLAY)
    yield msgspec.structs.replace(row, seconds=Sample.of([spent / len(taken)]))
    row = Row(group, "95 % of these are sooner", plays, "request", limit=SLOWEST)
    yield msgspec.structs.replace(row, seconds=Sample.of([quantiles(taken, n=20)[-1]]))


def _sent(client: Client, requests: Sequence[PlayRequest]) -> list[float]:
    """Send requests one after the other, and return the seconds of each."""
    return [request.send(client).seconds for request in requests]


def _measure_checks(group: str, table: Pair, rounds: int) -> Iterator[Row]:
    looks = table.looks()
    row = Row(group, "GET, fold at hand", "unchecked", "request", CHECKS_COST)
    pair = (_switch_checks(table, _seen(table, looks), on) for on in (True, False))
    yield compare(row, *pair, rounds=rounds)
    row = Row(group, "POST, fold at hand", "unchecked", "request", CHECKS_COST)
    pair = (_switch_checks(table, _acts(table, "mid"), on) for on in (True, False))
    yield compare(row, *pair, rounds=rounds)
    row = Row(group, "read and fold 300", "unchecked", "game", COLD_COST)
    yield compare(
        row, _measure_folding(table, "checked"), _measure_folding(table, "bare"), rounds=rounds
    )


def _switch_checks(table: Pair, work: Work, on: bool) -> Work:
    def measured() -> float:
        table.send("PUT", "/bench/checks", {"on": on})
        try:
            return work()
        finally:
            table.send("PUT", "/bench/checks", {"on": True})

    return measured


def _measure_folding(table: Pair, how: str) -> Work:
    """Read and fold a game of about 300 events, without any cache."""
    path = f"/bench/cold/{table.games['old'][0]}/{how}"
    return lambda: float(table.send("GET", path).json["seconds"])


def _acts(table: Pair, age: str, *, forgetting: bool = False) -> Work:
    return _share(lambda: table.act(age, forgetting=forgetting))


def _share(request: Callable[[], TimedAnswer]) -> Work:
    """Send some of these requests, and take the lower quartile of their times."""
    return lambda: quantiles([request().seconds for _ in range(SHARE)], n=4)[0]


def require_success(answer: TimedAnswer) -> TimedAnswer:
    """Return an answer; raises RuntimeError if it is a refusal."""
    if answer.status >= REFUSED:
        raise RuntimeError(f"The server answered {answer.status}: {answer.body.decode()}")
    return answer


@contextlib.contextmanager
def _server(database: str, played: int, seated: int, title: str) -> Iterator[tuple[Client, Any]]:
    """Run a server on a new database, and yield a client and the people and games in it."""
    (made,) = run("trials.bench.filling", database, played, seated, f"{title}, {seated:,} games")
    with run_gunicorn(database, GUNICORN) as port:
        yield Client(port), json.loads(made)


@contextlib.contextmanager
def run_gunicorn(database: str, command: Sequence[str], **others: str) -> Iterator[int]:
    """Run gunicorn on a database, and yield its port."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="illimat-bench-") as folder:
        server = Program(
            "gunicorn",
            [sys.executable, "-m", *command, f"--bind=127.0.0.1:{port}"],
            probe=answers(port, "/health/live"),
            folder=Path(folder),
            environment=environment(database, folder) | others | {"PORT": str(port)},
        )
        try:
            server.start()
            yield port
        finally:
            server.kill()
