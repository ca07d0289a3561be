"""The processor time of each request, among many games and in the most expensive positions.

`python -m trials.bench.walk GAMES ROUNDS` fills a database in which one user has a seat in GAMES
games, is invited to as many and plays one. It sends every GET route and some others within this
process, and prints the shortest time of ROUNDS rounds for each, as a line of JSON. The time
includes that of the PostgreSQL backend where the operating system reports it.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, combinations
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
from django.conf import settings

from illimat_core import as_json
from trials.bench.positions import CROWDS, submissions
from trials.display import Bar
from trials.people import create_tables

HASHES: Final = "hashing a password"
FIELDS: Final = "the Fields play"
PNG: Final = "a PNG is drawn"
API: Final = "/api/v1"
PASSWORD: Final = "a long enough password"  # noqa: S105 - protects nothing
FILTERS: Final = {"state": "running", "players": "3", "mode": "teams"}
STATES: Final = ("my_turn", "invited", "open", "running", "finished")


class Taken(msgspec.Struct):
    """A request, the status of its answer, and its processor time in seconds.

    `apart` says what it does if no bound is set for it.
    """

    request: str
    status: int
    seconds: float
    apart: str = ""


class Walker:
    """Sends requests as one person, and measures their times."""

    def __init__(self, user: Any, rounds: int) -> None:
        from django.test import Client  # noqa: PLC0415 - after the setup

        self.client = Client(raise_request_exception=False, headers={"Host": "127.0.0.1"})
        self._user, self._rounds = user, rounds

    def get(self, path: str, name: str = "") -> Taken:
        apart = PNG if path.endswith(".png") else ""
        return self.timed(name or f"GET {path}", lambda: self.client.get(path), apart)

    def post(self, path: str, body: Callable[[], Any], name: str = "", apart: str = "") -> Taken:
        """Send a POST request some times, each time with a new body."""
        return self.timed(name or f"POST {path}", lambda: self._post(path, body()), apart)

    def _post(self, path: str, body: Any) -> Any:
        key = {"Idempotency-Key": str(uuid4())}
        return self.client.post(path, body, "application/json", headers=key)

    def log_in(self) -> None:
        """Begin a new session, since some routes end it."""
        self.client.force_login(self._user, *settings.AUTHENTICATION_BACKENDS)

    def timed(self, name: str, send: Callable[[], Any], apart: str = "") -> Taken:
        """Send a request some times, and keep the shortest time."""
        self.log_in()
        if self._rounds > 1:
            send()  # what is done once only is no part of it
        shortest, status = float("inf"), 0
        for _ in range(self._rounds):
            began = processor_time()
            status = send().status_code
            shortest = min(shortest, processor_time() - began)
        return Taken(name, status, shortest, apart)


def main() -> None:
    games, rounds = map(int, sys.argv[1:])
    create_tables()
    from trials.bench.crowd import seat_everywhere  # noqa: PLC0415 - after the setup

    with Bar(f"{games:,} games of one user", sys.stderr) as bar:
        user, other, game_id = seat_everywhere(games, PASSWORD, bar)
        walker = Walker(user, rounds)
        for taken in chain(
            _routes(walker, game_id), _lists(walker), _worst(walker, game_id), _acts(walker, other)
        ):
            bar.show(1, taken.request)
            print(msgspec.json.encode(taken).decode(), flush=True)


def processor_time() -> float:
    """Return the processor time of this process and its PostgreSQL backend, in seconds."""
    from django.db import connection  # noqa: PLC0415 - after the setup

    spent = time.process_time()
    if connection.vendor == "postgresql" and connection.connection:
        backend = connection.connection.info.backend_pid
        with suppress(OSError):
            spent += int(Path(f"/proc/{backend}/schedstat").read_text().split()[0]) / 1e9
    return spent


def _routes(walker: Walker, game_id: str) -> Iterator[Taken]:
    """Read each route of the server; some refuse to be read, which takes time as well."""
    from django.urls import get_resolver  # noqa: PLC0415 - after the setup

    known = {
        "game_id": game_id,
        "version": "200",
        "app_label": "games",
        "url": "nothing",
    }
    for path in dict.fromkeys(_paths(get_resolver("config.urls").url_patterns, known)):
        yield walker.get(path.replace("/games/game/1/", f"/games/game/{game_id}/"))


def _paths(patterns: Any, known: dict[str, str], prefix: str = "/") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + _filled(pattern.pattern, known)
        if hasattr(pattern, "url_patterns"):
            yield from _paths(pattern.url_patterns, known, route)
        else:
            yield route


def _filled(pattern: Any, known: dict[str, str]) -> str:
    names = pattern.regex.groupindex if hasattr(pattern, "regex") else {}
    if not hasattr(pattern, "_route"):
        return "".join(known.get(name, "1") for name in names) + "/"
    route = str(pattern)
    for name in names:
        for converter in ("", "uuid:", "int:", "path:", "str:", "slug:"):
            route = route.replace(f"<{converter}{name}>", known.get(name, "1"))
    return route


def _lists(walker: Walker) -> Iterator[Taken]:
    choices = chain.from_iterable(combinations(FILTERS.items(), many) for many in range(4))
    filters = ["&".join(f"{name}={value}" for name, value in choice) for choice in choices]
    for query in filters:
        yield walker.get(f"{API}/games?limit=100&{query}")
        yield walker.get(f"{API}/games?limit=100&mine=true&{query}")
    for state in STATES:
        yield walker.get(f"{API}/me/games?limit=100&state={state}")
    yield walker.get("/admin/games/game/?q=stranger")
    yield walker.get("/admin/games/game/?state__exact=running&mode__exact=teams")
    yield walker.get("/admin/accounts/user/?q=stranger")


def _worst(walker: Walker, game_id: str) -> Iterator[Taken]:
    """View, list and try actions in positions that are worse than any game is likely to reach."""
    from games.models import Game  # noqa: PLC0415 - likewise
    from games.stream import store  # noqa: PLC0415 - after the setup

    path = f"{API}/games/{game_id}"
    game = Game.objects.get(pk=game_id)
    known = store.state_of(game)
    for name, state in CROWDS.items():
        store.folds.keep(game.id, game.head, msgspec.structs.replace(state, version=game.version))
        yield walker.get(path, f"GET …/{{id}} {name}")
        yield walker.get(f"/games/{game_id}", f"GET page of a game {name}")
        for picture in ("board.svg", "board.png"):
            yield walker.get(f"{path}/{picture}", f"GET …/{picture} {name}")
        address = f"{path}/legal-actions?limit=100"
        for page in ("first", "second", "third"):
            yield walker.get(address, f"GET …/legal-actions, {page} page {name}")
            address = walker.client.get(address).json()["next"] or address
    for name, state, action in submissions():
        store.folds.keep(game.id, game.head, msgspec.structs.replace(state, version=game.version))
        tried = {"action": as_json(action)}
        yield walker.post(f"{path}/preview", partial(dict, tried), f"POST …/preview {name}")
        done = tried | {"expected_version": game.version}
        yield walker.post(f"{path}/actions", partial(dict, done), f"POST …/actions {name}")
    store.folds.keep(game.id, game.head, known)


def _acts(walker: Walker, other: Any) -> Iterator[Taken]:
    duel = {"options": {"mode": "beginner"}}
    yield walker.post(f"{API}/games", lambda: duel)
    for mode in ("solitaire", "solo_fields"):
        alone = {"options": {"mode": mode, "players": 1, "rounds": 32}}
        made = walker.client.post(f"{API}/games", alone, "application/json").json()
        path, apart = f"{API}/games/{made['id']}", FIELDS if mode == "solo_fields" else ""

        def act(path: str = path) -> Any:
            page = walker.client.get(f"{path}/legal-actions?limit=1").json()
            return {"expected_version": page["version"], "action": page["results"][0]}

        yield _apart(walker, path, act, f"POST …/actions, {mode}", apart)
    log_in = {"email": other.email, "password": PASSWORD}
    yield walker.post("/_allauth/app/v1/auth/login", lambda: log_in, apart=HASHES)


def _apart(walker: Walker, path: str, act: Callable[[], Any], name: str, apart: str) -> Taken:
    """Measure an action alone, without finding out the legal ones."""
    bodies: list[Any] = []

    def send() -> Any:
        return walker._post(f"{path}/actions", bodies.pop())

    taken = Taken(name, 0, float("inf"), apart)
    for _ in range(walker._rounds):
        bodies.append(act())
        began = processor_time()
        taken.status = send().status_code
        taken.seconds = min(taken.seconds, processor_time() - began)
    return taken


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "trials.bench.settings")
    main()
