"""The project's own programs as processes: started, stopped or killed, and started again."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import httpx

from tests.servers import START_WITHIN, free_port

PROJECT = Path(__file__).resolve().parents[1]
END_WITHIN = 20  # seconds
STOP_WITHIN = 3  # seconds, for the server in one process


class Program:
    """One program with its children, in a session of its own; what it says is kept in a file."""

    def __init__(
        self, *arguments: str, environment: Mapping[str, str], log: Path, ready: str = ""
    ) -> None:
        """Run Python with `arguments`; it is ready once it has said `ready`."""
        self.arguments = [sys.executable, *arguments]
        self.environment = {"PATH": os.environ["PATH"], "PYTHONUNBUFFERED": "1", **environment}
        self.log = log
        self.ready = ready
        self.process: subprocess.Popen[bytes] | None = None
        self.heard = 0  # bytes of the log, from earlier starts

    def start(self) -> None:
        """Start, and wait until it is ready; raises TimeoutError with what it said instead."""
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        """Start, without waiting."""
        self.heard = self.log.stat().st_size if self.log.exists() else 0
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.arguments,
                env=self.environment,
                cwd=PROJECT,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def wait_until_ready(self) -> None:
        """Wait for the words; raises TimeoutError with what it said instead."""
        assert self.process is not None
        end = time.monotonic() + START_WITHIN
        while self.ready not in self.said():
            if self.process.poll() is not None or time.monotonic() > end:
                raise TimeoutError(f"{self.arguments} did not start:\n{self.said()}")
            time.sleep(0.02)

    def said(self) -> str:
        """Return what it has said since it was started last."""
        return self.log.read_bytes()[self.heard :].decode(errors="replace")

    def stop(self, by: signal.Signals = signal.SIGTERM) -> float:
        """Have it end, cleanly, and return how many seconds that took."""
        asked = time.monotonic()
        self.ask_to_end(by)
        self.wait_for_end()
        return time.monotonic() - asked

    def ask_to_end(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Send it a signal, if it still runs."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(by)

    def wait_for_end(self) -> None:
        """Wait until it has ended, and see that it did so cleanly."""
        assert self.process is not None
        try:
            code = self.process.wait(END_WITHIN)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        assert code == 0, f"{self.arguments} ended with {code}:\n{self.said()}"
        assert "Traceback" not in self.said(), self.said()

    def kill(self) -> None:
        """End it and its children at once."""
        assert self.process is not None
        with contextlib.suppress(ProcessLookupError):  # it has ended before
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Embedded(Program):
    """`manage.py run`, with everything of its own in a folder."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.mail = folder / "mail"
        settings = {
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder / 'illimat.sqlite3'}",
            "EMAIL_URL": f"filemail://{self.mail}",
            "SECRET_KEY": "only-for-the-tests",
        }
        super().__init__(
            *["manage.py", "run"],
            environment=settings | environment,
            log=folder / "run.log",
            ready="Outgoing mail",
        )

    @contextlib.contextmanager
    def running(self, end: signal.Signals = signal.SIGTERM) -> Iterator[None]:
        """Serve, then end by a signal, and see that this goes quickly and cleanly."""
        self.start()
        try:
            yield
        except BaseException:
            self.kill()
            raise
        assert self.stop(end) < STOP_WITHIN

    def refusal(self) -> str:
        """Start in vain and return what it says."""
        self.launch()
        assert self.process is not None
        assert self.process.wait(END_WITHIN) == 2
        assert "Traceback" not in self.said()
        return self.said()


def wait_for_both(url: str) -> None:
    """Wait until worker and beat have given a sign of life; raises TimeoutError."""
    end = time.monotonic() + START_WITHIN
    while time.monotonic() < end:
        ready = httpx.get(f"{url}/health/ready").json()
        if (ready.get("worker"), ready.get("beat")) == ("ok", "ok"):
            return
        time.sleep(0.1)
    raise TimeoutError(f"Worker or beat is silent: {ready}")


class Deployment:
    """A public server as docker/compose.yaml starts it: web, worker and beat, each on its own."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.folder = folder
        self.environment = environment
        web = ["-m", "gunicorn", "config.wsgi", f"--bind=127.0.0.1:{self.port}"]
        celery = ["-m", "celery", "-A", "config"]
        worker = [*celery, "worker", "--concurrency=2"]
        self.web = self._program("web", web, "Booting worker")
        self.worker = self._program("worker", worker, "ready.")
        self.beat = self._program("beat", [*celery, "beat"], "Starting...")

    def prepare(self, owner_url: str) -> None:
        """Make the tables as their owner and collect the static files."""
        unseen = ["--ignore", "admin", "--ignore", "drf_spectacular_sidecar"]  # megabytes
        collect = ["collectstatic", "--settings", "config.settings.build", "--no-input", *unseen]
        commands = [["migrate"], collect]
        owner = self.environment | {"DATABASE_URL": owner_url}
        programs = [self._program(c[0], ["manage.py", *c], "", owner) for c in commands]
        for program in programs:
            program.launch()
        for program in programs:
            program.wait_for_end()

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Start all three at once, and end them in the same way."""
        programs = [self.web, self.worker, self.beat]
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

    def _program(
        self,
        name: str,
        arguments: Sequence[str],
        ready: str,
        environment: dict[str, str] | None = None,
    ) -> Program:
        log = self.folder / f"{name}.log"
        chosen = self.environment if environment is None else environment
        return Program(*arguments, environment=chosen, log=log, ready=ready)
