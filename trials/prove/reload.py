"""Reloads the web server while people play: no request may be refused, and none waits for it.

gunicorn runs as its systemd unit runs it. systemd sends SIGUSR2 to the process that it watches, and
gets a datagram which other one it is to watch from then on. nginx is in front of gunicorn, with the
sample configuration, and would answer 503 if a connection were refused.
"""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

from typing_extensions import override

from trials.installed import find_nginx
from trials.product import READY
from trials.programs import Program, answers, free_port, wait_until
from trials.prove.checks import Finding
from trials.prove.history import now
from trials.prove.nemesis import Gap
from trials.prove.report import RunOutcome
from trials.prove.run import Build, Run, RunPlan, running
from trials.prove.stack import Stack, Workshop
from trials.servers import nginx_with, sample_site

BETWEEN: Gap = (2.0, 4.0)  # seconds; for one of them gunicorn takes no signal after a reload
LONGEST = 5.0  # seconds that a request may take on a busy machine; a start takes longer there


class Unit(Program):
    """gunicorn under a manager that speaks systemd's protocol, as far as reloads need it."""

    def __init__(self, web: Program, folder: Path, port: int) -> None:
        """Run what `web` runs, on `port`."""
        path = folder / "notify"
        self._notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._notices.bind(str(path))
        self._notices.settimeout(0)
        self._main = 0
        # As in the unit, and not `python -m gunicorn`, which cannot start itself again.
        command = [str(Path(sys.executable).with_name("gunicorn")), "config.wsgi"]
        command.append(f"--bind=127.0.0.1:{port}")
        environment = web.environment | {"NOTIFY_SOCKET": str(path)}
        probe = answers(port, READY)
        super().__init__("web", command, probe=probe, folder=folder, environment=environment)

    @override
    def launch(self) -> None:
        """Start it; what is to be watched is its first process."""
        super().launch()
        self._main = self.pid

    @property
    @override
    def alive(self) -> bool:
        """Whether the process runs that is to be watched."""
        first = super().alive  # which also reaps it
        return first if self._main == self.pid else Path(f"/proc/{self._main}").exists()

    def reload(self) -> None:
        """Reload, and wait until the old processes have ended; raises TimeoutError."""
        old = self._main
        os.kill(old, signal.SIGUSR2)
        wait_until(self._follow, why=self.output)
        wait_until(lambda: not _runs(old), why=self.output)

    def _follow(self) -> bool:
        """Watch another process from now on if a datagram says so; return whether one does."""
        try:
            told = self._notices.recv(4096).decode()
        except BlockingIOError:
            return False
        name, _, value = told.partition("=")
        if name == "MAINPID":
            self._main = int(value)
        return name == "MAINPID"


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


async def reload(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Reload the web server again and again while clients play."""
    async with running("reload", plan, workshop.folder, _behind_nginx(workshop)) as run:
        await run.play(_reloads(run))
        await run.quiesce()
        run.findings.append(_waits(run))
        return run.conclude()


def _behind_nginx(workshop: Workshop) -> Build:
    async def build(folder: Path, smtp_port: int, bug: str | None) -> Stack:
        stack = await workshop.real(folder, smtp_port, bug)
        program = find_nginx()
        if program is None:
            raise FileNotFoundError("nginx is not installed: apt-get install nginx-light")
        port, changes = free_port(), {}
        changes["listen 80;"] = f"listen 127.0.0.1:{free_port()};"
        changes["listen 443 ssl http2;"] = f"listen 127.0.0.1:{port};"
        changes["server 127.0.0.1:8000;"] = f"server 127.0.0.1:{stack.port};"
        changes["rate=30r/s"] = "rate=10000r/s"  # all of them come from one address
        nginx = nginx_with(program, folder, sample_site(changes, tls=False), port)
        stack.programs[0] = Unit(stack.programs[0], folder, stack.port)
        stack.bases.append(nginx)
        stack.port = port
        return stack

    return build


async def _reloads(run: Run) -> None:
    run.planned["reload web"] = run.plan.kills
    unit = run.stack["web"]
    if not isinstance(unit, Unit):
        raise TypeError("a unit was asked for")
    dice = run.dice()
    for _ in range(run.plan.kills):
        await asyncio.sleep(dice.uniform(*BETWEEN))
        fault = run.history.begin_fault("reload web")
        await asyncio.to_thread(unit.reload)
        fault.ended = now()


def _waits(run: Run) -> Finding:
    """Check that no request takes long, and add the figures of reloads to the run's."""
    reloads = [(f.began, f.ended or now()) for f in run.history.faults if "reload" in f.kind]
    took = [
        each.ended - each.sent
        for each in run.history.exchanges
        if any(each.sent < end and each.ended > began for began, end in reloads)
    ]
    run.figures["requests during reloads"] = str(len(took))
    run.figures["longest of these"] = f"{max(took, default=0):.2f} s"
    run.figures["longest reload"] = f"{max((e - b for b, e in reloads), default=0):.1f} s"
    wrong = [f"A request took {time:.1f} s." for time in took if time > LONGEST]
    return Finding("no request waits for a reload", len(took), wrong)
