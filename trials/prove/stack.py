"""The servers of runs: on PostgreSQL and Redis as docker/compose.yaml starts them, or embedded."""

import secrets
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from quotas.records import QUOTAS
from trials.product import (
    EmbeddedServer,
    beat,
    collect_static_files,
    public,
    timekeeper,
    worker,
)
from trials.programs import PROJECT, Program, free_port
from trials.prove.player import HOST, Person
from trials.prove.supervise import kill, ready
from trials.servers import Disk, Postgres, Redis

PEOPLE = 24
WRONG_BY = 600  # seconds by which the clocks of hosts differ
CLOCKS = {f"timekeeper{n}": by for n, by in enumerate((0, WRONG_BY, -WRONG_BY, 0), 1)}
SECRET_KEY = secrets.token_urlsafe(50)
REAL, EMBEDDED = "config.settings.production", "config.settings.local"


@dataclass
class Stack:
    """A server with all its programs.

    `bases`, such as the database, start before `programs`.

    `environment` is for other programs on the same database, if there may be any.
    """

    folder: Path
    database_url: str
    port: int
    people: list[Person]
    bases: list[Program]
    programs: list[Program]
    environment: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Program:
        return next(child for child in self.children if child.name == name)

    @property
    def children(self) -> list[Program]:
        """All programs, in the order in which they start."""
        return [*self.bases, *self.programs]

    @property
    def mailers(self) -> list[Program]:
        return [c for c in self.programs if c.name == "server" or c.name.startswith("worker")]

    @property
    def serves(self) -> bool:
        """Whether a program answers requests."""
        return any(child.name in {"web", "server"} for child in self.programs)

    async def start(self) -> None:
        """Start all programs, and wait until they are ready."""
        await self.start_bases()
        await self.start_programs()

    async def start_bases(self) -> None:
        """Start what the server needs, such as the database, and wait until it is ready."""
        for child in self.bases:
            child.launch()
            await ready(child)

    async def start_programs(self) -> None:
        """Start the server's own programs, and wait until they are ready."""
        for child in self.programs:
            child.launch()
        for child in self.programs:
            await ready(child)

    async def stop(self) -> None:
        """Kill all programs, in the opposite order."""
        for child in reversed(self.children):
            await kill(child)


class Workshop:
    """Builds stacks on copies of a database, which is prepared once for each kind."""

    def __init__(self, folder: Path, people: int = PEOPLE) -> None:
        """Prepare databases with that many people in `folder`."""
        self.folder = folder
        self._number = people

    def tidy(self, *, keep_runs: bool) -> None:
        """Delete everything, or with `keep_runs` all but the histories and logs of runs."""
        if not keep_runs:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        shutil.rmtree(self.folder / "prepared", ignore_errors=True)
        for file in self.folder.glob("*.*"):
            file.unlink()

    def embedded(self, folder: Path, smtp_port: int, bug: str | None = None) -> Stack:
        template = self.folder / "illimat.sqlite3"
        people = self._people(f"sqlite:///{template}", EMBEDDED)
        port, database = free_port(), folder / template.name
        shutil.copy(template, database)
        url = f"sqlite:///{database}"
        environment = _environment(EMBEDDED, url, port, smtp_port)
        server = EmbeddedServer(folder, environment, port, _launcher(bug))
        return Stack(folder, url, port, people, [], [server])

    async def real(
        self,
        folder: Path,
        smtp_port: int,
        bug: str | None = None,
        *,
        settings: tuple[str, ...] = (),
        disk: int | None = None,
    ) -> Stack:
        """Return web, worker and beat on a PostgreSQL and a Redis of their own.

        With `disk`, PostgreSQL has a disk of its own, of that many megabytes.
        """
        template, people = await self._cluster()
        folder.chmod(0o755)
        own = Disk(folder, template, disk) if disk else None
        postgres = Postgres(folder, None if own else template, settings=settings, disk=own)
        redis, port = Redis(folder), free_port()
        environment = _environment(REAL, postgres.url, port, smtp_port)
        environment |= _public(self.folder, redis.url)
        programs = list(public(folder, environment, port, _launcher(bug) or ["-m"]))
        bases: list[Program] = [postgres, redis]
        return Stack(folder, postgres.url, port, people, [own, *bases] if own else bases, programs)

    async def pollers(self, folder: Path, smtp_port: int, bug: str | None = None) -> Stack:
        """Return all that may sweep deadlines, with a worker for mails, all on one PostgreSQL.

        These are timekeepers and beat on Redis, and the embedded server. Without a bug, the clocks
        of their hosts differ.
        """
        template, people = await self._cluster()
        folder.chmod(0o755)
        postgres, redis, port = Postgres(folder, template), Redis(folder), free_port()
        common = _environment(REAL, postgres.url, port, smtp_port) | _public(self.folder, redis.url)
        own = _environment(EMBEDDED, postgres.url, port, smtp_port)
        programs = [
            *(
                timekeeper(folder, common, f"{name}-{port}", _on_host(bug, clock), name=name)
                for name, clock in CLOCKS.items()
            ),
            worker(folder, common, f"worker-{port}", _on_host(bug, 0)),
            beat(folder, common, _on_host(bug, 0)),
            EmbeddedServer(folder, own, port, _on_host(bug, -WRONG_BY)),
        ]
        return Stack(
            folder, postgres.url, port, people, [postgres, redis], programs, environment=common
        )

    async def dispatchers(self, folder: Path, smtp_port: int, bug: str | None = None) -> Stack:
        """Return two workers that send mails, and beat, on a PostgreSQL and a Redis of their own.

        Nobody serves requests: turns come from `prove.turns`.
        """
        template, people = await self._cluster()
        folder.chmod(0o755)
        postgres, redis, port = Postgres(folder, template), Redis(folder), free_port()
        common = _environment(REAL, postgres.url, port, smtp_port) | _public(self.folder, redis.url)
        launcher = _launcher(bug) or ["-m"]
        workers = [
            worker(folder, common, f"{name}-{port}", launcher, name=name)
            for name in ("worker1", "worker2")
        ]
        programs = [*workers, beat(folder, common, launcher)]
        return Stack(
            folder, postgres.url, port, people, [postgres, redis], programs, environment=common
        )

    async def _cluster(self) -> tuple[Path, list[Person]]:
        folder = self.folder / "prepared"
        names = folder / "people.json"
        if not folder.exists():
            folder.mkdir()
            postgres = Postgres(folder)
            postgres.launch()
            try:
                await ready(postgres)
                names.write_bytes(msgspec.json.encode(self._people(postgres.url, REAL)))
            finally:
                await kill(postgres)
        return folder / "cluster", msgspec.json.decode(names.read_bytes(), type=list[Person])

    def _people(self, database_url: str, settings: str) -> list[Person]:
        names = self.folder / f"{settings}.json"
        if not names.exists():
            command = [sys.executable, "-m", "trials.people", str(self._number)]
            environment = _environment(settings, database_url, 8000, 25)
            if settings == REAL:
                environment |= _public(self.folder, "redis://unused.invalid")
                collect_static_files(environment)
            made = subprocess.run(
                command, env=environment, cwd=PROJECT, check=True, stdout=subprocess.PIPE
            )
            names.write_bytes(made.stdout)
        return msgspec.json.decode(names.read_bytes(), type=list[Person])


def _launcher(bug: str | None) -> list[str]:
    """Return the arguments with which Python runs a program with a planted bug, or none."""
    return ["-m", "trials.prove.planted", bug] if bug else []


def _on_host(bug: str | None, wrong_by: int) -> list[str]:
    """Return the launcher for a bug, or for a host whose clock is wrong by that many seconds."""
    return _launcher(bug) or ["-m", "trials.prove.shifted", str(wrong_by)]


def _public(folder: Path, redis_url: str) -> dict[str, str]:
    """Return the settings that only a public server needs."""
    return {
        "BROKER_URL": f"{redis_url}/0",
        "CACHE_URL": f"{redis_url}/1",
        "STATIC_ROOT": str(folder / "static"),
        "ALLOW_TABLE_OWNER": "true",  # one role is enough where nobody attacks the database
    }


def _environment(settings: str, database_url: str, port: int, smtp_port: int) -> dict[str, str]:
    return {
        "HOME": "/nonexistent",  # nothing is to be written there
        "DJANGO_SETTINGS_MODULE": settings,
        "PYTHONPATH": str(PROJECT),
        "PYTHONUNBUFFERED": "1",
        "PORT": str(port),
        "BASE_URL": f"https://{HOST}",
        "DATABASE_URL": database_url,
        "BROKER_URL": "",
        "CACHE_URL": "",
        "DEFAULT_FROM_EMAIL": f"Illimat <illimat@{HOST}>",
        "SECRET_KEY": SECRET_KEY,
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp_port}",
        "MAIL_INTERVAL": "0",  # every message is counted by itself
        **{quota.setting: str(10**9) for quota in QUOTAS},  # they play faster than people do
    }
