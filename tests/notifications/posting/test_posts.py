"""A post arrives within bounds, at the address that was checked, whatever answers there."""

import socket
import time
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from notifications.posting import posts
from notifications.posting.destinations import Destination, NotSentError, parse
from notifications.posting.posts import post
from tests.support.resolver import Resolver
from tests.support.webhook_receiver import (
    Receiver,
    babble,
    drip,
    flood,
    hang_up,
    receiving,
    secured,
)

HEADERS = [("webhook-id", "msg_1")]
BODY = b'{"type": "ping"}'


def test_a_body_arrives_as_it_is_with_its_headers(receiver: Receiver) -> None:
    assert post(parse(f"{receiver.url}?a=b"), HEADERS, BODY).status == 204
    (got,) = receiver.received
    assert (got.path, got.body) == ("/hook?a=b", BODY)
    assert got.headers["webhook-id"] == "msg_1"
    assert got.headers["content-type"] == "application/json"
    assert got.headers["host"] == f"127.0.0.1:{receiver.server_port}"


@pytest.mark.parametrize("status", [200, 301, 307, 410, 500])
def test_the_status_is_returned_and_no_redirect_followed(receiver: Receiver, status: int) -> None:
    receiver.status = status
    assert post(parse(receiver.url), HEADERS, BODY).status == status
    assert len(receiver.received) == 1


def test_a_name_is_resolved_once_and_what_it_is_then_does_not_matter(
    receiver: Receiver, resolver: Resolver
) -> None:
    resolver.answers["rebound.example.org"] = [["127.0.0.1"], ["127.0.0.2"]]
    with receiving(Receiver("127.0.0.2", receiver.server_port)) as inside:
        url = f"http://rebound.example.org:{receiver.server_port}/hook"
        assert post(parse(url), HEADERS, BODY).status == 204
    assert resolver.asked == ["rebound.example.org"]
    assert inside.received == []
    (got,) = receiver.received
    assert got.headers["host"] == f"rebound.example.org:{receiver.server_port}"


def test_nothing_is_sent_to_this_machine_unless_the_settings_allow_it(
    receiver: Receiver, resolver: Resolver, settings: Settings
) -> None:
    settings.ALLOW_LOCAL_WEBHOOKS = False
    resolver.answers["inside.example.org"] = [["127.0.0.1"]]
    destination = Destination(False, "inside.example.org", receiver.server_port, "/hook")
    with pytest.raises(NotSentError, match="no_public_address"):
        post(destination, HEADERS, BODY)
    assert receiver.received == []


def test_the_next_address_is_tried_if_one_cannot_be_reached(
    receiver: Receiver, resolver: Resolver
) -> None:
    resolver.answers["two.example.org"] = [["127.0.0.3", "127.0.0.1"]]
    url = f"http://two.example.org:{receiver.server_port}/hook"
    assert post(parse(url), HEADERS, BODY).status == 204


def test_a_server_that_does_not_listen_is_unreachable(receiver: Receiver) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        with pytest.raises(NotSentError, match="unreachable"):
            post(parse(f"http://127.0.0.1:{bound.getsockname()[1]}/"), HEADERS, BODY)


@pytest.mark.slow
@pytest.mark.parametrize(
    "behaviour", [drip, lambda _: time.sleep(60)], ids=["byte by byte", "silent"]
)
def test_a_server_that_is_slow_is_not_waited_for(receiver: Receiver, behaviour: Any) -> None:
    receiver.behave = behaviour
    began = time.monotonic()
    with pytest.raises(NotSentError, match="timed_out"):
        post(parse(receiver.url), HEADERS, BODY, seconds=0.3)
    assert time.monotonic() - began < 30


@pytest.mark.parametrize("behaviour", [flood, babble, hang_up])
def test_a_server_that_misbehaves_is_not_heard_out(receiver: Receiver, behaviour: Any) -> None:
    receiver.behave = behaviour
    with pytest.raises(NotSentError, match="answer_invalid"):
        post(parse(receiver.url), HEADERS, BODY, seconds=30)


def test_a_resolver_that_does_not_answer_costs_little_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def look_up(*_: Any, **__: Any) -> list[Any]:
        time.sleep(0.6)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(NotSentError, match="timed_out"):
        post(parse("https://slow.example.org/"), HEADERS, BODY, seconds=0.1)


def test_a_server_proves_its_name_with_a_certificate(
    receiver: Receiver,
    resolver: Resolver,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolver.answers |= {name: [["127.0.0.1"]] for name in ("hooks.example.org", "b.example.org")}
    safe = Receiver()
    monkeypatch.setenv("SSL_CERT_FILE", str(secured(safe, tmp_path, "hooks.example.org")))
    posts._context.cache_clear()
    with receiving(safe):
        port = safe.server_port
        assert post(parse(f"https://hooks.example.org:{port}/"), HEADERS, BODY).status == 204
        with pytest.raises(NotSentError, match="tls_failed"):
            post(parse(f"https://b.example.org:{port}/"), HEADERS, BODY)
    posts._context.cache_clear()
    with pytest.raises(NotSentError, match="tls_failed"):
        post(parse(f"https://hooks.example.org:{receiver.server_port}/"), HEADERS, BODY)
