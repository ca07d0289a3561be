"""The server's programs, started as processes by tests."""

import contextlib
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

from config.heartbeats import NAMES
from trials import product
from trials.programs import PROJECT, READY_WITHIN, Program, free_port

__all__ = ["PROJECT", "STOP_WITHIN", "Deployment", "Embedded", "wait_for_all"]
STOP_WITHIN = 10  # seconds, for the server in one process; alone it takes two


class Embedded(product.Embedded):
    """`manage.py run`, with its own database and mails in a folder."""

    def __init__(self, folder: Path, **environment: str) -> None:
        """Run in `folder`; `environment` adds or overrides settings."""
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


def wait_for_all(url: str) -> None:
    """Wait until workers and beat have written a heartbeat. Raises TimeoutError."""
    end = time.monotonic() + READY_WITHIN
    while time.monotonic() < end:
        ready = httpx.get(f"{url}/health/ready").json()
        if all(ready.get(name) == "ok" for name in NAMES):
            return
        time.sleep(0.1)
    raise TimeoutError(f"A worker or beat is silent: {ready}")


class Deployment:
    """A public server as docker/compose.yaml starts it: web, two workers and beat."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        """Run in `folder`, with the settings in `environment`."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.environment = environment
        self.programs = product.public(folder, environment, self.port)
        self.web, self.worker, self.timekeeper, self.beat = self.programs

    def prepare(self, owner_url: str) -> None:
        """Create the tables as their owner, and collect the static files."""
        migrate = Program(
            "migrate",
            [sys.executable, "manage.py", "migrate"],
            probe=lambda _: True,
            folder=self.folder,
            environment=self.environment | {"DATABASE_URL": owner_url},
        )
        migrate.launch()
        product.collect_static_files(self.environment)
        migrate.wait_for_end()

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
            for program in programs:
                program.wait_for_end()
