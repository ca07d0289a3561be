"""Does harm to the server, at moments that are drawn from the seed."""

import asyncio
import signal
from collections.abc import Callable
from random import Random

import redis.asyncio as redis

from prove.history import History, now
from prove.supervise import Child

Gap = tuple[float, float]  # seconds, at least and at most
Change = Callable[[], None]


class Nemesis:
    """One who does harm to one thing, `times` over, each time a random `gap` after it works."""

    def __init__(self, history: History, dice: Random, *, times: int, gap: Gap) -> None:
        self._history = history
        self._dice = dice
        self._times = times
        self._gap = gap

    async def kill(self, child: Child, *, excuses: bool = False, crash: bool = False) -> None:
        """Kill -9 a program with all its processes, and start it again."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.harmed(f"kill {child.name}", excuses=excuses, crash=crash)
            await child.kill()
            child.start()
            await child.ready()
            fault.ended = now()

    async def take_away(self, child: Child, away: Gap) -> None:
        """Kill a program, and start it again some time later."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.harmed(f"kill {child.name}", crash=True)
            await child.kill()
            await self._rest(away)
            fault.ended = now()
            child.start()
            await child.ready()

    async def stop(self, child: Child, away: Gap, *, kind: str = "stop") -> None:
        """Have a program neither work nor die for some time."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.harmed(f"{kind} {child.name}")
            child.signal(signal.SIGSTOP)
            await self._rest(away)
            fault.ended = now()
            child.signal(signal.SIGCONT)

    async def empty(self, address: str, away: Gap) -> None:
        """Delete all that a Redis holds."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.harmed("empty redis")
            async with redis.from_url(address) as client:
                await client.flushall()
            await self._rest(away)
            fault.ended = now()

    async def fill(
        self, child: Child, fill: Change, free: Change, full: Gap, *, ends: str = ""
    ) -> None:
        """Leave no room for what a program writes for some time; `ends` as of a fault."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.harmed("fill disk", excuses=True, ends=ends)
            fill()
            await self._rest(full)
            free()
            await child.ready()
            fault.ended = now()

    async def _rest(self, gap: Gap | None = None) -> None:
        await asyncio.sleep(self._dice.uniform(*(gap or self._gap)))
