"""What an operator would look at when a season does not go on: clocks, messages and queues."""

import subprocess
import sys
from collections.abc import Iterable, Mapping

from redis import Redis

from trials.programs import PROJECT
from trials.prove.stack import Stack
from trials.season.client import FixtureGame

PEOPLE = 3  # whose messages are shown
QUEUES = ("worker", "timekeeper", "webhooks")


async def describe_standstill(stack: Stack, tables: Iterable[FixtureGame]) -> str:
    """Describe whom the open games wait for and what these people were told.

    Raises UnexpectedError if the server does not answer.
    """
    environment = stack["worker"].environment
    lines, people = [f"Tasks in the queues: {_queued(environment['BROKER_URL'])}."], []
    for table in tables:
        if not table.over:
            told, waiting = await table.describe()
            lines.append(told)
            people += waiting
    lines.append(_outbox(environment))
    lines += [_outbox(environment, "--person", handle) for handle in people[:PEOPLE]]
    return "\n".join(lines)


def _queued(broker: str) -> str:
    with Redis.from_url(broker) as redis:
        return ", ".join(f"{queue} {redis.llen(queue)}" for queue in QUEUES)


def _outbox(environment: Mapping[str, str], *options: str) -> str:
    """Return what `manage.py outbox` shows."""
    command = [sys.executable, "manage.py", "outbox", *options]
    done = subprocess.run(
        command, env=environment, cwd=PROJECT, check=False, capture_output=True, text=True
    )
    return f"{' '.join(command[1:])}\n{done.stdout}{done.stderr}"
