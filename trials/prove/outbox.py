"""The run about the outbox: turns are played while all that mails depend on fails.

Two workers are killed over and over, Redis is emptied every few seconds and once is gone for long,
and the mail server refuses mails, or accepts them without saying so.
"""

import asyncio
import contextlib
import time
from collections import Counter

import redis.asyncio as redis
from redis.exceptions import RedisError

from trials.display import Bar
from trials.prove.checks import Finding, mails, outbox, service
from trials.prove.checks.outbox import SECOND
from trials.prove.database import Database
from trials.prove.figures import listed
from trials.prove.history import now
from trials.prove.makers import printed_by
from trials.prove.nemesis import Gap
from trials.prove.report import RunOutcome
from trials.prove.run import Run, RunPlan, running
from trials.prove.sink import Trouble
from trials.prove.stack import Workshop
from trials.prove.supervise import kill, ready
from trials.prove.timeline import timelines
from trials.prove.turns import ROLLED_BACK, Turn

TURNS_A_KILL = 50
KILL_TAKES = 5  # seconds, about, until the program works again and the next kill comes
SOON: Gap = (0.2, 2.0)  # seconds from working again until the next kill
EMPTIED_EVERY = 5  # seconds
TROUBLE = Trouble(refused=0.06, cut=0.06, stalled=0.02)
GONE = "take redis away"


async def prove_outbox(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Play turns while workers, Redis and the mail server fail, and look at every mail."""
    name = plan.bug.name if plan.bug else "outbox"
    async with running(name, plan, workshop.folder, workshop.dispatchers, TROUBLE) as run:
        proof = Proof(run)
        await proof.play()
        await run.quiesce()
        return proof.conclude()


class Proof:
    """Turns that are played, and told, in a run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._dice = run.dice()
        self._turns: list[Turn] = []
        self._kills = max(1, run.plan.turns // TURNS_A_KILL)
        self._began = round((time.time() - now()) * SECOND)

    async def play(self) -> None:
        tasks = [asyncio.create_task(part) for part in (self._make(), self._harm())]
        emptying = asyncio.create_task(self._empty())
        try:
            with Bar(self._run.name) as bar:
                while not all(task.done() for task in tasks):
                    if any(task.done() and task.exception() for task in (*tasks, emptying)):
                        break
                    share = len(self._turns) / self._run.plan.turns
                    faults = len(self._run.history.faults)
                    bar.show(min(share, 1), f"{len(self._turns)} turns, {faults} faults")
                    await asyncio.sleep(0.2)
            await asyncio.gather(*tasks)
        finally:
            for task in (*tasks, emptying):
                task.cancel()

    async def _make(self) -> None:
        """Have turns played by a program, for as long as the faults take."""
        plan = self._run.plan
        pace = plan.turns / (self._kills * KILL_TAKES + plan.away)
        launcher = ["-m", "trials.prove.planted", plan.bug.name] if plan.bug else ["-m"]
        command = [*launcher, "trials.prove.turns", str(plan.turns), f"{pace:.2f}", str(plan.seed)]
        async for turn in printed_by(self._run, command, Turn):
            self._turns.append(turn)

    async def _harm(self) -> None:
        """Kill one of the workers over and over; half-way, take Redis away."""
        for number in range(self._kills):
            if number == self._kills // 2:
                await self._take_away()
            worker = self._dice.choice(self._run.stack.mailers)
            await self._run.nemesis(SOON, 1).kill(worker, crash=True)

    async def _take_away(self) -> None:
        broker = self._run.stack["redis"]
        fault = self._run.history.begin_fault(GONE)
        await kill(broker)
        await asyncio.sleep(self._run.plan.away)
        broker.launch()
        await ready(broker)
        fault.ended = now()

    async def _empty(self) -> None:
        """Empty Redis, whenever it is there."""
        async with redis.from_url(getattr(self._run.stack["redis"], "url", "")) as client:
            while True:
                await asyncio.sleep(EMPTIED_EVERY)
                with contextlib.suppress(RedisError, OSError):
                    await client.flushall()
                    self._run.history.begin_fault("empty redis").ended = now()

    def conclude(self) -> RunOutcome:
        run, history = self._run, self._run.history
        database = Database(run.stack.database_url)
        contents, deliveries = database.read(), database.deliveries()
        database.close()
        states, unfolded = timelines(contents.rows)
        gone = [fault for fault in history.faults if fault.kind == GONE]
        run.findings += [
            mails.none_lost(history.mails, contents, states),
            outbox.arrived(history.mails, deliveries),
            mails.repeated(history.mails, history.faults),
            outbox.counted(history.mails, deliveries),
            outbox.same_ids(history.mails),
            mails.durable(history.mails, contents),
            outbox.not_rolled_back(history.mails, self._turns),
            outbox.awaited(history.mails, deliveries, contents, states, self._began),
            outbox.resumed(history.mails, gone),
            service.steady(history.died, history.faults, run.stack.children),
            self._enough(unfolded),
        ]
        found = outbox.copies(history.mails)
        faults = Counter(fault.kind for fault in history.faults)
        states_of = Counter(each.state for each in deliveries.values())
        waits = [outbox.first_after(history.mails, fault) for fault in gone]
        run.figures |= {
            "turns": f"{len(self._kept())}, and {self._rolled_back} rolled back",
            "games, events": f"{len(contents.rows)}, {sum(map(len, contents.rows.values()))}",
            "faults": listed(faults),
            "troubles with the mail server": listed(run.sink.troubles),
            "mails": f"{len(found)}, and {len(history.mails) - len(found)} copies",
            "most copies of a mail": str(max(map(len, found.values()), default=0)),
            "deliveries": listed(states_of),
            "first mail once Redis was back": ", ".join(f"{w:.1f} s" for w in waits if w),
        }
        history.close()
        outcome = RunOutcome(run.name, run.figures, run.findings)
        return outcome._replace(folder=run.folder) if outcome.violated else outcome

    def _kept(self) -> list[Turn]:
        return [turn for turn in self._turns if not turn.rolled_back]

    @property
    def _rolled_back(self) -> int:
        return len(self._turns) - len(self._kept())

    def _enough(self, unfolded: list[str]) -> Finding:
        """Check that turns were played and rolled back, and all faults happened, as planned."""
        plan, done = self._run.plan, Counter(fault.kind for fault in self._run.history.faults)
        amounts = {
            "turns": (len(self._kept()), plan.turns * 9 // 10),  # games end, too
            "plays rolled back": (self._rolled_back, plan.turns // ROLLED_BACK // 2),
            "workers killed": (done["kill worker1"] + done["kill worker2"], self._kills),
            "Redis emptied": (done["empty redis"], self._kills // 2),
            "Redis gone": (done[GONE], 1),
            **{name: (self._run.sink.troubles[name], 1) for name in Trouble._fields},
        }
        wrong = [
            f"Only {found} of {least}: {name}."
            for name, (found, least) in amounts.items()
            if found < least
        ]
        return Finding("the run did as much as planned", len(amounts), wrong + unfolded)
