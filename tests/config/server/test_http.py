"""The embedded web server under malformed, slow and ambiguous requests."""

import itertools
import json
import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from config.server.http import HEADER_LIMIT, THREADS, make_server
from illimat_core.errors import ECHOED
from tests.support.profiles import also

PATIENCE = 1  # second
HOST = b"Host: localhost\r\n"
GET = b"GET / HTTP/1.1\r\n" + HOST
POST = b"POST / HTTP/1.1\r\n" + HOST
CHUNKED = b"Transfer-Encoding: chunked\r\n"
NEXT = b"GET /next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

REFUSED = {
    "Content-Length beside chunked": POST + b"Content-Length: 4\r\n" + CHUNKED + b"\r\n0\r\n\r\n",
    "chunked beside Content-Length": POST + CHUNKED + b"Content-Length: 4\r\n\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "the same length twice": POST + b"Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd",
    "a list of lengths": POST + b"Content-Length: 4, 4\r\n\r\nabcd",
    "a length with a sign": POST + b"Content-Length: +4\r\n\r\nabcd",
    "a negative length": POST + b"Content-Length: -1\r\n\r\nabcd",
    "a length as Python writes it": POST + b"Content-Length: 1_0\r\n\r\nabcdefghij",
    "a length in hexadecimal": POST + b"Content-Length: 0x4\r\n\r\nabcd",
    "a folded header": GET + b"X-A: one\r\n two\r\n\r\n",
    "a header folded by a tab": GET + b"X-A: one\r\n\ttwo\r\n\r\n",
    "bare line feeds": b"GET / HTTP/1.1\nHost: localhost\n\n" + GET + b"\r\n",
    "a bare carriage return": GET + b"X-A: a\rb\r\n\r\n",
    "a null": GET + b"X-A: a\0b\r\n\r\n",
    "a space before the colon": POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "a header without a colon": GET + b"XA\r\n\r\n",
    "another coding": POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a second coding": POST + b"Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
    "chunks in HTTP/1.0": b"POST / HTTP/1.0\r\n" + HOST + CHUNKED + b"\r\n3\r\nabc\r\n0\r\n\r\n",
    "a chunk of no size": POST + CHUNKED + b"\r\nzz\r\nabc\r\n0\r\n\r\n",
    "a chunk of a prefixed size": POST + CHUNKED + b"\r\n0x3\r\nabc\r\n0\r\n\r\n",
    "a chunk of a negative size": POST + CHUNKED + b"\r\n-3\r\nabc\r\n0\r\n\r\n",
    "a chunk longer than it says": POST + CHUNKED + b"\r\n3\r\nabcdef\r\n0\r\n\r\n",
    "chunks with bare line feeds": POST + CHUNKED + b"\r\n3\nabc\n0\n\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": GET + b"Host: evil.example\r\n\r\n",
    "no HTTP": b"hello there\r\n\r\n",
    "another version": b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
    "the beginning of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "headers without end": GET + b"X-A: " + b"a" * HEADER_LIMIT,
    "a body that no limit allows": POST + b"Content-Length: 10000000000\r\n\r\nabc",
}
HALF = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a header": GET + b"X-A: ab",
    "half a body": POST + b"Content-Length: 10\r\n\r\nabc",
    "half a chunk": POST + CHUNKED + b"\r\n5\r\nab",
    "the size of a chunk": POST + CHUNKED + b"\r\n" + b"f" * 40,
}


class Site:
    """A server on its own port, and the requests that reached its application."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        listening = socket.create_server(("127.0.0.1", 0))
        self.address = listening.getsockname()
        self.server = make_server(self.answer, listening, PATIENCE)

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Echo the request; in two parts and without a length if the path says so."""
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        self.reached.append(f"{method} {path}")
        body = environ["wsgi.input"].read()
        headers = [("Content-Type", "text/plain")]
        start_response("200 OK", headers)
        return iter([b"parts of ", body]) if path == "/parts" else [b"whole " + body]

    def connect(self) -> socket.socket:
        """Return a connection with a timeout."""
        return socket.create_connection(self.address, timeout=20)

    def ask(self, request: bytes) -> bytes:
        """Send bytes and return the answer, read until the server closes."""
        with self.connect() as connection:
            connection.sendall(request)
            return all_of(connection)


def all_of(connection: socket.socket) -> bytes:
    """Return the bytes received until the other side closes."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionResetError:  # it had not read everything
        pass
    return b"".join(parts)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    found = Site()
    thread = threading.Thread(target=found.server.run)
    thread.start()
    yield found
    found.server.trigger.pull_trigger(found.server.close)
    found.server.task_dispatcher.shutdown()
    thread.join(20)
    assert not thread.is_alive()


def test_a_refusal_is_a_problem(site: Site) -> None:
    head, _, body = site.ask(REFUSED["no host"]).partition(b"\r\n\r\n")
    assert b"Content-Type: application/problem+json" in head
    problem = json.loads(body)
    assert (problem["status"], problem["code"]) == (400, "bad_request")
    assert problem["detail"].endswith("The request must have one Host.")


def test_a_refusal_repeats_at_most_80_characters_of_a_request(site: Site) -> None:
    answer = site.ask(GET + b"X-A: \r" + b"Q" * 3_000 + b"\r\n\r\n")
    assert answer.split()[1] == b"400"
    assert 0 < answer.count(b"Q") <= ECHOED


@pytest.mark.parametrize("what", REFUSED)
def test_a_request_that_could_be_read_in_two_ways_is_refused_and_ends_the_connection(
    site: Site, what: str
) -> None:
    site.reached.clear()
    answer = site.ask(REFUSED[what] + NEXT)
    head = answer.partition(b"\r\n\r\n")[0]
    assert head.split()[1] in {b"400", b"413", b"431", b"501"}
    assert answer.count(b"\r\nDate: ") == 1
    assert site.reached == []
    assert b"\nconnection: close" in head.lower()
    assert b"\nserver:" not in head.lower()
    assert b"X-Content-Type-Options: nosniff" in head
    assert b"Cache-Control: no-store" in head


@pytest.mark.parametrize("path", [b"/", b"/parts"])
def test_head_is_answered_without_a_body(site: Site, path: bytes) -> None:
    got = site.ask(b"GET " + path + b" HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n")
    headed = site.ask(b"HEAD " + path + b" HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n")
    assert got.partition(b"\r\n\r\n")[2]
    assert headed.endswith(b"\r\n\r\n")
    assert headed.count(b"\r\n\r\n") == 1
    assert lines(headed) == lines(got)


def test_a_head_that_is_refused_has_no_body(site: Site) -> None:
    answer = site.ask(b"HEAD / HTTP/1.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.endswith(b"\r\n\r\n")
    assert answer.count(b"\r\n\r\n") == 1


def lines(answer: bytes) -> set[bytes]:
    """Return the lines of an answer's head, without the date."""
    head = answer.partition(b"\r\n\r\n")[0]
    return {line for line in head.split(b"\r\n") if not line.startswith(b"Date:")}


def test_after_a_head_the_connection_goes_on(site: Site) -> None:
    answer = site.ask(b"HEAD / HTTP/1.1\r\n" + HOST + b"\r\n" + NEXT)
    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert answer.endswith(b"whole ")


def test_chunks_are_put_together_before_the_application_is_asked(site: Site) -> None:
    answer = site.ask(POST + CHUNKED + b"\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n" + NEXT)
    assert b"whole abcde" in answer
    assert b"\nserver:" not in answer.lower()


@pytest.mark.slow
def test_half_a_request_is_given_up_after_a_while(site: Site) -> None:
    site.reached.clear()
    with ExitStack() as stack:
        connections = [stack.enter_context(site.connect()) for _ in HALF]
        for connection, half in zip(connections, HALF.values(), strict=True):
            connection.sendall(half)
        assert [all_of(connection) for connection in connections] == [b""] * len(HALF)
    assert site.reached == []


@pytest.mark.parametrize("what", HALF)
def test_half_a_request_of_a_client_that_has_gone_reaches_nobody(site: Site, what: str) -> None:
    site.reached.clear()
    with site.connect() as connection:
        connection.sendall(HALF[what])
        connection.shutdown(socket.SHUT_WR)
        assert all_of(connection) == b""
    assert site.reached == []


@pytest.mark.slow
@pytest.mark.parametrize("drop", [b"a", *also(b"X-A: a\r\n")])
def test_a_request_that_comes_drop_by_drop_is_given_up(site: Site, drop: bytes) -> None:
    with site.connect() as connection:
        connection.sendall(GET)
        for _ in range(200):
            try:
                connection.sendall(drop)
            except OSError:
                return
            time.sleep(0.05)
    raise AssertionError("The connection was still open after 200 drops.")


def test_clients_that_send_slowly_keep_nobody_waiting(site: Site) -> None:
    with ExitStack() as stack:
        slow = [stack.enter_context(site.connect()) for _ in range(6 * THREADS)]
        for connection, half in zip(slow, itertools.cycle(HALF.values()), strict=False):
            connection.sendall(half)
        for _ in range(10):
            assert site.ask(NEXT).startswith(b"HTTP/1.1 200 OK")
