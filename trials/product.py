"""The server's own programs as child processes: all in one, or web, worker and beat."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from trials.programs import PROJECT, Program, answers, prints

READY = "/health/ready"  # answers 200 once a server works, the database included
CELERY = ("celery", "-A", "config")
WORKER_THREADS = 2  # tasks that a worker runs at the same time
UNSEEN = ("admin", "drf_spectacular_sidecar")  # megabytes of static files that no tool asks for


class EmbeddedServer(Program):
    """`manage.py run`: web, worker and beat in one process."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        port: int,
        launcher: Sequence[str] = (),
    ) -> None:
        """Serve on `port`; `launcher` are arguments of Python that run a program, if need be."""
        answering, printing = answers(port, READY), prints("Outgoing mail")
        super().__init__(
            "server",
            [sys.executable, *launcher, "manage.py", "run"],
            probe=lambda program: printing(program) and answering(program),
            folder=folder,
            environment=environment,
        )


class Public(NamedTuple):
    """The programs of a public server, as docker/compose.yaml starts them."""

    web: Program
    worker: Program
    timekeeper: Program
    webhooks: Program
    beat: Program


def public(
    folder: Path, environment: Mapping[str, str], port: int, launcher: Sequence[str] = ("-m",)
) -> Public:
    """Return the programs of a public server on `port`; `launcher` as for `EmbeddedServer`."""
    command = [sys.executable, *launcher, "gunicorn", "config.wsgi", f"--bind=127.0.0.1:{port}"]
    probe = answers(port, READY)
    web = Program("web", command, probe=probe, folder=folder, environment=environment)
    return Public(
        web,
        worker(folder, environment, f"worker-{port}", launcher),
        timekeeper(folder, environment, f"timekeeper-{port}", launcher),
        worker(
            folder, environment, f"webhooks-{port}", launcher, name="webhooks", queue="webhooks"
        ),
        beat(folder, environment, launcher),
    )


def worker(
    folder: Path,
    environment: Mapping[str, str],
    host: str,
    launcher: Sequence[str] = ("-m",),
    *,
    name: str = "worker",
    queue: str = "worker",
) -> Program:
    """Return a worker; `host` is what Celery calls it, and `launcher` as for `EmbeddedServer`."""
    command = [sys.executable, *launcher, *CELERY, "worker", f"--concurrency={WORKER_THREADS}"]
    command += [f"--queues={queue}", f"--hostname={host}@localhost"]
    command += ["--without-gossip", "--without-mingle"]
    probe = prints(" ready.")
    return Program(name, command, probe=probe, folder=folder, environment=environment)


def timekeeper(
    folder: Path,
    environment: Mapping[str, str],
    host: str,
    launcher: Sequence[str] = ("-m",),
    *,
    name: str = "timekeeper",
) -> Program:
    """Return a worker for deadlines and house players; the arguments are those of `worker`."""
    return worker(folder, environment, host, launcher, name=name, queue="timekeeper")


def beat(
    folder: Path, environment: Mapping[str, str], launcher: Sequence[str] = ("-m",)
) -> Program:
    """Return Celery's beat; `launcher` as for `EmbeddedServer`."""
    command = [sys.executable, *launcher, *CELERY, "beat"]
    probe = prints("beat: Starting")
    return Program("beat", command, probe=probe, folder=folder, environment=environment)


def collect_static_files(environment: Mapping[str, str]) -> None:
    """Collect the files that pages need, without which a public server does not start."""
    command = [sys.executable, "manage.py", "collectstatic", "--settings", "config.settings.build"]
    command += ["--no-input", "--verbosity", "0"]
    command += [part for folder in UNSEEN for part in ("--ignore", folder)]
    subprocess.run(command, env=environment, cwd=PROJECT, check=True)
