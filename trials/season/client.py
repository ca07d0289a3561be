"""People who send requests to the server, and play their games by chance."""

import asyncio
import contextlib
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from random import Random
from typing import Any

import httpx

from trials.prove.player import API, HEADERS, Person

AT_ONCE = 4  # requests
LISTED = 12  # legal actions that a player chooses from
PATIENCE = 120  # seconds
LOOK_EVERY = 0.2  # seconds
OK, CREATED, NO_CONTENT = httpx.codes.OK, httpx.codes.CREATED, httpx.codes.NO_CONTENT
FORBIDDEN = httpx.codes.FORBIDDEN


class UnexpectedError(Exception):
    """Raised when the server does not do what it should; the message is a sentence."""


class Api:
    """The API of a running server. A status other than the expected raises UnexpectedError."""

    def __init__(self, url: str) -> None:
        # gunicorn closes a connection that nobody has used for two seconds.
        limits = httpx.Limits(keepalive_expiry=1)
        self._client = httpx.AsyncClient(
            base_url=url + API, headers=HEADERS, timeout=PATIENCE, limits=limits
        )
        self._turns = asyncio.Semaphore(AT_ONCE)
        self.requests = 0

    async def close(self) -> None:
        await self._client.aclose()

    async def get(self, person: Person, path: str) -> Any:
        return await self._ask("GET", person, path, None, OK)

    async def pages(self, person: Person, path: str) -> list[Any]:
        """Return all rows of a list."""
        found, following = [], path
        while following:
            page = await self.get(person, following)
            found += page["results"]
            following = (page["next"] or "").partition(API)[2]
        return found

    async def post(self, person: Person, path: str, body: Any, expect: int = CREATED) -> Any:
        return await self._ask("POST", person, path, body, expect)

    async def delete(self, person: Person, path: str) -> None:
        await self._ask("DELETE", person, path, None, NO_CONTENT)

    async def _ask(self, method: str, person: Person, path: str, body: Any, expect: int) -> Any:
        headers = {"X-Session-Token": person.token}
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.uuid4())
        async with self._turns:
            self.requests += 1
            answer = await self._client.request(method, path, json=body, headers=headers)
        if answer.status_code != expect:
            told = f"{answer.status_code} instead of {expect}: {answer.text[:500]}"
            raise UnexpectedError(f"{method} {path} by {person.handle} was answered with {told}")
        return answer.json() if answer.content else None


class FixtureGame:
    """A game of a fixture, with the people who play it by seat."""

    def __init__(
        self, api: Api, fixture: Mapping[str, Any], known: Mapping[str, Person], dice: Random
    ) -> None:
        """Take over the game of a fixture; `known` are all who may come to play it, by handle."""
        self.fixture: str = fixture["id"]
        self.path = f"/games/{fixture['game']}"
        self.people = {
            seat: known[entrant["players"][0]] for seat, entrant in enumerate(fixture["entrants"])
        }
        self.over = self.vacant = False
        self.actions = 0
        self._api = api
        self._known = known
        self._dice = dice

    async def look(self) -> list[int]:
        """Look up who plays and whether a seat is vacant; return whose turn it is.

        It is nobody's while a seat is vacant, and once the game is over.
        """
        game = await self._api.get(next(iter(self._known.values())), self.path)
        seats = {each["seat"]: each["handle"] for each in game["players"]}
        self.people = {seat: self._known[name] for seat, name in seats.items() if name}
        self.vacant = any(each["standing"] != "played" for each in game["players"])
        self.over = game["state"] != "running"
        return [] if self.over else list(game["awaited"])

    async def play(self, most: int | None = None) -> None:
        """Play to the end, or at most that many actions; raises UnexpectedError if nobody can."""
        awaited, played = await self.look(), 0
        while awaited and (most is None or played < most):
            person = self.people[awaited[0]]
            listed = await self._api.get(person, f"{self.path}/legal-actions?limit={LISTED}")
            action = self._dice.choice(listed["results"])
            body = {"expected_version": listed["version"], "action": action}
            told = await self._api.post(person, f"{self.path}/actions", body, OK)
            awaited, played = [each["seat"] for each in told["decisions"]], played + 1
            self.over = told["over"]
            self.actions += 1
        if not (awaited or self.over):
            raise UnexpectedError(f"In {self.path} nobody can play on: a seat is vacant.")

    async def describe(self) -> tuple[str, list[str]]:
        """Return a sentence about whom the game waits for, and their handles."""
        game = await self._api.get(next(iter(self._known.values())), self.path)
        names = {each["seat"]: each["handle"] for each in game["players"]}
        clocks = {each["seat"]: each for each in game["clocks"]}
        waiting = [seat for seat in game["awaited"] if names.get(seat)]
        shown = [
            f"{names[seat]}, whose clock is {clocks[seat]['status']} since {clocks[seat]['since']}"
            for seat in waiting
        ]
        sentence = f"{self.path}, version {game['version']}, waits for {shown or 'nobody'}."
        return sentence, [names[seat] for seat in waiting]

    @contextlib.asynccontextmanager
    async def kept_open(self, pace: float) -> AsyncIterator[None]:
        """Play one action each `pace` seconds within a `with` statement."""
        enough = asyncio.Event()

        async def play_on() -> None:
            while not enough.is_set():
                await self.play(1)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(enough.wait(), pace)

        playing = asyncio.create_task(play_on())
        try:
            yield
        finally:
            enough.set()
            await playing


async def wait_until(
    what: str, look: Callable[[], Awaitable[bool]], patience: float = PATIENCE
) -> None:
    """Wait until something is so; raises UnexpectedError if it takes longer than `patience`."""
    end = time.monotonic() + patience
    while not await look():
        if time.monotonic() > end:
            raise UnexpectedError(f"Within {patience} seconds, this did not come true: {what}.")
        await asyncio.sleep(LOOK_EVERY)
