"""The ids of the request being answered, and the cause of its failure, for its log lines.

A worker that delivers what a request caused sets the id of that request.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

ID_LENGTH: Final = 64
"""The most characters of a request's id."""
REQUEST: ContextVar[str] = ContextVar("request", default="")
GAME: ContextVar[str] = ContextVar("game", default="")
CAUSE: ContextVar[str] = ContextVar("cause", default="")


def request_id() -> str:
    """Return the id of the request being answered; empty if there is none."""
    return REQUEST.get()


@contextmanager
def on_behalf_of(request: str) -> Iterator[None]:
    """Work for the request with this id, or for none if it is empty."""
    before = REQUEST.set(request)
    try:
        yield
    finally:
        REQUEST.reset(before)
