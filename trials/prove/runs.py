"""The kinds of runs; each function makes one and returns its outcome."""

import asyncio
import resource
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from trials.installed import find_nginx, find_postgres, find_redis
from trials.programs import Program
from trials.prove.checks import service
from trials.prove.deadlines import deadlines
from trials.prove.nemesis import Gap
from trials.prove.noninterference import noninterference
from trials.prove.outbox import prove_outbox
from trials.prove.reload import reload
from trials.prove.report import RunOutcome
from trials.prove.restore import restore
from trials.prove.run import Build, Run, RunPlan, running
from trials.prove.stack import Stack, Workshop
from trials.servers import Disk

SOON: Gap = (0.2, 2.0)  # seconds from working again until the next fault
AT_TIMES: Gap = (0.2, 5.0)  # likewise, where 503 is excused: often long enough that it is not
BREATH: Gap = (0.2, 0.8)  # likewise, after faults that should hinder nobody
AWAY: Gap = (0.6, 1.4)  # seconds that something is away
STOPPED: Gap = (1.5, 2.5)  # long enough to tell who waits
LONG: Gap = (12.0, 12.5)  # longer than the worker waits for Redis: it has to connect again
FULL: Gap = (2.0, 3.0)
CALM = 8  # seconds without a fault
INSTALL = "apt-get install"
EMPTY_DISK = 90  # megabytes of a cluster without games, its log included, and some room
PLAYS_IN_A_MEGABYTE = 40
FILLINGS = 3  # times fewer than kills

Prove = Callable[[Workshop, RunPlan], Awaitable[RunOutcome]]


async def postgres(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Kill web, worker and the whole database, on PostgreSQL and Redis."""
    async with running("postgres", plan, workshop.folder, _real(workshop)) as run:
        await run.play(*(_kills(run, name) for name in ("web", "worker", "postgres")))
        await run.quiesce()
        return run.conclude()


async def sqlite(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Kill the single process that serves on SQLite."""
    async with running("sqlite", plan, workshop.folder, _embedded(workshop)) as run:
        await run.play(_kills(run, "server"))
        await run.quiesce()
        return run.conclude()


async def redis(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Kill, stop and empty Redis, which players must not notice."""
    async with running("redis", plan, workshop.folder, _real(workshop)) as run:
        await run.play(_redis_faults(run))
        await run.drain()
        _redis_findings(run)
        return run.conclude()


async def disk_postgres(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    build = _real(workshop, disk=EMPTY_DISK + plan.acknowledgements // PLAYS_IN_A_MEGABYTE)
    async with running("disk-postgres", plan, workshop.folder, build) as run:
        disk = run.stack["disk"]
        if not isinstance(disk, Disk):
            raise TypeError("a small disk was asked for")
        server = run.stack["postgres"]
        # It does where there is no room for its log ("Disk Full Failure" in its documentation).
        await run.play(_fillings(run, server, disk.fill, disk.free, ends=server.name))
        await run.quiesce()
        _disk_findings(run)
        return run.conclude()


async def disk_sqlite(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Forbid the server on SQLite to write another byte to a file."""
    async with running("disk-sqlite", plan, workshop.folder, _embedded(workshop)) as run:
        server = run.stack["server"]
        fill, free = partial(_limit, server, 0), partial(_limit, server, resource.RLIM_INFINITY)
        await run.play(_fillings(run, server, fill, free))
        await run.quiesce()
        _disk_findings(run)
        return run.conclude()


async def with_bug(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Make a run with a planted bug and enough harm to expose it."""
    bug = plan.bug
    if bug is None:
        raise ValueError("no bug to plant")
    if bug.stack == "pollers":
        return await deadlines(workshop, plan)
    if bug.stack == "dispatchers":
        return await prove_outbox(workshop, plan)
    if bug.stack == "restore":
        return await restore(workshop, plan)
    real = bug.stack == "real"
    build = _real(workshop, settings=bug.settings) if real else _embedded(workshop)
    async with running(bug.name, plan, workshop.folder, build) as run:
        harm = [_redis_faults(run)] if bug.kills == "redis" else []
        harm += [_kills(run, bug.kills)] if bug.kills not in {"", "redis"} else []
        await run.play(*harm)
        await run.quiesce()
        if bug.kills == "redis":
            _redis_findings(run)
        return run.conclude()


RUNS: dict[str, Prove] = {
    "postgres": postgres,
    "sqlite": sqlite,
    "redis": redis,
    "reload": reload,
    "restore": restore,
    "deadlines": deadlines,
    "outbox": prove_outbox,
    "disk-postgres": disk_postgres,
    "disk-sqlite": disk_sqlite,
    "noninterference": noninterference,
}


def missing_for(name: str) -> str:
    """Return what this machine lacks for a run, or an empty string."""
    if name.endswith("sqlite") or name == "noninterference":
        return ""
    if find_postgres() is None or find_redis() is None:
        return f"{INSTALL} postgresql redis-server"
    if name == "reload" and find_nginx() is None:
        return f"{INSTALL} nginx-light"
    if name == "disk-postgres" and not Disk.available():
        return "only root with the right to mount can make a small disk"
    return ""


def _real(workshop: Workshop, *, settings: tuple[str, ...] = (), disk: int | None = None) -> Build:
    async def build(folder: Path, smtp_port: int, bug: str | None) -> Stack:
        return await workshop.real(folder, smtp_port, bug, settings=settings, disk=disk)

    return build


def _embedded(workshop: Workshop) -> Build:
    async def build(folder: Path, smtp_port: int, bug: str | None) -> Stack:
        return workshop.embedded(folder, smtp_port, bug)

    return build


def _kills(run: Run, name: str) -> Coroutine[Any, Any, None]:
    run.planned[f"kill {name}"] = run.plan.kills
    database = name == "postgres"
    nemesis = run.nemesis(AT_TIMES if database else SOON)
    return nemesis.kill(run.stack[name], excuses=database, crash=name != "web")


async def _redis_faults(run: Run) -> None:
    """Leave Redis alone for comparison, then cause one kind of fault after the other."""
    child, url = run.stack["redis"], getattr(run.stack["redis"], "url", "")
    for kind in ("kill", "stop", "empty"):
        run.planned[f"{kind} redis"] = run.plan.kills
    run.planned["long stop redis"] = 1
    await asyncio.sleep(CALM)
    await run.nemesis(BREATH).take_away(child, AWAY)
    await run.nemesis(BREATH).stop(child, STOPPED)
    await run.nemesis(BREATH, 1).stop(child, LONG, kind="long stop")
    await run.nemesis(BREATH).empty(url, AWAY)


def _redis_findings(run: Run) -> None:
    submissions = run.history.submissions
    faults = [fault for fault in run.history.faults if "redis" in fault.kind]
    times = service.response_times(submissions, faults)
    run.figures["p95 during each kind of fault"] = ", ".join(
        f"{service.p95(found) * 1000:.0f} ms {kind}" for kind, found in times.items()
    )
    run.findings.append(service.undelayed(submissions, faults, len(run.history.cuts)))


def _fillings(
    run: Run, child: Program, fill: Callable[[], None], free: Callable[[], None], *, ends: str = ""
) -> Coroutine[Any, Any, None]:
    times = max(1, run.plan.kills // FILLINGS)
    run.planned["fill disk"] = times
    return run.nemesis(AT_TIMES, times).fill(child, fill, free, FULL, ends=ends)


def _disk_findings(run: Run) -> None:
    faults = [fault for fault in run.history.faults if fault.kind == "fill disk"]
    run.findings.append(service.felt(run.history.exchanges, faults))
    ended = [death for death in run.history.died if service.in_its_right(death, faults)]
    run.figures["programs ended while the disk was full"] = f"{len(ended)} times"


def _limit(child: Program, size: int) -> None:
    """Let a program write no further than `size` into any file."""
    resource.prlimit(child.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
