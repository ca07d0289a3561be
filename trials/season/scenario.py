"""A whole season over HTTP, from registration to promotion, with all that can go wrong in one.

It is a Swiss of three rounds. Before the start somebody withdraws, and the person who waits gets
the place.

1. Before the last game is over, somebody withdraws, so early that their games are void, and
   somebody enters late.
2. Somebody lets their time run out; a guest is refused the open seat, which they take back. The
   organiser corrects a result of the first round. One game stays open: the clock is moved to the
   date of the next round.
3. Somebody who plays in that game and in another withdraws, so that what they finished is void,
   and a substitute takes over both.
   Somebody else withdraws so late that their games count, and nobody takes the seat. Their game and
   another are still open when the season ends: the clock is moved to its end.

That makes nobody run out of time, because the server credits a jump of the clock to all.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import Any

from trials.prove.player import Person
from trials.season.client import (
    FORBIDDEN,
    OK,
    PATIENCE,
    Api,
    FixtureGame,
    UnexpectedError,
    wait_until,
)
from trials.season.clock import Clock
from trials.season.records import Happened, PlayedSeason, Size
from trials.season.season import ROUNDS, Season

TIMELY = 4  # decisions that a player can make in the time for one, in games that are to stay open
BESIDE = 5  # people beside those who register first
OPENING = 4  # actions that are played of games that somebody leaves

Tell = Callable[[float, str], None]
"""Shows that a share of the work is done, and a text."""


class Scenario:
    """A season under way."""

    def __init__(
        self,
        api: Api,
        clock: Clock,
        people: Sequence[Person],
        size: Size,
        *,
        dice: Random,
        tell: Tell,
    ) -> None:
        self._api, self._dice, self._tell, self._size = api, dice, tell, size
        self._people = {person.handle: person for person in people}
        self._organiser, self._guest, *entrants = people
        self._substitute, self._late, self._waiting, *self._registered = entrants
        self._entrants = entrants
        self._season = Season(api, self._organiser, clock, size)
        self._next = Season(api, self._organiser, clock, size)
        self._happened = Happened()
        self.tables: list[FixtureGame] = []
        self._over, self._expected = 0, 1

    @property
    def games(self) -> int:
        return len(self.tables)

    @property
    def actions(self) -> int:
        return sum(table.actions for table in self.tables)

    async def play(self) -> PlayedSeason:
        """Play it; raises UnexpectedError if the server does not do what it should."""
        wish = {"name": "The league of the trial", "access": "public"}
        league = (await self._api.post(self._organiser, "/leagues", wish))["id"]
        await self._season.declare(league, "First season")
        await self._register()
        await self._season.start()
        first = await self._begun(1)
        self._expected = len(first) * ROUNDS
        await self._play_first_round(first)
        held, *others = await self._begun(2)
        async with self._kept_open(held):
            await self._play_second_round(others)
            await self._season.move_to_round(3)
            tables = await self._begun(3)
        await self._play_last_round(held, tables)
        return await self._look(league)

    async def _register(self) -> None:
        """Let people register, and give a place to one who waits."""
        for number, person in enumerate(self._registered):
            self._tell(0.0, f"{number} have registered")
            await self._season.enter(person, "registered")
        await self._season.enter(self._waiting, "waiting")
        await self._withdraw(self._dice.choice(self._registered))
        await self._season.expect(self._waiting, "registered")

    async def _play_first_round(self, tables: Sequence[FixtureGame]) -> None:
        """Play the first round; before the second is paired, people come and go."""
        *others, last = tables
        async with self._kept_open(last):
            await self._play_all(others)
            leaver = self._dice.choice([*self._dice.choice(others).people.values()])
            self._happened.void.add(await self._withdraw(leaver))
            await self._season.enter(self._late, "registered")
        await self._play_all([last])

    async def _play_second_round(self, tables: Sequence[FixtureGame]) -> None:
        """Play all but a game that stays open, and correct a result of the first round."""
        late, *others = tables
        await asyncio.gather(self._run_out_of_time(late), self._play_all(others))
        await self._settled(2, tables)
        await self._correct(await self._season.fixtures(1))

    async def _play_last_round(self, held: FixtureGame, tables: Sequence[FixtureGame]) -> None:
        """Play the last round and the `held` game, but for two that are open at the end."""
        takes_over = _first(tables, lambda table: _at_both(held, table))
        gone = self._dice.choice(_at_both(held, takes_over))
        regulars = await self._regulars()
        others = [table for table in tables if table is not takes_over]
        left = _first(others, lambda table: regulars & {*table.people.values()})
        open_, *others = (table for table in others if table is not left)
        replaced = asyncio.Event()
        async with self._kept_open(open_):
            await asyncio.gather(
                self._be_replaced(gone, held, takes_over, replaced=replaced),
                self._leave(left, regulars, after=replaced),
                self._play_all(others),
            )
        self._happened.open |= {open_.fixture, left.fixture}
        await self._season.move_to_end()
        await self._season.wait_for("finished")
        self._tell(1.0, f"{self.games} games and {self.actions} actions, the season is over")

    async def _run_out_of_time(self, table: FixtureGame) -> None:
        """Let somebody run out of time, refuse a guest their seat, and let them take it back."""
        await table.play(OPENING)
        (seat,) = await table.look()
        late, path = table.people[seat], f"{table.path}/seats/{seat}"
        await self._vacated(table)
        await self._api.post(self._guest, path, {}, FORBIDDEN)
        await self._api.post(late, path, {}, OK)
        await self._play_all([table])

    async def _be_replaced(
        self, gone: Person, *tables: FixtureGame, replaced: asyncio.Event
    ) -> None:
        """Withdraw somebody in the midst of games, and let a substitute take them over."""
        await asyncio.gather(*(table.play(OPENING) for table in tables))
        entrant = await self._withdraw(gone)
        self._happened.void.add(entrant)
        await self._season.enter(self._substitute, "waiting", substitute=True)
        self._happened.substitutes[entrant] = self._season.ids[self._substitute.handle]
        for table in tables:
            self._leaves(table, gone)
            await self._taken_over(table)
        replaced.set()
        await self._play_all(tables)

    async def _leave(
        self, table: FixtureGame, regulars: set[Person], *, after: asyncio.Event
    ) -> None:
        """Withdraw somebody in the midst of a game, whose seat nobody takes, as nobody waits."""
        await table.play(OPENING)
        async with self._kept_open(table):
            await after.wait()
        leaver = self._dice.choice([each for each in table.people.values() if each in regulars])
        await self._withdraw(leaver)
        self._leaves(table, leaver)
        await self._vacated(table)

    async def _withdraw(self, person: Person) -> str:
        """Withdraw somebody, and return their entrant's id."""
        await self._season.withdraw(person)
        entrant = self._season.ids[person.handle]
        self._happened.withdrawn.add(entrant)
        return entrant

    def _leaves(self, table: FixtureGame, person: Person) -> None:
        self._happened.left.add((table.fixture, self._season.ids[person.handle]))

    async def _begun(self, round_: int) -> list[FixtureGame]:
        """Wait until the games of a round have begun, and return them in random order."""
        begun: list[dict[str, Any]] = []

        async def all_have() -> bool:
            nonlocal begun
            begun = await self._season.fixtures(round_)
            return bool(begun) and all(each["game"] for each in begun)

        await wait_until(f"the games of round {round_} have begun", all_have)
        tables = [
            FixtureGame(self._api, each, self._people, Random(self._dice.random()))  # noqa: S311
            for each in begun
        ]
        self.tables += tables
        return self._dice.sample(tables, len(tables))

    def _kept_open(self, table: FixtureGame) -> AbstractAsyncContextManager[None]:
        return table.kept_open(self._size.for_a_decision / TIMELY)

    async def _play_all(self, tables: Iterable[FixtureGame]) -> None:
        async def play(table: FixtureGame) -> None:
            await table.play()
            self._over += 1
            share = min(self._over / self._expected, 1.0)
            self._tell(share, f"{self._over} games are over, after {self.actions} actions")

        await asyncio.gather(*map(play, tables))

    async def _vacated(self, table: FixtureGame) -> None:
        async def vacant() -> bool:
            await table.look()
            return table.vacant

        patience = PATIENCE + self._size.for_a_decision
        await wait_until(
            "a player who withdrew, or let the time run out, has left", vacant, patience
        )

    async def _taken_over(self, table: FixtureGame) -> None:
        async def seated() -> bool:
            await table.look()
            return self._substitute in table.people.values()

        await wait_until("the substitute has taken over", seated)

    async def _settled(self, round_: int, tables: Sequence[FixtureGame]) -> None:
        """Wait until all games at tables of a round have results."""
        wanted = {table.fixture for table in tables}

        async def settled() -> bool:
            found = await self._season.fixtures(round_)
            return wanted <= {each["id"] for each in found if each["settled"]}

        await wait_until(f"the games of round {round_} have results", settled)

    async def _correct(self, fixtures: Iterable[dict[str, Any]]) -> None:
        """Correct the result of a game that counts: the seats change their places."""
        for fixture in fixtures:
            seats = fixture["result"]["seats"]
            new = [{"place": each["place"], "score": each["score"]} for each in reversed(seats)]
            changes = [each["place"] for each in new] != [each["place"] for each in seats]
            if changes and self._happened.void.isdisjoint(_entrants_at(fixture)):
                await self._season.correct(fixture["id"], new)
                self._happened.corrected.add(fixture["id"])
                return

    async def _regulars(self) -> set[Person]:
        """Return who has played a game of each round but the last to its end."""
        played: Counter[str] = Counter()
        for round_ in range(1, ROUNDS):
            for fixture in await self._season.fixtures(round_):
                seats = fixture["result"]["seats"] if fixture["result"] else []
                for entrant, seat in zip(_entrants_at(fixture), seats, strict=False):
                    played[entrant] += not seat["left"]
        ids = self._season.ids
        return {each for each in self._entrants if played[ids.get(each.handle, "")] == ROUNDS - 1}

    async def _look(self, league: str) -> PlayedSeason:
        """Look at the season that is over, and try the start of the next one."""
        export = await self._api.get(self._organiser, f"{self._season.path}/export.json")
        cross = await self._api.pages(self._organiser, f"{self._season.path}/crosstable?limit=100")
        entrants = await self._season.entrants()
        again = self._dice.sample(self._entrants, self._size.players)
        await self._next.declare(league, "Second season")
        for person in again:
            await self._next.enter(person, "registered")
        handles = [person.handle for person in again]
        plan = await self._next.plan()
        return PlayedSeason(export, cross, entrants, handles, plan, self._happened)


def _entrants_at(fixture: dict[str, Any]) -> list[str]:
    return [each["id"] for each in fixture["entrants"]]


def _at_both(table: FixtureGame, other: FixtureGame) -> list[Person]:
    there = {*other.people.values()}
    return [person for person in table.people.values() if person in there]


def _first(tables: Iterable[FixtureGame], fits: Callable[[FixtureGame], object]) -> FixtureGame:
    """Return the first table that fits; raises UnexpectedError if none does."""
    for table in tables:
        if fits(table):
            return table
    raise UnexpectedError("No table of the last round fits. Try another seed, or more players.")
