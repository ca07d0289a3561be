"""Programs that fill the database of a run, and print what they made."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

import msgspec

from trials.programs import PROJECT
from trials.prove.run import Run

Made = TypeVar("Made", bound=msgspec.Struct)


async def printed_by(run: Run, command: Sequence[str], kind: type[Made]) -> AsyncIterator[Made]:
    """Run Python with the arguments `command`, and yield each line of JSON that it prints.

    Its log is in the folder of the run. Raises RuntimeError if it fails.
    """
    with (run.folder / "maker.log").open("wb") as log:
        making = await asyncio.create_subprocess_exec(
            *(sys.executable, *command),
            cwd=PROJECT,
            env=dict(run.stack.environment),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
        if making.stdout is None:
            raise RuntimeError("its output goes to a pipe")
        try:
            async for line in making.stdout:
                yield msgspec.json.decode(line, type=kind)
            if await making.wait():
                raise RuntimeError(f"{' '.join(command)} failed; see {log.name}")
        finally:
            if making.returncode is None:
                making.kill()
