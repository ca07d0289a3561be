"""Names that resolve as a test says."""

import socket
from collections.abc import Callable
from typing import Any


class Resolver:
    """The names that a test knows; each look-up takes the next answer, and the last one stays."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.answers: dict[str, list[list[str]]] = {}
        self.asked: list[str] = []
        self._real = real

    def __call__(self, host: str, port: int, *args: Any, **kwargs: Any) -> Any:
        """Return what socket.getaddrinfo returns."""
        if host not in self.answers:
            return self._real(host, port, *args, **kwargs)
        self.asked.append(host)
        known = self.answers[host]
        found = known.pop(0) if len(known) > 1 else known[0]
        return [info for each in found for info in self._real(each, port, type=socket.SOCK_STREAM)]
