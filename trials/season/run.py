"""A season on a public server of its own, whose clock is moved."""

import subprocess
import sys
import tempfile
from pathlib import Path

from aiosmtpd.controller import Controller

from trials.dice import dice
from trials.installed import find_postgres, find_redis
from trials.programs import PROJECT, free_port
from trials.prove.stack import Stack, Workshop
from trials.season.checks import violations
from trials.season.client import Api, UnexpectedError
from trials.season.clock import Clock
from trials.season.records import SeasonReport, Size
from trials.season.scenario import BESIDE, Scenario, Tell
from trials.season.standstill import describe_standstill

MISSING = "Install PostgreSQL and Redis: apt-get install postgresql redis-server"
SETTINGS = "trials.season.settings"


class Post:
    """A mail server that takes everything, and keeps nothing."""

    async def handle_DATA(self, *_: object) -> str:  # noqa: N802 - aiosmtpd's name
        return "250 OK"


def is_installed() -> bool:
    return find_postgres() is not None and find_redis() is not None


async def run(size: Size, seed: int, tell: Tell) -> SeasonReport:
    """Play and check a season; raises UnexpectedError if it could not be played."""
    with tempfile.TemporaryDirectory(prefix="illimat-season-") as folder:
        return await _run(Path(folder), size, seed, tell)


async def _run(folder: Path, size: Size, seed: int, tell: Tell) -> SeasonReport:
    tell(0.0, "the servers start")
    folder.chmod(0o755)  # PostgreSQL runs as another user
    own = folder / "season"
    own.mkdir()
    post = Controller(Post(), hostname="127.0.0.1", port=free_port())
    post.start()
    stack = await Workshop(folder, size.players + BESIDE).real(own, post.port)
    for program in stack.programs:
        program.environment["DJANGO_SETTINGS_MODULE"] = SETTINGS
    api = Api(f"http://127.0.0.1:{stack.port}")
    try:
        await stack.start_bases()
        clock = Clock(stack.database_url)
        await stack.start_programs()
        scenario = Scenario(api, clock, stack.people, size, dice=dice(seed), tell=tell)
        try:
            played = await scenario.play()
        except UnexpectedError as error:
            found = await describe_standstill(stack, scenario.tables)
            raise UnexpectedError(f"{error}\n{found}") from error
        wrong = [*violations(played, size), *_differences(stack)]
        return SeasonReport(wrong, scenario.games, scenario.actions, api.requests)
    finally:
        await api.close()
        await stack.stop()
        post.stop()


def _differences(stack: Stack) -> list[str]:
    """Compute all seasons anew, and return how what is stored differs."""
    command = [sys.executable, "manage.py", "rebuild_seasons", "--check"]
    environment = stack["worker"].environment
    done = subprocess.run(
        command, env=environment, cwd=PROJECT, check=False, capture_output=True, text=True
    )
    return [f"rebuild_seasons --check: {done.stdout}{done.stderr}"] if done.returncode else []
