"""Faults, caused at moments that are drawn from the seed."""

import asyncio
import signal
from collections.abc import Callable
from random import Random

import redis.asyncio as redis

from trials.programs import Program
from trials.prove.history import History, now
from trials.prove.supervise import kill, ready

Gap = tuple[float, float]  # seconds, at least and at most
Change = Callable[[], None]


class Nemesis:
    """Causes one fault `times` times, each time a random `gap` after the server has recovered."""

    def __init__(self, history: History, dice: Random, *, times: int, gap: Gap) -> None:
        self._history = history
        self._dice = dice
        self._times = times
        self._gap = gap

    async def kill(self, child: Program, *, excuses: bool = False, crash: bool = False) -> None:
        """Kill a program with all its processes by SIGKILL, and start it again."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.begin_fault(f"kill {child.name}", excuses=excuses, crash=crash)
            await kill(child)
            child.launch()
            await ready(child)
            fault.ended = now()

    async def take_away(self, child: Program, away: Gap) -> None:
        """Kill a program, and start it again after some time."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.begin_fault(f"kill {child.name}", crash=True)
            await kill(child)
            await self._rest(away)
            fault.ended = now()
            child.launch()
            await ready(child)

    async def stop(self, child: Program, away: Gap, *, kind: str = "stop") -> None:
        """Stop a program for some time by SIGSTOP, so that it neither works nor ends."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.begin_fault(f"{kind} {child.name}")
            child.signal(signal.SIGSTOP)
            await self._rest(away)
            fault.ended = now()
            child.signal(signal.SIGCONT)

    async def empty(self, address: str, away: Gap) -> None:
        for _ in range(self._times):
            await self._rest()
            fault = self._history.begin_fault("empty redis")
            async with redis.from_url(address) as client:
                await client.flushall()
            await self._rest(away)
            fault.ended = now()

    async def fill(
        self, child: Program, fill: Change, free: Change, full: Gap, *, ends: str = ""
    ) -> None:
        """Take away all disk space of a program for some time; `ends` is that of the `Fault`."""
        for _ in range(self._times):
            await self._rest()
            fault = self._history.begin_fault("fill disk", excuses=True, ends=ends)
            fill()
            await self._rest(full)
            free()
            await ready(child)
            fault.ended = now()

    async def _rest(self, gap: Gap | None = None) -> None:
        await asyncio.sleep(self._dice.uniform(*(gap or self._gap)))
