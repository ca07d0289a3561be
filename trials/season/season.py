"""A season on the server, as those who organise and play it use the API."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from trials.prove.player import Person
from trials.season.client import OK, Api, UnexpectedError, wait_until
from trials.season.clock import Clock
from trials.season.records import Size

DAY = timedelta(days=1)
ROUNDS, DAYS_PER_ROUND = 3, 3
MOVED = 1  # up, and down, from each division
SHARE = 50  # percent of a place's points that a substitute gets


class Season:
    """A season of a league; `ids` are those of its entrants, by handle."""

    def __init__(self, api: Api, organiser: Person, clock: Clock, size: Size) -> None:
        self.ids: dict[str, str] = {}
        self.path = ""
        self._api, self._organiser, self._clock, self._size = api, organiser, clock, size

    async def declare(self, league: str, name: str) -> None:
        """Declare it, and wait until its registration is open."""
        now, size = self._clock.now(), self._size
        rules = {
            "format": "swiss",
            "at_table": size.at_table,
            "rounds": ROUNDS,
            "days_per_round": DAYS_PER_ROUND,
            "division_size": round(size.players / size.divisions),
            "promoted": MOVED,
            "relegated": MOVED,
            "substitute_share": SHARE,
            "capacity": size.players,
            "options": {"mode": "beginner", "rounds": 1},
            "clock": {"kind": "per_decision", "time": size.for_a_decision},
            "leavers": "substitute",
            "excuses": 0,
            "late_entry_until": (now + 2 * DAY + timedelta(hours=1)).isoformat(),
        }
        starts, ends = now + 2 * DAY, now + (3 + ROUNDS * DAYS_PER_ROUND) * DAY
        dates = {"starts_at": starts.isoformat(), "ends_at": ends.isoformat()}
        wish = {"name": name, "rules": rules, **dates}
        declared = await self._api.post(self._organiser, f"/leagues/{league}/seasons", wish)
        self.path = f"/seasons/{declared['id']}"
        await self._api.post(self._organiser, f"{self.path}/open", {}, expect=200)

    async def wait_for(self, state: str) -> None:
        async def look() -> bool:
            return bool((await self.look())["state"] == state)

        await wait_until(f"the season's state is {state}", look)

    async def look(self) -> dict[str, Any]:
        found: dict[str, Any] = await self._api.get(self._organiser, self.path)
        return found

    async def entrants(self) -> list[dict[str, Any]]:
        return await self._api.pages(self._organiser, f"{self.path}/entrants?limit=100")

    async def fixtures(self, round_: int) -> list[dict[str, Any]]:
        return await self._api.pages(
            self._organiser, f"{self.path}/fixtures?limit=100&round={round_}"
        )

    async def enter(self, person: Person, expected: str, *, substitute: bool = False) -> None:
        """Register somebody, and expect a certain state."""
        wish = {"substitute": True} if substitute else {}
        told = await self._api.post(person, f"{self.path}/entrants", wish)
        entrant = told["entrant"]
        if entrant["state"] != expected:
            raise UnexpectedError(f"{person.handle} is {entrant['state']}, not {expected}.")
        self.ids[person.handle] = entrant["id"]

    async def withdraw(self, person: Person) -> None:
        await self._api.delete(person, f"{self.path}/entrants/me")
        await self.expect(person, "withdrawn")

    async def expect(self, person: Person, state: str) -> None:
        """Raise UnexpectedError unless somebody's entrant is in a state."""
        entrant = self.ids[person.handle]
        (found,) = (each for each in await self.entrants() if each["id"] == entrant)
        if found["state"] != state:
            raise UnexpectedError(f"{person.handle} is {found['state']}, not {state}.")

    async def plan(self) -> dict[str, Any]:
        """Try the start, and return its plan."""
        tried = await self._api.post(self._organiser, f"{self.path}/start", {"dry_run": True}, OK)
        plan: dict[str, Any] = tried["plan"]
        if len(plan["divisions"]) != self._size.divisions:
            raise UnexpectedError(f"The plan has {len(plan['divisions'])} divisions.")
        return plan

    async def start(self) -> None:
        """Start by the plan that a trial has shown."""
        token = {"token": (await self.plan())["token"]}
        told = await self._api.post(self._organiser, f"{self.path}/start", token, OK)
        if told["season"]["state"] != "running":
            raise UnexpectedError("The season was started, and does not run.")

    async def correct(self, fixture: str, seats: Sequence[dict[str, Any]]) -> None:
        path = f"{self.path}/fixtures/{fixture}/results"
        await self._api.post(self._organiser, path, {"seats": seats, "reason": "Mistaken."})

    async def move_to_round(self, round_: int) -> None:
        """Move the clock to the date of a round."""
        started = datetime.fromisoformat((await self.look())["started_at"])
        self._move_to(started + (round_ - 1) * DAYS_PER_ROUND * DAY)

    async def move_to_end(self) -> None:
        """Move the clock to the time at which open games are adjudicated."""
        self._move_to(datetime.fromisoformat((await self.look())["ends_at"]))

    def _move_to(self, moment: datetime) -> None:
        self._clock.advance(moment - self._clock.now())
