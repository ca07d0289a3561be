"""The sample nginx configuration in front of gunicorn, with malicious clients."""

import itertools
import json
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.client import HTTPResponse, HTTPSConnection
from pathlib import Path

import msgspec
import pytest

from api.details import MEDIA_TYPE, describe_status
from api.handlers import MACHINE_PATHS
from tests.support.programs import Deployment
from tests.support.public_server import HOST
from trials import servers
from trials.programs import free_port

pytestmark = [pytest.mark.e2e, pytest.mark.thorough]
THREADS = 8  # of gunicorn
SLOW = 30
HEAD = f"Host: {HOST}\r\n".encode()
LOG_IN = b"POST /_allauth/app/v1/auth/login HTTP/1.1\r\nContent-Type: application/json\r\n" + HEAD
SLOW_REQUESTS = {
    "nothing": b"",
    "half a header": b"GET / HTTP/1.1\r\n" + HEAD + b"X-A: a",
    "half a body": LOG_IN + b"Content-Length: 100\r\n\r\n{",
    "half a chunk": LOG_IN + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab",
    "no reading": (b"GET /accounts/login/ HTTP/1.1\r\n" + HEAD + b"\r\n") * 5,
}
Changes = Mapping[str, str]
OFTEN: Changes = {}
SELDOM: Changes = {"rate=30r/s": "rate=1r/m", "burst=100": "burst=1"}
AMBIGUOUS = {
    "a length beside chunks": b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    "two hosts": b"Host: evil.example\r\n\r\n",
}


class Front:
    """nginx in front of a public server."""

    def __init__(self, upstream: int, folder: Path, patience: int, often: Changes) -> None:
        """`upstream` is gunicorn's port; clients may be silent for `patience` seconds."""
        self.port, self.plain_port = free_port(), free_port()
        self.trust = ssl.create_default_context()
        certificate, key = servers.certificate(folder, HOST)
        self.trust.load_verify_locations(certificate)
        changes = {
            "client_header_timeout 10s;": f"client_header_timeout {patience}s;",
            "client_body_timeout 10s;": f"client_body_timeout {patience}s;",
            "listen 80;": f"listen 127.0.0.1:{self.plain_port};",
            "listen 443 ": f"listen 127.0.0.1:{self.port} ",
            "server 127.0.0.1:8000;": f"server 127.0.0.1:{upstream};",
            **often,
            f"/etc/letsencrypt/live/{HOST}/fullchain.pem": str(certificate),
            f"/etc/letsencrypt/live/{HOST}/privkey.pem": str(key),
        }
        self.site = servers.sample_site(changes)

    def connect(self, address: str = "127.0.0.2") -> ssl.SSLSocket:
        """Return a connection from a local address."""
        plain = socket.create_connection(
            ("127.0.0.1", self.port), timeout=30, source_address=(address, 0)
        )
        return self.trust.wrap_socket(plain, server_hostname=HOST)

    def send(self, request: bytes) -> HTTPResponse:
        """Send bytes and return the head of the answer."""
        connection = self.connect()
        connection.sendall(request)
        answer = HTTPResponse(connection)
        answer.begin()
        connection.close()
        return answer

    def ask(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """Request a page as a browser does, and return status, headers and body."""
        connection = HTTPSConnection(HOST)
        connection.sock = self.connect()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        found = answer.status, dict(answer.headers), answer.read()
        connection.close()
        return found


@contextmanager
def running(
    upstream: int, program: str, folder: Path, patience: int, often: Changes = OFTEN
) -> Iterator[Front]:
    """Run nginx with the sample configuration in front of gunicorn."""
    front = Front(upstream, folder, patience, often)
    with servers.running(servers.nginx_with(program, folder, front.site, front.port)):
        yield front


@pytest.fixture(scope="module")
def front(
    deployment: Deployment, nginx_program: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Front]:
    """Run nginx with longer timeouts than those of the tests."""
    with running(deployment.port, nginx_program, tmp_path_factory.mktemp("nginx"), 600) as found:
        yield found


def test_people_are_answered_while_others_send_slowly(front: Front) -> None:
    assert SLOW > 3 * THREADS
    with ExitStack() as stack:
        slow = [stack.enter_context(front.connect("127.0.0.3")) for _ in range(SLOW)]
        for connection, part in zip(slow, itertools.cycle(SLOW_REQUESTS.values()), strict=False):
            connection.sendall(part)
        for _ in range(20):
            status, _, body = front.ask("/health/ready")
            assert status == 200, body
            assert front.ask("/accounts/login/")[0] == 200


def test_clients_that_stay_silent_are_dropped(
    deployment: Deployment, nginx_program: str, tmp_path: Path
) -> None:
    with running(deployment.port, nginx_program, tmp_path, 1) as front, ExitStack() as stack:
        for part in ("half a header", "half a body", "half a chunk"):
            connection = stack.enter_context(front.connect())
            connection.sendall(SLOW_REQUESTS[part])
            assert connection.recv(1024) == b""


def test_the_proxy_names_no_version_and_keeps_the_headers(front: Front) -> None:
    status, headers, _ = front.ask("/api/v1/me")
    assert status == 401
    assert headers["Server"] == "nginx"
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Strict-Transport-Security"]


def test_a_body_in_chunks_arrives_whole(front: Front) -> None:
    body = json.dumps({"email": "ada@example.org", "password": "x"}).encode()
    parts = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:9], body[9:], b""))
    answer = front.send(LOG_IN + b"Transfer-Encoding: chunked\r\n\r\n" + parts)
    assert answer.status == 400  # a wrong password; not 411, as without its length


@pytest.mark.parametrize("what", AMBIGUOUS)
def test_a_request_that_could_be_read_in_two_ways_is_refused(front: Front, what: str) -> None:
    answer = front.send(b"POST / HTTP/1.1\r\n" + HEAD + AMBIGUOUS[what])
    assert answer.status == 400
    assert answer.headers["Connection"] == "close"


def test_too_large_a_body_is_refused_before_it_is_sent(front: Front) -> None:
    assert (
        front.send(b"POST / HTTP/1.1\r\n" + HEAD + b"Content-Length: 999999\r\n\r\n").status == 413
    )


def test_one_address_has_only_so_many_requests_at_once(front: Front) -> None:
    answers = []
    with ExitStack() as stack:
        for _ in range(25):
            connection = stack.enter_context(front.connect("127.0.0.4"))
            connection.sendall(LOG_IN + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n")
            answers.append(connection.recv(12))
    assert answers == 20 * [b"HTTP/1.1 100"] + 5 * [b"HTTP/1.1 429"]


@pytest.mark.parametrize("path", ["/api/v1/me", "/_allauth/app/v1/config", "/games/1"])
def test_without_gunicorn_the_proxy_itself_says_when_to_try_again(
    nginx_program: str, tmp_path: Path, path: str
) -> None:
    with running(free_port(), nginx_program, tmp_path, 10, SELDOM) as front:
        answers = [front.ask(path) for _ in range(3)]
    assert_told(path, answers[0], 503)
    assert_told(path, answers[-1], 429)


def assert_told(path: str, answer: tuple[int, dict[str, str], bytes], status: int) -> None:
    """Check an answer of nginx itself: a problem for programs, and a page for people."""
    found, headers, body = answer
    assert (found, headers["Cache-Control"]) == (status, "no-store")
    assert int(headers["Retry-After"]) > 0
    if path.startswith(MACHINE_PATHS):
        assert headers["Content-Type"] == MEDIA_TYPE
        ours = json.loads(msgspec.json.encode(describe_status(status)))
        told = json.loads(body)
        assert told.keys() == ours.keys()
        assert {k: v for k, v in told.items() if k != "detail"} == {
            k: v for k, v in ours.items() if k != "detail"
        }
    else:
        assert headers["Content-Type"] == "text/html; charset=utf-8"
        assert 'lang="de"' in body.decode()


def test_plain_http_leads_to_https(front: Front) -> None:
    with socket.create_connection(("127.0.0.1", front.plain_port), timeout=30) as connection:
        connection.sendall(b"GET /games/1 HTTP/1.1\r\n" + HEAD + b"\r\n")
        answer = connection.recv(4096)
    assert answer.startswith(b"HTTP/1.1 301 ")
    assert f"Location: https://{HOST}/games/1\r\n".encode() in answer
