"""A bot that plays on a server over HTTP, and needs nothing but Python.

It shows what any client has to do: send a session token, poll with ETags, act with an
Idempotency-Key that is kept until there is an answer, wait as long as Retry-After says, and go on
with the other games if one refuses (docs/bots.md has a table of refusals). It takes as many cards
as it can, and otherwise picks at random.

    ILLIMAT_TOKEN=… python3 examples/http_bot.py http://127.0.0.1:8000

Instead of a token, ILLIMAT_EMAIL and ILLIMAT_PASSWORD log the bot in, again whenever its session
has ended. --game plays a single game.
"""

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen
from uuid import uuid4

Json = dict[str, Any]
LOG_IN = "/_allauth/app/v1/auth/login"
NOT_MODIFIED, UNAUTHORIZED, CONFLICT, TOO_MANY, SERVER_ERROR = 304, 401, 409, 429, 500
ATTEMPTS = 8
SECONDS = 30
"""How long to wait for an answer, and between polls."""
PATIENCE = 60
"""Longer waits than this set a game aside, so that the others go on meanwhile."""
LIVELY = 60
"""For this many seconds after a play in a practice game, the bot polls each second."""
HOUR, DAY = 3600, 24 * 3600
ASIDE = {"game_frozen": DAY, "not_stored": HOUR}
"""Problems that only the server's operator can solve, and when to ask again."""
CACHED = 100


class RefusedError(Exception):
    """The server refused a request; the message says why.

    ``after`` is in how many seconds to ask again; None if the same request has no chance.
    """

    def __init__(self, message: str, after: float | None = None) -> None:
        super().__init__(message)
        self.after = after


class SessionEndedError(RefusedError):
    """The session has ended, and the bot could not log in."""


class Answer(NamedTuple):
    """An answer: its status, and its JSON, None without a body."""

    status: int
    json: Any


class Client:
    """Requests to one server with one token, or with the address and password of an account."""

    def __init__(self, url: str, token: str = "", account: tuple[str, str] | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.account = account
        self._seen: dict[str, tuple[str, Any]] = {}

    def log_in(self) -> None:
        """Get a session token for an account without a second factor. Raises RefusedError."""
        if self.account is None:
            raise SessionEndedError("The session has ended: log in again, and set ILLIMAT_TOKEN.")
        self.token = ""
        email, password = self.account
        answer = self._persist("POST", LOG_IN, {"email": email, "password": password}, {})
        self.token = answer.json["meta"]["session_token"]

    def get(self, path: str) -> Any:
        """Return the JSON at a path, which is not sent again if unchanged. Raises RefusedError."""
        tag, known = self._seen.get(path, ("", None))
        answer = self.send("GET", path, headers={"If-None-Match": tag} if tag else {})
        return known if answer.status == NOT_MODIFIED else answer.json

    def act(self, game: str, version: int, action: Json) -> bool:
        """Act; return False if the game has moved on meanwhile. Raises RefusedError."""
        body = {"expected_version": version, "action": action}
        # One key for all attempts: however often the request arrives, it counts once.
        headers = {"Idempotency-Key": str(uuid4())}
        answer = self.send("POST", f"/api/v1/games/{game}/actions", body, headers=headers)
        return answer.status != CONFLICT

    def send(
        self, method: str, path: str, body: object = None, *, headers: dict[str, str] | None = None
    ) -> Answer:
        """Send a request, again while the server is busy or away. Raises RefusedError."""
        answer = self._persist(method, path, body, headers or {})
        if answer.status == UNAUTHORIZED:
            self.log_in()
            answer = self._persist(method, path, body, headers or {})
        if answer.status == UNAUTHORIZED:
            raise SessionEndedError(f"{method} {path} was answered with 401: {answer.json}")
        return answer

    def _persist(self, method: str, path: str, body: object, headers: dict[str, str]) -> Answer:
        """Send a request until there is an answer to act on. Raises RefusedError."""
        refused = SessionEndedError if path == LOG_IN else RefusedError
        told = "The server did not answer."
        for attempt in range(ATTEMPTS):
            try:
                return self._send(method, path, body, headers)
            except HTTPError as error:
                with error:
                    text = error.read().decode(errors="replace")
                if error.code == NOT_MODIFIED:
                    return Answer(error.code, None)
                problem = _problem(text)
                if error.code == CONFLICT or (error.code == UNAUTHORIZED and path != LOG_IN):
                    return Answer(error.code, problem)
                told = f"{method} {path} was answered with {error.code}: {text[:500]}"
                after = _seconds(error.headers.get("Retry-After"))
                if error.code != TOO_MANY and error.code < SERVER_ERROR:
                    raise refused(told, after) from None
                after = ASIDE.get(problem.get("code", ""), after)
                if after is not None and after > PATIENCE:
                    raise refused(told, after) from None
                time.sleep(_pause(attempt) if after is None else after)
            except (OSError, HTTPException, ValueError) as error:  # no answer, or not this server's
                told = f"{self.url} does not answer: {error}"
                time.sleep(_pause(attempt))
        raise refused(told, PATIENCE)

    def _send(self, method: str, path: str, body: object, headers: dict[str, str]) -> Answer:
        content = None if body is None else json.dumps(body).encode()
        sent = {"Accept": "application/json", "X-Session-Token": self.token, **headers}
        if content is not None:
            sent["Content-Type"] = "application/json"
        request = Request(self.url + path, content, sent, method=method)  # noqa: S310 - as typed
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - likewise
            told = json.loads(answer.read() or b"null")
            if method == "GET" and answer.headers.get("ETag"):
                if len(self._seen) >= CACHED:
                    self._seen.clear()
                self._seen[path] = answer.headers["ETag"], told
            return Answer(answer.status, told)


def _problem(text: str) -> Json:
    """Return the problem that a refusal describes; nothing if it is none, as from a proxy."""
    try:
        told = json.loads(text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _seconds(retry_after: str | None) -> float | None:
    """Return how long the server asks to wait, if it says so."""
    return float(retry_after) if retry_after and retry_after.isdigit() else None


def _pause(attempt: int) -> float:
    """Return the seconds to wait before a further attempt: longer each time."""
    return min(float(SECONDS), 2.0**attempt / 4)


def choose(actions: list[Json]) -> Json:
    """Return the harvest that takes most, or any action."""
    harvests = [action for action in actions if action["type"] == "harvest"]
    return max(harvests, key=lambda each: len(each["take"]), default=random.choice(actions))  # noqa: S311


def play(client: Client, game: str) -> Json:
    """Act in a game as long as it waits for this bot; return how it then stands.

    Raises RefusedError, also if the game refuses a play and has not moved on.
    """
    path = f"/api/v1/games/{quote(game, safe='')}"
    refused_at = None
    while True:
        seen = client.get(path)
        if seen["state"] != "running" or not seen["you"]["awaited"]:
            return dict(seen)
        if seen["version"] == refused_at:
            raise RefusedError(f"{game} takes no play at version {refused_at}.", HOUR)
        listed = client.send("GET", f"{path}/legal-actions").json
        version, actions = listed["version"], listed["results"]
        if actions and client.act(game, version, action := choose(actions)):
            print(f"{game}, version {version}: {json.dumps(action)}", flush=True)
        else:
            refused_at = version


def waiting(client: Client) -> Iterator[str]:
    """Yield the games that wait for this bot."""
    path: str | None = "/api/v1/me/games?state=my_turn"
    while path:
        page = client.get(path)
        yield from (game["id"] for game in page["results"])
        path = page["next"]


def pause_after(seen: Json, every: float) -> float:
    """Return the seconds until the next poll: in practice games the house answers in a second."""
    return min(every, 1.0) if seen["practice"] and seen["state"] == "running" else every


def play_one(client: Client, game: str, every: float) -> None:
    """Play a game to its end, after sitting down if its table is open."""
    path = f"/api/v1/games/{quote(game, safe='')}"
    seen = client.get(path)
    if seen["state"] == "open" and not seen["you"]["seated"]:
        seated = client.send("POST", f"{path}/seats", {})
        if seated.status == CONFLICT:
            raise RefusedError(f"{game} has no seat for this bot: {json.dumps(seated.json)}")
    while seen["state"] in {"open", "running"}:
        if seen["you"]["awaited"]:
            seen = play(client, game)
        else:
            time.sleep(pause_after(seen, every))
            seen = client.get(path)
    print(f"{game} is over.", flush=True)


def play_all(client: Client, every: float, wait: Callable[[float], object] = time.sleep) -> None:
    """Play in all games of this bot, until it is stopped; games that refuse are set aside."""
    aside: dict[str, float] = {}
    lively = 0.0
    while True:
        try:
            for game in list(waiting(client)):
                if time.monotonic() < aside.get(game, 0.0):
                    continue
                seen = _tried(client, game, aside)
                if seen and pause_after(seen, every) < every:
                    lively = time.monotonic() + LIVELY
            wait(min(every, 1.0) if time.monotonic() < lively else every)
        except RefusedError as refusal:
            if refusal.after is None:
                raise
            print(refusal, file=sys.stderr, flush=True)
            wait(refusal.after)


def _tried(client: Client, game: str, aside: dict[str, float]) -> Json | None:
    """Play in a game, and return how it stands; None if it refused, and was set aside."""
    try:
        return play(client, game)
    except SessionEndedError:
        raise
    except RefusedError as refusal:
        after = HOUR if refusal.after is None else refusal.after
        aside[game] = time.monotonic() + after
        print(f"{game} is set aside for {after:g} seconds: {refusal}", file=sys.stderr, flush=True)
        return None


def connected(url: str) -> Client:
    """Return a client with the token or the account that the environment names."""
    token, email = os.environ.get("ILLIMAT_TOKEN", ""), os.environ.get("ILLIMAT_EMAIL", "")
    password = os.environ.get("ILLIMAT_PASSWORD", "")
    if not token and not (email and password):
        sys.exit("Set ILLIMAT_TOKEN, or ILLIMAT_EMAIL and ILLIMAT_PASSWORD.")
    client = Client(url, token, (email, password) if email and password else None)
    if not token:
        client.log_in()
    return client


def run(bot: Callable[[], None]) -> None:
    """Run a bot; exit with 1 and a sentence if the server refuses, with 130 after Ctrl-C."""
    try:
        bot()
    except RefusedError as refusal:
        sys.exit(str(refusal))
    except KeyboardInterrupt:
        sys.exit(130)  # the exit code that shells give to a program ended by Ctrl-C


def main() -> None:
    """Play as the command line says."""
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
    client = connected(arguments.url)
    if arguments.game:
        play_one(client, arguments.game, arguments.every)
    else:
        play_all(client, arguments.every)


if __name__ == "__main__":
    run(main)
