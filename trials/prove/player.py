"""A client of the API that repeats each request until it gets a definite answer."""

import asyncio
import uuid
from typing import Any

import httpx
import msgspec

from trials.prove.history import Attempt, Exchange, History, Submission, now

API = "/api/v1"
ASKED_FOR = 300  # seconds, then a request is given up; on a busy machine kills leave little time
PAUSE = 0.15  # seconds between one try and the next
PATIENCE = 20  # seconds for one answer
HOST = "play.example.org"
HEADERS = {"Host": HOST, "X-Forwarded-Proto": "https"}  # as the proxy of a public server sends


class Person(msgspec.Struct, frozen=True):
    """A user with a session."""

    handle: str
    email: str
    token: str


class GaveUpError(Exception):
    """Raised when the server has given no definite answer for too long."""


class Device:
    """A connection to the server, which several people may use."""

    def __init__(self, base_url: str, history: History) -> None:
        limits = httpx.Limits(max_connections=4, max_keepalive_connections=2, keepalive_expiry=1)
        self._client = httpx.AsyncClient(
            base_url=base_url + API, headers=HEADERS, timeout=PATIENCE, limits=limits
        )
        self._history = history

    async def close(self) -> None:
        await self._client.aclose()

    async def get(self, path: str, person: Person) -> httpx.Response:
        """Send a GET request as a person, until it is answered."""
        return await self._insist("GET", path, person, None, str(uuid.uuid4()))

    async def post(self, path: str, person: Person, body: Any) -> httpx.Response:
        """Send a POST request that may safely be repeated, until it is answered."""
        return await self._insist("POST", path, person, body, str(uuid.uuid4()))

    async def submit(self, submission: Submission, person: Person, body: Any) -> bool:
        """Send it until it is answered; return whether the first try was. Raises GaveUpError."""
        path = f"/games/{submission.game}/actions"
        end = now() + ASKED_FOR
        for tries in range(1_000_000):
            attempt = Attempt(sent=now(), ended=0)
            try:
                answer = await self._ask("POST", path, person, body, submission.key)
                attempt.status, attempt.body = answer.status_code, answer.content
            except httpx.TransportError:
                pass
            attempt.ended = now()
            self._history.attempted(submission, attempt)
            if attempt.definite:
                return tries == 0
            if now() > end:
                break
            await asyncio.sleep(PAUSE)
        raise self._give_up(path)

    async def _insist(
        self, method: str, path: str, person: Person, body: Any, key: str
    ) -> httpx.Response:
        end = now() + ASKED_FOR
        while now() < end:
            try:
                answer = await self._ask(method, path, person, body, key)
            except httpx.TransportError:
                await asyncio.sleep(PAUSE)
                continue
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                return answer
            await asyncio.sleep(PAUSE)
        raise self._give_up(path)

    def _give_up(self, path: str) -> GaveUpError:
        self._history.gave_up(path)
        return GaveUpError(path)

    async def _ask(
        self, method: str, path: str, person: Person, body: Any, key: str
    ) -> httpx.Response:
        headers = {"X-Session-Token": person.token, "Idempotency-Key": key}
        sent = now()
        answer = await self._client.request(method, path, json=body, headers=headers)
        waiting = answer.headers.get("Retry-After")
        self._history.exchanged(Exchange(method, path, sent, now(), answer.status_code, waiting))
        return answer
