"""A run: a server, clients that play on it, faults meanwhile, and the checks afterwards."""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from trials.dice import Deck, dice
from trials.display import Bar
from trials.prove.checks import Finding, appends, mails, service
from trials.prove.database import Contents, Database
from trials.prove.figures import figures
from trials.prove.history import History, now
from trials.prove.nemesis import Gap, Nemesis
from trials.prove.planted import Bug
from trials.prove.player import Device, GaveUpError
from trials.prove.proxy import Proxy
from trials.prove.report import RunOutcome
from trials.prove.sink import Sink, Trouble
from trials.prove.stack import Stack
from trials.prove.supervise import kill, ready, watch
from trials.prove.tamper import tamper
from trials.prove.timeline import timelines
from trials.prove.workload import CLIENTS, REPEATS, Client, Lobby

CUT = {True: 3, False: 22}  # of the answers to submissions
PAUSES = (0.0,) * 30 + (0.2,) * 6 + (0.6,) * 3 + (2.5,)  # seconds that the mail server takes
EASE = 0.1  # seconds between a client's steps once only harm is left to be done
STALLED_AFTER = 180  # seconds in which no mail went out that is owed; longer than a lease
STUCK_AFTER = 100  # seconds without an acknowledgement
COUNT_WAITING = "SELECT count(*) FROM notifications_delivery WHERE state = 'waiting'"
AGE_WAITING = (
    "UPDATE notifications_delivery SET lease_until = CURRENT_TIMESTAMP, "
    "not_before = CURRENT_TIMESTAMP WHERE state = 'waiting'"
)
# News that are delayed wait for five minutes before they are first sent, whatever happens.
AGE_NEWS = (
    "UPDATE notifications_delivery SET not_before = CURRENT_TIMESTAMP "
    "WHERE state = 'waiting' AND attempts = 0"
)

Tasks = list[asyncio.Task[None]]
Build = Callable[[Path, int, str | None], Awaitable[Stack]]


class RunPlan(NamedTuple):
    """The size of a run, its seed, and the bug to plant.

    `acknowledgements` are submissions, `kills` are faults of each kind, `due` are games whose
    deadlines pass, `games` are those that are played without a server. `turns` are played for the
    outbox, while Redis is away once, for `away` seconds.
    """

    acknowledgements: int
    kills: int
    due: int
    games: int
    turns: int
    away: float
    seed: int
    bug: Bug | None = None


class Run:
    """A run under way. `planned` counts the faults that must happen, by kind."""

    def __init__(
        self, name: str, plan: RunPlan, folder: Path, trouble: Trouble | None = None
    ) -> None:
        self.name = name
        self.plan = plan
        self.folder = folder
        self.history = History(folder / "history.jsonl")
        self.planned: dict[str, int] = {}
        self.figures: dict[str, str] = {}
        self.findings: list[Finding] = []
        self.stack: Stack
        self._dice = dice(f"{plan.seed}/{name}")
        self.sink = Sink(self.history, self.dice(), PAUSES, trouble)

    def dice(self) -> Random:
        """Return a random source for one more part of the run."""
        return dice(self._dice.getrandbits(64))

    def nemesis(self, gap: Gap, times: int | None = None) -> Nemesis:
        """Return a nemesis that strikes `times` times, or as often as the plan says."""
        return Nemesis(self.history, self.dice(), times=times or self.plan.kills, gap=gap)

    async def play(self, *harm: Coroutine[Any, Any, None]) -> None:
        """Have clients play until all faults are over and enough submissions are acknowledged."""
        cuts = self.history.cuts
        proxy = Proxy(port=self.stack.port, dice=self.dice(), cut=CUT, cuts=cuts)
        base_url = f"http://127.0.0.1:{await proxy.start()}"
        lobby = Lobby(self.stack.people, Deck(self.dice(), REPEATS))
        clients = [Client(base_url, lobby, self.history, self.dice()) for _ in range(CLIENTS)]
        stop = asyncio.Event()
        began = now()
        playing = [asyncio.create_task(client.play(stop)) for client in clients]
        harming = [asyncio.create_task(part) for part in harm]
        try:
            await self._enough(lobby, playing, harming)
            stop.set()
            await asyncio.gather(*playing)
            await asyncio.gather(*(task for task in harming if task.done()))
        finally:
            for task in (*playing, *harming):
                task.cancel()
            await proxy.stop()
        self.figures["seconds of play"] = f"{now() - began:.0f}"

    async def quiesce(self) -> None:
        """Wait until all queued mail is sent, without waiting for leases and delays.

        The mailers are killed once more, so that they have no mail in hand; mails that they had
        leased or postponed are made due.
        """
        faults = []
        for mailer in self.stack.mailers:
            faults.append(self.history.begin_fault(f"kill {mailer.name} at the end", crash=True))
            await kill(mailer)
        database = Database(self.stack.database_url)
        database.run(AGE_WAITING)
        database.close()
        for mailer, fault in zip(self.stack.mailers, faults, strict=True):
            mailer.launch()
            await ready(mailer)
            fault.ended = now()
        await self.drain()

    async def drain(self) -> None:
        """Wait until all queued mail is sent, at the times that its leases and delays set.

        Only news that was never tried is made due, instead of waiting until it is.
        """
        began = now()
        self.sink.hurry()
        if self.stack.serves:
            await self._ask_once()
        database = Database(self.stack.database_url)
        database.run(AGE_NEWS)
        await self._all_out(database)
        database.close()
        self.figures["seconds until all mail was sent"] = f"{now() - began:.1f}"

    async def _all_out(self, database: Database) -> None:
        """Wait until no mail is queued, or until none has been sent for STALLED_AFTER."""
        most = left = database.ask(COUNT_WAITING)[0][0]
        since = now()
        with Bar(f"{self.name}, mail") as bar:
            while left and now() < since + STALLED_AFTER:
                await asyncio.sleep(0.1)
                before, left = left, database.ask(COUNT_WAITING)[0][0]
                since = now() if left < before else since
                bar.show(1 - left / most, f"{left} mails are queued")

    async def _ask_once(self) -> None:
        """Request a page once, to see whether the server answers at all."""
        device = Device(f"http://127.0.0.1:{self.stack.port}", self.history)
        with contextlib.suppress(GaveUpError):  # which is noted, and found
            await device.get("/me/games", self.stack.people[0])
        await device.close()

    def conclude(self) -> RunOutcome:
        database = Database(self.stack.database_url)
        tampered = service.immutable(tamper(database))
        contents = database.read()
        database.close()
        history = self.history
        enough = service.enough(
            history.submissions,
            history.faults,
            acknowledgements=self.plan.acknowledgements,
            planned=self.planned,
        )
        rough = service.rough(history.submissions, sum(history.cuts))
        steady = service.steady(history.died, history.faults, self.stack.children)
        self.findings += [*_compare(history, contents), tampered, steady, enough, rough]
        self.figures = figures(history, contents) | self.figures
        history.close()
        outcome = RunOutcome(self.name, self.figures, self.findings)
        return outcome._replace(folder=self.folder) if outcome.violated else outcome

    async def _enough(self, lobby: Lobby, playing: Tasks, harming: Tasks) -> None:
        """Wait until enough is acknowledged and all faults are over, or nothing moves any more."""
        last, since = 0, now()
        wanted = self.plan.acknowledgements + sum(self.planned.values())
        with Bar(self.name) as bar:
            while now() < since + STUCK_AFTER:
                acknowledged = self.history.acknowledged()
                if acknowledged > last:
                    last, since = acknowledged, now()
                if acknowledged >= self.plan.acknowledgements:
                    lobby.ease = EASE
                    if all(task.done() for task in harming):
                        break
                if any(task.done() for task in playing):  # they stop early only by failing
                    break
                faults = sum(fault.ended is not None for fault in self.history.faults)
                done = min(acknowledged, self.plan.acknowledgements) + faults
                bar.show(done / wanted, f"{acknowledged} acknowledged, {faults} faults")
                await asyncio.sleep(0.2)


@contextlib.asynccontextmanager
async def running(
    name: str, plan: RunPlan, workshop: Path, build: Build, trouble: Trouble | None = None
) -> AsyncIterator[Run]:
    """Start a server in a folder of its own, yield the run, then stop the server and tidy up.

    `trouble` is what its mail server makes.
    """
    folder = workshop / name
    folder.mkdir()
    run = Run(name, plan, folder, trouble)
    bug = plan.bug
    run.stack = await build(folder, await run.sink.start(), bug.name if bug else None)
    watching = asyncio.create_task(watch(run.stack.children, run.history.died))
    try:
        await run.stack.start()
        if bug and bug.sql:
            _spoil(run.stack.database_url, bug.sql)
        yield run
    finally:
        watching.cancel()
        await run.stack.stop()
        run.sink.stop()
        for heavy in ("cluster", "disk"):
            shutil.rmtree(folder / heavy, ignore_errors=True)


def _spoil(database_url: str, statements: tuple[str, ...]) -> None:
    database = Database(database_url)
    for statement in statements:
        database.run(statement)
    database.close()


def _compare(history: History, contents: Contents) -> list[Finding]:
    """Compare what clients were told with what is stored."""
    submissions = history.submissions
    states, unfolded = timelines(contents.rows)
    return [
        appends.kept(submissions, contents),
        appends.seated(history.tables, contents),
        appends.once(submissions, contents),
        appends.same_answers(submissions),
        appends.gapless(contents),
        appends.in_order(submissions),
        appends.stale_told(submissions, states),
        appends.with_cause(submissions),
        appends.chained(contents),
        appends.summarised(contents, states, unfolded),
        mails.durable(history.mails, contents),
        mails.none_lost(history.mails, contents, states),
        mails.repeated(history.mails, history.faults),
        service.available(history.exchanges, history.faults),
        service.recovers(history.exchanges, history.faults),
        service.patient(history.exchanges, history.given_up),
    ]
