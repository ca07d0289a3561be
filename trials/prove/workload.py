"""Clients that play real games, and behave as badly as networks and impatient people do.

Of all submissions 20 % name an outdated version: an old one, or the one at which another device of
the same person was faster. 30 % are repeated: at the same time, at once or much later. Clients
abandon games after some plays, and often after a play that had trouble; the player to move there
must then have got a mail.
"""

import asyncio
import contextlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from random import Random
from typing import Any, NamedTuple

import httpx

from trials.dice import Deck
from trials.prove.history import History, Submission
from trials.prove.player import Device, GaveUpError, Person


class Repeat(Enum):
    """When a submission is sent again."""

    MEANWHILE = auto()
    AT_ONCE = auto()
    LATER = auto()
    NEVER = auto()


CLIENTS = 8
TABLES = 24  # at which is played at the same time
PLAYS = 12  # on average, until a table is left alone
RACES, OLD = 0.10, 0.12  # shares of steps; one of the two in a race is late
REPEATS = {Repeat.MEANWHILE: 1, Repeat.AT_ONCE: 1, Repeat.LATER: 1, Repeat.NEVER: 7}
LATER = 20  # steps, after which what is repeated much later is
FORFEITS = 0.004
LEFT_AFTER_TROUBLE = 0.5
LISTED = 12  # legal actions that a client looks at


@dataclass
class PlayedGame:
    """A game under way."""

    id: str
    people: dict[int, Person]
    awaited: list[int]
    plays_left: int


class Sent(NamedTuple):
    """A submission with all that is needed to repeat it."""

    submission: Submission
    person: Person
    body: dict[str, Any]


@dataclass
class Lobby:
    """The games that clients share, and the people who play them."""

    people: Sequence[Person]
    repeats: Deck[Repeat]
    tables: list[PlayedGame] = field(default_factory=list)
    ease: float = 0  # seconds between one step of a client and the next


class Client:
    """A client, which plays for whichever person is to move."""

    def __init__(self, base_url: str, lobby: Lobby, history: History, dice: Random) -> None:
        self._device = Device(base_url, history)
        self._lobby = lobby
        self._history = history
        self._dice = dice
        self._later: list[Sent] = []
        self._steps = 0

    async def play(self, stop: asyncio.Event) -> None:
        """Play until `stop` is set, then send the repetitions that are still due."""
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

    async def _step(self, table: PlayedGame) -> None:
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
        self, table: PlayedGame, seat: int, seen: int, expected: int, action: dict[str, Any]
    ) -> None:
        key = str(uuid.UUID(int=self._dice.getrandbits(128), version=4))
        submission = Submission(key, table.id, seat, seen, expected, action=action)
        self._history.record_submission(submission)
        body = {"expected_version": expected, "action": action}
        sent = Sent(submission, table.people[seat], body)
        repeat = self._lobby.repeats.deal()
        submission.again = repeat is not Repeat.NEVER
        if repeat is Repeat.MEANWHILE:
            smooth, _ = await asyncio.gather(self._send(sent), self._send(sent))
        else:
            smooth = await self._send(sent)
        if repeat is Repeat.AT_ONCE:
            await self._send(sent)
        elif repeat is Repeat.LATER:
            self._later.append(sent)
        await self._go_on(table, submission, smooth=smooth)

    async def _go_on(self, table: PlayedGame, submission: Submission, *, smooth: bool) -> None:
        """Note whose turn it is now, or abandon the game."""
        table.plays_left -= 1
        trouble = not smooth and self._dice.random() < LEFT_AFTER_TROUBLE
        if submission.acknowledged:
            reply = submission.reply
            table.awaited = [decision["seat"] for decision in reply["decisions"]]
            if not table.awaited or table.plays_left <= 0 or trouble:  # over, or called off
                self._leave(table)
        elif table in self._lobby.tables:
            await self._look(table)

    async def _look(self, table: PlayedGame) -> None:
        """Look up whose turn it is, and who has which seat."""
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
        """Make a game, and let others join until it begins."""
        seats = self._dice.choice((2, 2, 3))
        people = self._dice.sample(self._lobby.people, seats)
        wish: dict[str, Any] = {"options": {"mode": "beginner", "players": seats}}
        wish |= {"visibility": "link", "leavers": "forfeit"}  # so that the others play on
        made = await self._device.post("/games", people[0], wish)
        if made.status_code != httpx.codes.CREATED:  # this one has made too many
            return
        game = made.json()["id"]
        for person in people[1:]:  # one may be seated already, by a request without an answer
            await self._device.post(f"/games/{game}/seats", person, {})
        plays = 1 + int(self._dice.expovariate(1 / PLAYS))
        table = PlayedGame(game, dict(enumerate(people)), [], plays)
        await self._look(table)
        if table.awaited:
            self._lobby.tables.append(table)
            addresses = {seat: person.email for seat, person in table.people.items()}
            self._history.begun(game, addresses)

    def _leave(self, table: PlayedGame) -> None:
        if table in self._lobby.tables:
            self._lobby.tables.remove(table)

    async def _send(self, sent: Sent) -> bool:
        return await self._device.submit(*sent)
