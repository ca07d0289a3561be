"""The server's programs, started as processes by tests."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx

from config.server.heartbeats import NAMES
from trials import product
from trials.programs import PROJECT, READY_WITHIN, free_port, wait_until

__all__ = ["PROJECT", "STOP_WITHIN", "Deployment", "Embedded", "migrate", "wait_for_all"]
STOP_WITHIN = 10  # seconds, for the server in one process; alone it takes two
LOCAL = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "SECRET_KEY": "s" * 60}


class Embedded(product.EmbeddedServer):
    """`manage.py run`, with its own database and mails in a folder."""

    def __init__(self, folder: Path, migrated: Path | None = None, **environment: str) -> None:
        """Run in `folder`, on a copy of a `migrated` database; `environment` overrides settings."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.mail = folder / "mail"
        settings = {
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder / 'illimat.sqlite3'}",
            "EMAIL_URL": f"filemail://{self.mail}",
            "SECRET_KEY": "only-for-the-tests",
        }
        super().__init__(folder, settings | environment, self.port)
        if migrated:
            shutil.copy(migrated, folder)

    @contextlib.contextmanager
    def running(self, end: signal.Signals = signal.SIGTERM) -> Iterator[None]:
        """Run the server, then stop it by a signal, and check that it stops quickly and cleanly."""
        self.start()
        try:
            yield
        except BaseException:
            self.kill()
            raise
        assert self.stop(end) < STOP_WITHIN

    def refusal(self) -> str:
        """Start with settings that the server refuses, and return its output."""
        self.launch()
        assert self.process is not None
        try:
            assert self.process.wait(READY_WITHIN) == 2
        finally:
            self.kill()
        assert "Traceback" not in self.output()
        return self.output()


def migrate(database_url: str, environment: dict[str, str] = LOCAL) -> None:
    """Create the tables of a server with the settings in `environment`."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"],
        env={"PATH": os.environ["PATH"], **environment, "DATABASE_URL": database_url},
        cwd=PROJECT,
        check=True,
        timeout=120,
    )


def wait_for_all(url: str) -> None:
    """Wait until workers and beat have written a heartbeat. Raises TimeoutError."""

    def ready() -> dict[str, str]:
        return httpx.get(f"{url}/health/ready").json()  # type: ignore[no-any-return]

    wait_until(
        lambda: all(ready().get(name) == "ok" for name in NAMES),
        READY_WITHIN,
        lambda: f"A worker or beat is silent: {ready()}",
    )


class Deployment:
    """A public server as docker/compose.yaml starts it: web, three workers and beat."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        """Run in `folder`, with the settings in `environment`."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.environment = environment
        self.programs = product.public(folder, environment, self.port)
        self.web, self.worker, _, _, self.beat = self.programs

    def prepare(self, owner_url: str) -> None:
        """Create the tables as their owner, and collect the static files."""
        migrate(owner_url, self.environment)
        product.collect_static_files(self.environment)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Start all programs at once, and stop them in the same way."""
        programs = self.programs
        try:
            for program in programs:
                program.launch()
            for program in programs:
                program.wait_until_ready()
            yield
        finally:
            for program in programs:
                program.ask_to_end()
            with contextlib.ExitStack() as ending:  # also waits for those after one that fails
                for program in programs:
                    ending.callback(program.wait_for_end)


def run(folder: Path, *command: str, given: str = "") -> str:
    """Run a program in a folder and return its output; it must succeed."""
    done = subprocess.run(
        command, cwd=folder, input=given, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
