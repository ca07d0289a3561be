"""The embedded server when one of its three parts fails."""

import signal
from collections.abc import Iterator

import pytest

from config.celery import app
from config.embedded import Embedded
from trials.programs import free_port


@pytest.fixture
def _signals() -> Iterator[None]:
    """Restore pytest's signal handlers, which the server replaces."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("_signals")
@pytest.mark.parametrize("part", ["worker", "beat"])
def test_when_one_part_dies_the_server_does_not_pretend(
    monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    server = Embedded(app, host="127.0.0.1", port=free_port())
    for name in ("worker", "beat"):
        work = (lambda: None) if name == part else server.ending.wait
        monkeypatch.setattr(getattr(server, name), "start", work)
    assert server.run() is False


@pytest.mark.usefixtures("_signals")
def test_a_port_that_is_taken_is_refused() -> None:
    port = free_port()
    first = Embedded(app, host="127.0.0.1", port=port)
    with pytest.raises(OSError, match="in use"):
        Embedded(app, host="127.0.0.1", port=port)
    first.server.close()
