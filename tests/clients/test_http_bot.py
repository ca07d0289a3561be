"""The example bot plays whole games over HTTP, and gets through faults of server and network."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

import pytest

from demo.mail import MailFolder
from demo.people import PASSWORD
from demo.server import Server
from tests.e2e.conftest import sign_up
from tests.programs import PROJECT, Embedded

BOT = [sys.executable, str(PROJECT / "examples" / "http_bot.py")]
GAME = "5b1c"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    """Run the embedded server."""
    found = Embedded(
        tmp_path_factory.mktemp("bots"), migrated, DJANGO_SETTINGS_MODULE="tests.e2e.embedded"
    )
    found.start()
    yield found
    found.kill()


def start(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start the bot."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*BOT, *arguments], env=os.environ | environment, stdout=pipe, stderr=pipe, text=True
    )


def end_of(bot: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Return the exit status of the bot, and what it printed."""
    try:
        out, error = bot.communicate(timeout=60)
    finally:
        bot.kill()
    return bot.returncode, out, error


@pytest.mark.thorough
def test_two_bots_play_a_whole_game(server: Embedded) -> None:
    one, other = sign_up([Server(server.url)] * 2, MailFolder(server.mail))
    table = {"options": {"luminaries": "all", "rounds": 1}, "visibility": "link"}
    made = one.ask("POST", "/api/v1/games", table, expect=201, key=str(uuid4())).json["id"]
    task = [server.url, "--every", "0.05", "--game", made]
    bots = [
        start(*task, ILLIMAT_TOKEN=one.token),
        start(*task, ILLIMAT_EMAIL=other.address, ILLIMAT_PASSWORD=PASSWORD),
    ]
    for bot in bots:
        status, out, error = end_of(bot)
        assert (status, error) == (0, "")
        assert out.endswith(f"{made} is over.\n")
        assert out.count('"type"') > 8
    assert one.get(f"/api/v1/games/{made}")["state"] == "finished"


class Faulty(BaseHTTPRequestHandler):
    """A server on whose turn it is once, and whose answers get lost before they arrive."""

    posts: ClassVar[list[tuple[str, bytes]]] = []
    polls: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        you = {"awaited": not self.done(), "seated": True}
        state = "finished" if self.done() and len(self.polls) > 5 else "running"
        if self.path.endswith("/legal-actions"):
            self.answer(200, {"results": [{"type": "pass"}]})
            return
        self.polls.append(self.headers["If-None-Match"])
        tag = f'"{state}-{self.done()}"'
        if self.headers["If-None-Match"] == tag:
            self.answer(304)
        else:
            self.answer(200, {"state": state, "version": 7, "you": you}, ETag=tag)

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.posts.append((self.headers["Idempotency-Key"], body))
        match len(self.posts):
            case 1:
                self.answer(503, {"code": "unavailable"}, **{"Retry-After": "1"})
            case 2:
                self.close_connection = True  # without an answer
            case 3:
                self.answer(429, {"code": "throttled"}, **{"Retry-After": "0"})
            case _:
                self.answer(200, {"version": 8})

    def done(self) -> bool:
        return len(self.posts) > 3

    def answer(self, status: int, body: Any = None, **headers: str) -> None:
        self.send_response(status)
        content = b"" if body is None else json.dumps(body).encode()
        for name, value in (headers | {"Content-Length": str(len(content))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.slow
def test_the_bot_repeats_what_got_lost_under_the_same_key_and_polls_with_tags() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Faulty) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{listening.server_port}"
        bot = start(url, "--every", "0.05", "--game", GAME, ILLIMAT_TOKEN="any")
        status, out, error = end_of(bot)
        listening.shutdown()
    assert (status, error) == (0, "")
    assert out.endswith(f"{GAME} is over.\n")
    assert len(Faulty.posts) == 4
    assert len(set(Faulty.posts)) == 1
    assert '"running-True"' in Faulty.polls


def test_without_a_way_to_log_in_it_says_so(tmp_path: Path) -> None:
    status, _, error = end_of(start("http://127.0.0.1:9"))
    assert (status, error) == (1, "Set ILLIMAT_TOKEN, or ILLIMAT_EMAIL and ILLIMAT_PASSWORD.\n")


@pytest.mark.slow
def test_a_refusal_ends_it_with_a_sentence(server: Embedded) -> None:
    status, out, error = end_of(start(server.url, "--game", str(uuid4()), ILLIMAT_TOKEN="none"))
    assert (status, out) == (
        1,
        "Looking every 30 seconds for games to play in. Ctrl-C ends this.\n",
    )
    assert " was answered with 401: " in error
    assert "Traceback" not in error
