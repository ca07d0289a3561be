"""The example bot plays whole games over HTTP, and gets through faults of server and network."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar
from uuid import uuid4

import pytest

from demo.mail import MailFolder
from demo.people import PASSWORD
from demo.server import Server
from examples import http_bot
from notifications.webhooks import signing
from tests.support.programs import PROJECT, Embedded
from tests.support.public_server import sign_up
from trials.programs import free_port, wait_until

BOT = [sys.executable, str(PROJECT / "examples" / "http_bot.py")]
WEBHOOK_BOT = PROJECT / "examples" / "webhook_bot.py"
GAME, FROZEN = "5b1c", "0f0f"
CONFLICT = 409
TIMELESS = SimpleNamespace(sleep=lambda _: None, monotonic=time.monotonic)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    found = Embedded(
        tmp_path_factory.mktemp("bots"), migrated, DJANGO_SETTINGS_MODULE="tests.e2e.embedded"
    )
    found.start()
    yield found
    found.kill()


def start(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
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


@pytest.mark.thorough
def test_a_bot_with_a_webhook_plays_a_game_without_asking(server: Embedded) -> None:
    one, other = sign_up([Server(server.url)] * 2, MailFolder(server.mail))
    port = free_port()
    hook = {"url": f"http://localhost:{port}/"}
    webhook = one.ask("POST", "/api/v1/me/webhooks", hook, expect=201, key=str(uuid4())).json
    secret, path = webhook["secret"], f"/api/v1/me/webhooks/{webhook['id']}"
    environment = os.environ | {"ILLIMAT_SECRET": secret, "ILLIMAT_TOKEN": one.token}
    command = [sys.executable, str(WEBHOOK_BOT), server.url, "--port", str(port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as told:
        try:
            assert told.stdout
            assert told.stdout.readline().startswith("Listening at port ")
            one.ask("POST", f"{path}/ping", {}, expect=202, key=str(uuid4()))
            wait_until(lambda: one.get(path)["confirmed"])
            table = {"options": {"mode": "beginner", "players": 2, "rounds": 1}}
            made = one.ask("POST", "/api/v1/games", table, expect=201, key=str(uuid4())).json["id"]
            task = [server.url, "--every", "0.05", "--game", made]
            status, out, error = end_of(start(*task, ILLIMAT_TOKEN=other.token))
        finally:
            told.kill()
    assert (status, error) == (0, "")
    assert out.endswith(f"{made} is over.\n")


class Answering(BaseHTTPRequestHandler):
    """A server that answers with JSON."""

    def answer(self, status: int, body: Any = None, **headers: str) -> None:
        self.send_response(status)
        content = b"" if body is None else json.dumps(body).encode()
        for name, value in (headers | {"Content-Length": str(len(content))}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


class Faulty(Answering):
    """A server on whose turn it is once, and whose answers get lost before they arrive."""

    posts: ClassVar[list[tuple[str, bytes]]] = []
    polls: ClassVar[list[str | None]] = []

    def do_GET(self) -> None:
        you = {"awaited": not self.done(), "seated": True}
        state = "finished" if self.done() and len(self.polls) > 5 else "running"
        if self.path.endswith("/legal-actions"):
            self.answer(200, {"version": 7, "results": [{"type": "pass"}]})
            return
        self.polls.append(self.headers["If-None-Match"])
        tag = f'"{state}-{self.done()}"'
        if self.headers["If-None-Match"] == tag:
            self.answer(304)
        else:
            self.answer(
                200, {"state": state, "version": 7, "you": you, "practice": False}, ETag=tag
            )

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
    assert error == "The session has ended: log in again, and set ILLIMAT_TOKEN.\n"


class Games(Answering):
    """A server on which two games wait for the bot, and all requests about the first are refused.

    Only the token ``valid`` is taken.
    """

    refusal: ClassVar[tuple[int, str, str]]
    asked: ClassVar[list[str]]
    done: ClassVar[bool]
    practice: ClassVar[bool]

    def do_GET(self) -> None:
        if not self.allowed():
            return
        if self.path == "/api/v1/me/games?state=my_turn":
            results = [{"id": FROZEN}] if self.done else [{"id": FROZEN}, {"id": GAME}]
            self.answer(200, {"results": results, "next": None})
        elif self.path.endswith("/legal-actions"):
            self.answer(200, {"version": 7, "results": [{"type": "pass"}]})
        else:
            full = self.refusal[1] == "table_full"
            you = {"awaited": not self.done or FROZEN in self.path, "seated": not full}
            state = "open" if full else "running"
            seen = {"state": state, "version": 7, "you": you, "practice": self.practice}
            self.answer(200, seen)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == http_bot.LOG_IN:
            self.asked.append(self.path)
            valid = body["password"] == PASSWORD
            self.answer(200 if valid else 400, {"meta": {"session_token": "valid"}})
        elif self.allowed():
            type(self).done = True
            self.answer(200, {"version": 8})

    def allowed(self) -> bool:
        self.asked.append(self.path)
        status, code, after = self.refusal
        if self.headers["X-Session-Token"] != "valid":
            self.answer(401, {"code": "authentication_failed"})
        elif FROZEN in self.path and (status != CONFLICT or self.command == "POST"):
            self.answer(status, {"code": code}, **({"Retry-After": after} if after else {}))
        else:
            return True
        return False


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a server with a game that refuses and one that does not; the bot sleeps no time."""
    monkeypatch.setattr(http_bot, "time", TIMELESS)
    Games.refusal, Games.asked = (503, "game_frozen", ""), []
    Games.done = Games.practice = False
    with ThreadingHTTPServer(("127.0.0.1", 0), Games) as listening:
        threading.Thread(target=listening.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


class StoppedError(Exception):
    """The bot was stopped while it waited."""


def waits_of(client: http_bot.Client, polls: int = 1) -> list[float]:
    """Let the bot play for that many polls; return how long it waits after each."""
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == polls:
            raise StoppedError

    with pytest.raises(StoppedError):
        http_bot.play_all(client, 30, wait)
    return waits


@pytest.mark.parametrize(
    "refusal",
    [
        (503, "game_frozen", ""),
        (503, "not_stored", ""),
        (503, "unavailable", "5"),
        (500, "internal_server_error", ""),
        (429, "throttled", "1"),
        (429, "quota_reached", "7200"),
        (CONFLICT, "stale_version", ""),
        (CONFLICT, "not_awaited", ""),
        (422, "refused", ""),
        (404, "not_found", ""),
    ],
    ids=lambda refusal: refusal[1],
)
def test_a_game_that_refuses_is_set_aside_and_the_others_go_on(
    games: str, refusal: tuple[int, str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    Games.refusal = refusal
    for _ in range(2):  # the bot is started again
        Games.asked.clear()
        Games.done = False
        assert waits_of(http_bot.Client(games, "valid"), 3) == [30, 30, 30]
        assert Games.done
        about = [path for path in Games.asked if FROZEN in path]
        assert 1 <= len(about) <= http_bot.ATTEMPTS
        assert capsys.readouterr().err.startswith(f"{FROZEN} is set aside for ")


def test_a_frozen_game_is_asked_for_once_a_day_and_a_quota_when_it_has_room(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for refusal, seconds in (((503, "game_frozen", ""), 86400), ((429, "throttled", "90"), 90)):
        Games.refusal = refusal
        Games.asked.clear()
        waits_of(http_bot.Client(games, "valid"))
        assert len([path for path in Games.asked if FROZEN in path]) == 1
        assert f"set aside for {seconds} seconds" in capsys.readouterr().err


def test_while_a_practice_game_goes_on_the_bot_asks_each_second(games: str) -> None:
    Games.practice = True
    assert waits_of(http_bot.Client(games, "valid"), 2) == [1, 1]


def test_the_bot_logs_in_again_once_its_session_has_ended(games: str) -> None:
    waits_of(http_bot.Client(games, "ended", ("bot@example.org", PASSWORD)))
    assert Games.asked.count(http_bot.LOG_IN) == 1
    assert Games.done
    Games.asked.clear()
    for account, times in ((None, 0), (("bot@example.org", "wrong"), 1)):
        with pytest.raises(http_bot.SessionEndedError):
            http_bot.play_all(http_bot.Client(games, "ended", account), 30)
        assert Games.asked.count(http_bot.LOG_IN) == times


def test_a_seat_that_is_refused_ends_the_bot_with_a_sentence(games: str) -> None:
    Games.refusal = (CONFLICT, "table_full", "")
    with pytest.raises(http_bot.RefusedError, match=r"no seat for this bot.*table_full"):
        http_bot.play_one(http_bot.Client(games, "valid"), FROZEN, 30)


def test_the_bot_goes_on_when_the_server_is_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(http_bot, "time", TIMELESS)
    client = http_bot.Client(f"http://127.0.0.1:{free_port()}", "valid")
    assert waits_of(client, 2) == [http_bot.PATIENCE] * 2
    assert "does not answer" in capsys.readouterr().err


@pytest.mark.slow
def test_a_verified_message_of_a_webhook_wakes_the_bot(games: str) -> None:
    port, secret = free_port(), signing.new_secret()
    environment = os.environ | {"ILLIMAT_SECRET": secret, "ILLIMAT_TOKEN": "valid"}
    command = [sys.executable, str(WEBHOOK_BOT), games, "--port", str(port)]
    Games.done = True
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as bot:
        try:
            assert bot.stdout
            assert bot.stdout.readline().startswith("Listening at port ")
            wait_until(lambda: any(FROZEN in path for path in Games.asked))
            Games.done = False
            body = b'{"type": "ping", "data": {"challenge": "c1"}}'
            sent = dict(signing.headers([secret], "m1", int(time.time()), body))
            other = signing.headers([signing.new_secret()], "m1", int(time.time()), body)
            old = signing.headers([secret], "m1", int(time.time()) - 301, body)
            for headers in (dict(other), dict(old), {}):
                assert post(port, body, headers) == (400, None)
            assert not Games.done
            assert post(port, body, sent) == (204, "c1")
            wait_until(lambda: Games.done)
        finally:
            bot.kill()


def post(port: int, body: bytes, headers: dict[str, str]) -> tuple[int, str | None]:
    """Post a message; return the status of the answer, and the challenge that it repeats."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/", body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers["webhook-challenge"]
