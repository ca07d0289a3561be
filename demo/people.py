"""People who sign up, prove their addresses and send requests."""

import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from demo.mail import Letters, text_of
from demo.server import Answer, Server, UnexpectedError

AUTH = "/_allauth/app/v1/auth"
PASSWORD = "correct horse battery"  # noqa: S105 - of people who exist only for the demo
CODE = re.compile(r"^([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", re.M)


class Person:
    """A person with an app, which stores the session token that the server gives it."""

    def __init__(self, server: Server, handle: str) -> None:
        self.server = server
        self.handle = handle
        self.address = f"{handle.lower()}@example.org"
        self.token = ""

    def __str__(self) -> str:
        return self.handle

    def send(self, method: str, path: str, body: object = None, *, key: str = "") -> Answer:
        """Send a request, with the session token and the Idempotency-Key if there are any."""
        headers = {"X-Session-Token": self.token} if self.token else {}
        if key:
            headers["Idempotency-Key"] = key
        return self.server.send(method, path, body, headers)

    def ask(
        self, method: str, path: str, body: object = None, *, expect: int = 200, key: str = ""
    ) -> Answer:
        """Send a request; raises UnexpectedError unless the status is `expect`."""
        answer = self.send(method, path, body, key=key)
        if answer.status != expect:
            told = f"{answer.status} instead of {expect}: {answer.text[:500]}"
            raise UnexpectedError(f"{method} {path} by {self} was answered with {told}")
        return answer

    def get(self, path: str) -> Any:
        return self.ask("GET", path).json

    def pages(self, path: str) -> Iterator[Any]:
        """Iterate over a list, following the addresses of its next pages."""
        following: str | None = path
        while following:
            page = self.get(following)
            yield from page["results"]
            parts = urlsplit(page["next"] or "")
            following = f"{parts.path}?{parts.query}" if page["next"] else None

    def sign_up(self) -> None:
        """Sign up for an account, which cannot be used until its address is proven."""
        wish = {"email": self.address, "username": self.handle, "password": PASSWORD}
        self._keep_token(self.ask("POST", f"{AUTH}/signup", wish, expect=401))

    def verify(self, letters: Letters) -> None:
        """Prove the address with the code that was mailed to it."""
        letter = letters.wait(self.address, "the code", CODE)
        found = CODE.search(text_of(letter))
        self._keep_token(
            self.ask("POST", f"{AUTH}/email/verify", {"key": found[1] if found else ""})
        )

    def log_in(self) -> None:
        self.token = ""
        proof = {"email": self.address, "password": PASSWORD}
        self._keep_token(self.ask("POST", f"{AUTH}/login", proof))

    def log_out(self) -> None:
        """End the session, and check that the server no longer accepts its token."""
        self.ask("DELETE", f"{AUTH}/session", expect=401)
        self.ask("GET", "/api/v1/me", expect=401)

    def _keep_token(self, answer: Answer) -> None:
        self.token = answer.json["meta"].get("session_token", self.token)


def gather(server: Server, names: Iterable[str], letters: Letters) -> list[Person]:
    """Sign people up, and prove their addresses; digits tell them from those of other demos."""
    people = [Person(server, f"{name}-{uuid4().hex[:8]}") for name in names]
    for person in people:
        person.sign_up()
    for person in people:
        person.verify(letters)
    return people
