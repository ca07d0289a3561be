"""A bot that plays on a server over HTTP, and needs nothing but Python.

It shows what any client has to do: send a session token, poll with ETags, act with an
Idempotency-Key that is kept until there is an answer, and wait as long as Retry-After says. It
takes as many cards as it can, and otherwise picks at random.

    ILLIMAT_TOKEN=… python3 examples/http_bot.py http://127.0.0.1:8000

Instead of a token, ILLIMAT_EMAIL and ILLIMAT_PASSWORD log the bot in. --game plays a single game.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import Request, urlopen
from uuid import uuid4

Json = dict[str, Any]
LOG_IN = "/_allauth/app/v1/auth/login"
NOT_MODIFIED, CONFLICT, TOO_MANY, SERVER_ERROR = 304, 409, 429, 500
ATTEMPTS = 8
SECONDS = 30
"""How long to wait for an answer, and between polls."""


class RefusedError(Exception):
    """The server refused a request for good; the message says why."""


class Answer(NamedTuple):
    """An answer: its status, and its JSON, None without a body."""

    status: int
    json: Any


class Client:
    """Requests to one server with one token."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self.token = token
        self._etags: dict[str, str] = {}

    def log_in(self, email: str, password: str) -> None:
        """Get a session token for an account without a second factor. Raises RefusedError."""
        answer = self.send("POST", LOG_IN, {"email": email, "password": password})
        self.token = answer.json["meta"]["session_token"]

    def changed(self, path: str) -> Any:
        """Return the JSON at a path, or None if it is what it was at the last call."""
        headers = {"If-None-Match": self._etags[path]} if path in self._etags else {}
        answer = self.send("GET", path, headers=headers)
        return None if answer.status == NOT_MODIFIED else answer.json

    def forget(self, path: str) -> None:
        """Have the next call of ``changed`` return what is at a path, even if it is unchanged."""
        self._etags.pop(path, None)

    def act(self, game: str, version: int, action: Json) -> bool:
        """Act; return whether it was done, or the game has moved on meanwhile."""
        body = {"expected_version": version, "action": action}
        # One key for all attempts: however often the request arrives, it counts once.
        headers = {"Idempotency-Key": str(uuid4())}
        answer = self.send("POST", f"/api/v1/games/{game}/actions", body, headers=headers)
        return answer.status != CONFLICT

    def send(
        self, method: str, path: str, body: object = None, *, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request, again while the server is busy or away. Raises RefusedError."""
        told = "The server did not answer."
        for attempt in range(ATTEMPTS):
            try:
                return self._send(method, path, body, headers or {})
            except HTTPError as error:
                with error:
                    text = error.read().decode(errors="replace")
                if error.code == NOT_MODIFIED:
                    return Answer(error.code, None)
                if error.code == CONFLICT:
                    return Answer(error.code, json.loads(text))
                told = f"{method} {path} was answered with {error.code}: {text[:500]}"
                if error.code != TOO_MANY and error.code < SERVER_ERROR:
                    raise RefusedError(told) from None
                time.sleep(_wait(error.headers.get("Retry-After"), attempt))
            except (URLError, TimeoutError, ConnectionError) as error:
                told = f"{self.url} does not answer: {error}"
                time.sleep(_wait(None, attempt))
        raise RefusedError(told)

    def _send(self, method: str, path: str, body: object, headers: dict[str, str]) -> Answer:
        content = None if body is None else json.dumps(body).encode()
        sent = {"Accept": "application/json", "X-Session-Token": self.token, **headers}
        if content is not None:
            sent["Content-Type"] = "application/json"
        request = Request(self.url + path, content, sent, method=method)  # noqa: S310 - as typed
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - likewise
            if method == "GET" and answer.headers.get("ETag"):
                self._etags[path] = answer.headers["ETag"]
            return Answer(answer.status, json.loads(answer.read() or b"null"))


def _wait(retry_after: str | None, attempt: int) -> float:
    """Return the seconds to wait: what the server says, or longer each time."""
    if retry_after and retry_after.isdigit():
        return int(retry_after)
    return min(float(SECONDS), 2.0**attempt / 4)


def choose(actions: list[Json]) -> Json:
    """Return the harvest that takes most, or any action."""
    harvests = [action for action in actions if action["type"] == "harvest"]
    return max(harvests, key=lambda each: len(each["take"]), default=random.choice(actions))  # noqa: S311


def play(client: Client, game: str) -> Json:
    """Act in a game as long as it waits for this bot; return how it then stands."""
    path = f"/api/v1/games/{quote(game, safe='')}"
    while True:
        client.forget(path)
        seen = client.changed(path)
        if seen["state"] != "running" or not seen["you"]["awaited"]:
            return dict(seen)
        listed = client.send("GET", f"{path}/legal-actions").json
        action = choose(listed["results"])
        if client.act(game, seen["version"], action):
            print(f"{game}, version {seen['version']}: {json.dumps(action)}", flush=True)


def waiting(client: Client) -> Iterator[str]:
    """Yield the games that wait for this bot, if their list has changed."""
    path: str | None = "/api/v1/me/games?state=my_turn"
    while path and (page := client.changed(path)):
        yield from (game["id"] for game in page["results"])
        path = page["next"]


def play_one(client: Client, game: str, every: float) -> None:
    """Play a game to its end, after sitting down if its table is open."""
    path = f"/api/v1/games/{quote(game, safe='')}"
    seen = client.changed(path)
    if seen["state"] == "open" and not seen["you"]["seated"]:
        client.send("POST", f"{path}/seats", {})
    while seen["state"] in {"open", "running"}:
        if seen["you"]["awaited"]:
            seen = play(client, game)
        else:
            time.sleep(every)
            seen = client.changed(path) or seen
    print(f"{game} is over.", flush=True)


def play_all(client: Client, every: float) -> None:
    """Play in all games of this bot, until it is stopped."""
    while True:
        for game in list(waiting(client)):
            play(client, game)
        time.sleep(every)


def main() -> None:
    """Play as the command line says; exit with 1 and a sentence if the server refuses."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("url", help="address of the server")
    parser.add_argument("--game", metavar="ID", help="play only this game, and sit down there")
    parser.add_argument(
        "--every", type=float, default=SECONDS, help="seconds between polls [%(default)s]"
    )
    arguments = parser.parse_args()
    print(
        f"Looking every {arguments.every:g} seconds for games to play in. Ctrl-C ends this.",
        flush=True,
    )
    client = Client(arguments.url, os.environ.get("ILLIMAT_TOKEN", ""))
    try:
        if not client.token:
            if not {"ILLIMAT_EMAIL", "ILLIMAT_PASSWORD"} <= os.environ.keys():
                sys.exit("Set ILLIMAT_TOKEN, or ILLIMAT_EMAIL and ILLIMAT_PASSWORD.")
            client.log_in(os.environ["ILLIMAT_EMAIL"], os.environ["ILLIMAT_PASSWORD"])
        if arguments.game:
            play_one(client, arguments.game, arguments.every)
        else:
            play_all(client, arguments.every)
    except RefusedError as refusal:
        sys.exit(str(refusal))
    except KeyboardInterrupt:
        sys.exit(130)  # the exit code that shells give to a program ended by Ctrl-C


if __name__ == "__main__":
    main()
