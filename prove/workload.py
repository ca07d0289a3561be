"""Clients that play real games, and behave as badly as networks and impatient people make them.

Of all submissions 20 % name a version that the game has left: an old one, or that of another
device of the same person, which was faster. 30 % are sent again, at the same time, at once or much
later. Tables are left alone after some plays, and often after a play that had trouble: whoever is
awaited there must then have been told.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

import httpx

from prove.history import History, Submission
from prove.player import Device, GaveUpError, Person

CLIENTS = 8
TABLES = 24  # at which is played at the same time
PLAYS = 12  # on average, until a table is left alone
RACES, OLD = 0.10, 0.12  # shares of steps; one of the two in a race is late
REPEATS = 0.30
LATER = 20  # steps, after which what is repeated much later is
FORFEITS = 0.004
LEFT_AFTER_TROUBLE = 0.5
LISTED = 12  # legal actions that a client looks at


@dataclass
class Table:
    """A game that is played."""

    id: str
    people: dict[int, Person]
    awaited: list[int]
    plays_left: int


class Sent(NamedTuple):
    """What is needed to send a submission once more."""

    submission: Submission
    person: Person
    body: dict[str, Any]


@dataclass
class Lobby:
    """The tables that clients share, and the people who sit there."""

    people: Sequence[Person]
    tables: list[Table] = field(default_factory=list)
    ease: float = 0  # seconds between one step of a client and the next


class Client:
    """One of those who play."""

    def __init__(self, base_url: str, lobby: Lobby, history: History, dice: Random) -> None:
        self._device = Device(base_url, history)
        self._lobby = lobby
        self._history = history
        self._dice = dice
        self._later: list[Sent] = []
        self._steps = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Play until `stop` is set, then send again what is still to be."""
        with contextlib.suppress(GaveUpError):  # which is noted, and found
            while not stop.is_set():
                self._steps += 1
                await asyncio.sleep(self._lobby.ease)
                if self._later and self._steps % LATER == 0:
                    await self._send(self._later.pop(0))
                if len(self._lobby.tables) < TABLES:
                    await self._open_table()
                else:
                    await self._step(self._dice.choice(self._lobby.tables))
            while self._later:
                await self._send(self._later.pop())
        await self._device.close()

    async def _step(self, table: Table) -> None:
        seat = table.awaited[0]
        person = table.people[seat]
        listed = await self._device.get(f"/games/{table.id}/legal-actions?limit={LISTED}", person)
        choices = listed.json()["results"] if listed.status_code == httpx.codes.OK else []
        if not choices:
            await self._look(table)
            return
        version = listed.json()["version"]
        action = self._dice.choice(choices)
        if self._dice.random() < FORFEITS:
            action = {"type": "forfeit"}
        kind = self._dice.random()
        if kind < RACES:
            other = self._dice.choice(choices)
            await asyncio.gather(
                self._submit(table, seat, version, version, action),
                self._submit(table, seat, version, version, other),
            )
        elif kind < RACES + OLD:
            named = self._dice.randrange(version)
            await self._submit(table, seat, version, named, action)
        else:
            await self._submit(table, seat, version, version, action)

    async def _submit(
        self, table: Table, seat: int, seen: int, expected: int, action: dict[str, Any]
    ) -> None:
        key = str(uuid.UUID(int=self._dice.getrandbits(128), version=4))
        submission = self._history.submitted(Submission(key, table.id, seat, seen, expected, []))
        body = {"expected_version": expected, "action": action}
        sent = Sent(submission, table.people[seat], body)
        again = self._dice.random() / REPEATS  # in equal parts at the same time, at once, later
        submission.again = again < 1
        if again < 1 / 3:
            smooth, _ = await asyncio.gather(self._send(sent), self._send(sent))
        else:
            smooth = await self._send(sent)
        if 1 / 3 <= again < 2 / 3:
            await self._send(sent)
        elif 2 / 3 <= again < 1:
            self._later.append(sent)
        await self._go_on(table, submission, smooth=smooth)

    async def _go_on(self, table: Table, submission: Submission, *, smooth: bool) -> None:
        """Note whose turn it is now, or leave the table alone."""
        table.plays_left -= 1
        trouble = not smooth and self._dice.random() < LEFT_AFTER_TROUBLE
        if submission.acknowledged:
            told = submission.told
            table.awaited = [decision["seat"] for decision in told["decisions"]]
            if told["over"] or table.plays_left <= 0 or trouble:
                self._leave(table)
        elif table in self._lobby.tables:
            await self._look(table)

    async def _look(self, table: Table) -> None:
        """Find out whose turn it is, and who sits where."""
        answer = await self._device.get(f"/games/{table.id}", next(iter(table.people.values())))
        if answer.status_code != httpx.codes.OK:  # it is lost; the checks will tell
            self._leave(table)
            return
        shown = answer.json()
        people = {person.handle: person for person in self._lobby.people}
        table.people = {seat["seat"]: people[seat["handle"]] for seat in shown["players"]}
        table.awaited = shown["awaited"]
        if shown["state"] != "running":
            self._leave(table)

    async def _open_table(self) -> None:
        """Make a table, and let others sit down until the game begins."""
        seats = self._dice.choice((2, 2, 3))
        people = self._dice.sample(self._lobby.people, seats)
        wish = {"options": {"mode": "beginner", "players": seats}, "visibility": "link"}
        made = await self._device.post("/games", people[0], wish)
        if made.status_code != httpx.codes.CREATED:  # this one has made too many
            return
        game = made.json()["id"]
        for person in people[1:]:  # who was seated by a request without an answer is so already
            await self._device.post(f"/games/{game}/seats", person, {})
        plays = 1 + int(self._dice.expovariate(1 / PLAYS))
        table = Table(game, dict(enumerate(people)), [], plays)
        await self._look(table)
        if table.awaited:
            self._lobby.tables.append(table)
            addresses = {seat: person.email for seat, person in table.people.items()}
            self._history.begun(game, addresses)

    def _leave(self, table: Table) -> None:
        if table in self._lobby.tables:
            self._lobby.tables.remove(table)

    async def _send(self, sent: Sent) -> bool:
        return await self._device.submit(*sent)
