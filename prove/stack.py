"""The server as it is run: on PostgreSQL and Redis as docker/compose.yaml does it, or embedded."""

import secrets
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from prove.checks.mails import IN_HAND
from prove.player import HOST, Person
from prove.servers import Disk, Postgres, Redis
from prove.supervise import Child, Probe, answers, says
from quotas.records import QUOTAS
from tests.servers import free_port

PROJECT = Path(__file__).resolve().parents[1]
PEOPLE = 24
SECRET_KEY = secrets.token_urlsafe(50)
GUNICORN = ["gunicorn", "config.wsgi"]
CELERY = ["celery", "-A", "config"]
READY = "/health/ready"  # is answered 200 once a server works, the database included
REAL, EMBEDDED = "config.settings.production", "config.settings.local"


@dataclass
class Stack:
    """A server with everything that belongs to it: `bases` are to be there before `programs`."""

    folder: Path
    database_url: str
    port: int
    people: list[Person]
    bases: list[Child]
    programs: list[Child]

    def __getitem__(self, name: str) -> Child:
        """Return a child by its name."""
        return next(child for child in self.children if child.name == name)

    @property
    def children(self) -> list[Child]:
        """All of them."""
        return [*self.bases, *self.programs]

    @property
    def mailer(self) -> Child:
        """The child that sends mails."""
        return next(child for child in self.programs if child.name in {"worker", "server"})

    async def start(self) -> None:
        """Start everything and wait until it works."""
        for child in self.bases:
            child.start()
            await child.ready()
        for child in self.programs:
            child.start()
        for child in self.programs:
            await child.ready()

    async def stop(self) -> None:
        """Kill everything, what stands on the bases first."""
        for child in reversed(self.children):
            await child.kill()


class Workshop:
    """Where stacks are made, on copies of a database that is prepared once for each kind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def tidy(self, *, keep_runs: bool) -> None:
        """Delete everything, or all but what is told of the runs."""
        if not keep_runs:
            shutil.rmtree(self.folder, ignore_errors=True)
            return
        shutil.rmtree(self.folder / "prepared", ignore_errors=True)
        for file in self.folder.glob("*.*"):
            file.unlink()

    def embedded(self, folder: Path, smtp_port: int, bug: str | None = None) -> Stack:
        """Return the one process on SQLite."""
        template = self.folder / "illimat.sqlite3"
        people = self._people(f"sqlite:///{template}", EMBEDDED)
        port, database = free_port(), folder / template.name
        shutil.copy(template, database)
        url = f"sqlite:///{database}"
        environment = _environment(EMBEDDED, url, port, smtp_port)
        server = _python(
            "server",
            ["manage.py", "run"],
            answers(port, READY),
            folder=folder,
            environment=environment,
            bug=bug,
        )
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

        PostgreSQL may have a `disk` of its own, of so many megabytes.
        """
        template, people = await self._cluster()
        folder.chmod(0o755)
        own = Disk(folder, template, disk) if disk else None
        postgres = Postgres(folder, None if own else template, settings=settings, disk=own)
        redis, port = Redis(folder), free_port()
        environment = _environment(REAL, postgres.url, port, smtp_port)
        environment |= _public(self.folder, redis.url)
        worker = [*CELERY, "worker", f"--concurrency={IN_HAND}"]
        programs = [
            _python(name, command, probe, folder=folder, environment=environment, bug=bug)
            for name, command, probe in (
                ("web", [*GUNICORN, f"--bind=127.0.0.1:{port}"], answers(port, READY)),
                ("worker", [*worker, f"--hostname=prove-{port}@localhost"], says(" ready.")),
                ("beat", [*CELERY, "beat"], says("beat: Starting")),
            )
        ]
        bases: list[Child] = [postgres, redis]
        return Stack(folder, postgres.url, port, people, [own, *bases] if own else bases, programs)

    async def _cluster(self) -> tuple[Path, list[Person]]:
        """Return the cluster to be copied, and the people in it."""
        folder = self.folder / "prepared"
        names = folder / "people.json"
        if not folder.exists():
            folder.mkdir()
            postgres = Postgres(folder)
            postgres.start()
            try:
                await postgres.ready()
                names.write_bytes(msgspec.json.encode(self._people(postgres.url, REAL)))
            finally:
                await postgres.kill()
        return folder / "cluster", msgspec.json.decode(names.read_bytes(), type=list[Person])

    def _people(self, database_url: str, settings: str) -> list[Person]:
        """Return the people in a database, who are made with its tables."""
        names = self.folder / f"{settings}.json"
        if not names.exists():
            command = [sys.executable, "-m", "prove.people", str(PEOPLE)]
            environment = _environment(settings, database_url, 8000, 25)
            if settings == REAL:
                environment |= _public(self.folder, "redis://unused.invalid")
                _collect_static_files(environment)
            made = subprocess.run(  # noqa: S603 - our own
                command, env=environment, cwd=PROJECT, check=True, stdout=subprocess.PIPE
            )
            names.write_bytes(made.stdout)
        return msgspec.json.decode(names.read_bytes(), type=list[Person])


def _python(
    name: str,
    program: list[str],
    probe: Probe,
    *,
    folder: Path,
    environment: dict[str, str],
    bug: str | None,
) -> Child:
    """Return a program of ours, with a bug planted if there is one to be."""
    module = [] if program[0].endswith(".py") else ["-m"]
    planted = ["-m", "prove.planted", bug] if bug else module
    command = [sys.executable, *planted, *program]
    return Child(name, command, probe=probe, folder=folder, environment=environment, at=PROJECT)


def _collect_static_files(environment: dict[str, str]) -> None:
    """Collect what pages need; a public server does not start without it."""
    command = [sys.executable, "manage.py", "collectstatic", "--settings", "config.settings.build"]
    command += ["--no-input", "--verbosity", "0"]
    command += ["--ignore", "admin", "--ignore", "drf_spectacular_sidecar"]  # megabytes, unseen
    subprocess.run(command, env=environment, cwd=PROJECT, check=True)  # noqa: S603 - our own


def _public(folder: Path, redis_url: str) -> dict[str, str]:
    """Return the settings that the embedded server has no use for."""
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
        **{quota.setting: str(10**9) for quota in QUOTAS},  # they play faster than people do
    }
