"""The programs of a run, from asyncio: waited for, killed, and restarted by a supervisor."""

import asyncio
from collections.abc import Sequence

from trials.programs import READY_WITHIN, Program
from trials.prove.history import Death, now

LOOK_EVERY = 0.25  # seconds


async def ready(program: Program, within: float = READY_WITHIN) -> None:
    """Wait until a program does its work; raises TimeoutError with the end of its log."""
    await asyncio.to_thread(program.wait_until_ready, within)


async def kill(program: Program) -> None:
    """Kill a program with all the processes it has started."""
    program.wanted = False  # said here, where `watch` looks, which else takes it for a death
    await asyncio.to_thread(program.kill)


async def watch(programs: Sequence[Program], died: list[Death]) -> None:
    """Restart each program that ends by itself, as a supervisor does, and add it to `died`."""
    while True:
        for program in programs:
            if program.wanted and not program.alive:
                died.append(Death(program.name, now()))
                program.launch()
        await asyncio.sleep(LOOK_EVERY)
