"""The run about deadlines: they pass while the programs that sweep them are killed.

Four timekeepers with a beat and the embedded server sweep one PostgreSQL, while a worker sends the
mails. Some players play just when their time is over. Most kills hit one program, which excuses no
delay, because the others sweep on. Some hit all at once. Then nobody sweeps until they have started
again, and as long again is granted them to catch up.
"""

import asyncio
import time
import uuid
from bisect import bisect
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from trials.display import Bar
from trials.prove.checks import Finding, appends, service, timeouts
from trials.prove.checks.timeouts import LATE, MISSED, SECOND, Span
from trials.prove.database import Contents, Database
from trials.prove.due_games import DueGame
from trials.prove.figures import listed
from trials.prove.history import Fault, Submission, now
from trials.prove.makers import printed_by
from trials.prove.player import Device
from trials.prove.report import RunOutcome
from trials.prove.run import Run, RunPlan, running
from trials.prove.stack import Stack, Workshop
from trials.prove.supervise import kill, ready
from trials.prove.timeline import timelines

GAMES_A_KILL = 100
ALL_AT_ONCE = 5  # kills, of which the third hits all programs
RACING = 10  # games, of which one has a player who plays at the last moment
LOOKS_BEFORE = 2.0  # seconds before the deadline
SOONEST, LATEST = -0.4, 2.5  # seconds after the deadline
DEVICES = 4
SETTLES_WITHIN = 60  # seconds after the last deadline
DUE = "SELECT count(*) FROM games_timer WHERE due_at <= clock_timestamp()"


async def deadlines(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Let the deadlines of many games pass, and kill the programs that sweep them."""
    name = plan.bug.name if plan.bug else "deadlines"

    async def build(folder: Path, smtp_port: int, bug: str | None) -> Stack:
        return await workshop.pollers(folder, smtp_port, bug)

    async with running(name, plan, workshop.folder, build) as run:
        passing = Passing(run)
        await passing.watch()
        return passing.conclude()


class Passing:
    """Games whose deadlines pass."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._count = run.plan.due
        self._due: list[DueGame] = []
        self._dice = run.dice()
        self._began = round((time.time() - now()) * SECOND)
        url = f"http://127.0.0.1:{run.stack.port}"
        self._devices = [Device(url, run.history) for _ in range(DEVICES)]
        self._racing: list[asyncio.Task[None]] = []

    async def watch(self) -> None:
        """Make the games, kill programs meanwhile, and wait until all deadlines have passed."""
        making = asyncio.create_task(self._make())
        killing = asyncio.create_task(self._kill())
        try:
            with Bar(self._run.name) as bar:
                while not (making.done() and killing.done() and self._passed() == self._count):
                    if any(task.done() and task.exception() for task in (making, killing)):
                        break
                    faults = len(self._run.history.faults)
                    text = f"{self._passed()} deadlines have passed, {faults} kills"
                    bar.show(self._passed() / self._count, text)
                    await asyncio.sleep(0.2)
            await asyncio.gather(making, killing, *self._racing)
            await self._settle()
        finally:
            for task in (making, killing, *self._racing):
                task.cancel()
            for device in self._devices:
                await device.close()

    def conclude(self) -> RunOutcome:
        run = self._run
        database = Database(run.stack.database_url)
        contents = database.read()
        database.close()
        history = run.history
        rows, due, played = contents.rows, self._due, history.submissions
        states, unfolded = timelines(rows)
        down = [self._away(fault) for fault in history.faults if fault.excuses]
        run.figures |= self._figures(contents, down)
        run.findings += [
            timeouts.missed_once(due, played, rows, states),
            timeouts.not_early(due, rows),
            timeouts.not_late(due, rows, down),
            timeouts.one_wins(due, played, rows, self._began),
            appends.kept(played, contents),
            appends.same_answers(played),
            appends.gapless(contents),
            appends.chained(contents),
            appends.summarised(contents, states, unfolded),
            service.patient(history.exchanges, history.given_up),
            service.steady(history.died, history.faults, run.stack.children),
            self._enough(played),
        ]
        history.close()
        outcome = RunOutcome(run.name, run.figures, run.findings)
        return outcome._replace(folder=run.folder) if outcome.violated else outcome

    async def _make(self) -> None:
        """Have the games made by a program, and let some players race their timeout."""
        command = ("-m", "trials.prove.due_games", str(self._count))
        async for each in printed_by(self._run, command, DueGame):
            self._due.append(each)
            if len(self._due) % RACING == 0:
                self._racing.append(asyncio.create_task(self._race(each)))

    async def _race(self, due: DueGame) -> None:
        """Play about when the time is over, with one of the actions legal just before."""
        device = self._devices[len(self._racing) % DEVICES]
        person = due.person
        moment = self._dice.uniform(SOONEST, LATEST if self._dice.random() < 1 / 2 else 0)
        await self._wait_until(due.deadline - LOOKS_BEFORE * SECOND)
        listed = (await device.get(f"/games/{due.game}/legal-actions?limit=1", person)).json()
        if not listed.get("results"):  # the server was away for so long that the time is over
            return
        version, (action, *_) = listed["version"], listed["results"]
        key = str(uuid.UUID(int=self._dice.getrandbits(128), version=4))
        submission = self._run.history.record_submission(
            Submission(key, due.game, due.seat, version, version, [])
        )
        await self._wait_until(due.deadline + moment * SECOND)
        await device.submit(submission, person, {"expected_version": version, "action": action})

    async def _kill(self) -> None:
        """Kill programs, at moments spread over the time in which deadlines pass."""
        kills = max(1, self._count // GAMES_A_KILL)
        for number in range(kills):
            passed = (number + self._dice.random()) * self._count / kills
            while self._passed() < passed:
                await asyncio.sleep(0.05)
            programs = self._run.stack.programs
            everything = number % ALL_AT_ONCE == ALL_AT_ONCE // 2
            struck = programs if everything else [self._dice.choice(programs)]
            name = "kill all programs" if everything else "kill a program"
            self._run.planned[name] = self._run.planned.get(name, 0) + 1
            fault = self._run.history.begin_fault(name, excuses=everything)
            await asyncio.gather(*map(kill, struck))
            for program in struck:
                program.launch()
            await asyncio.gather(*map(ready, struck))
            fault.ended = now()

    async def _settle(self) -> None:
        """Wait until nothing is due any more, and end all programs, so that nothing changes."""
        database, end = Database(self._run.stack.database_url), now() + SETTLES_WITHIN
        await asyncio.sleep(LATE)
        while database.ask(DUE)[0][0] and now() < end:
            await asyncio.sleep(0.2)
        database.close()
        for program in self._run.stack.programs:
            await kill(program)

    async def _wait_until(self, moment: float) -> None:
        await asyncio.sleep((moment - self._began) / SECOND - now())

    def _passed(self) -> int:
        moment = self._began + now() * SECOND
        return bisect(self._due, moment, key=lambda each: each.deadline)

    def _away(self, fault: Fault) -> Span:
        """Return when no program worked, and as long again, in which they may catch up."""
        ended = now() if fault.ended is None else fault.ended
        begin, end = (self._began + round(at * SECOND) for at in (fault.began, ended))
        return begin, end + end - begin

    def _figures(self, contents: Contents, down: Sequence[Span]) -> dict[str, str]:
        in_order = list(timeouts.lateness(self._due, contents.rows, down).values())
        late, tenth = sorted(in_order), max(1, len(in_order) // 10)
        first, last = median(in_order[:tenth]), median(in_order[-tenth:])
        faults = Counter(fault.kind for fault in self._run.history.faults)
        played = self._run.history.submissions
        won = sum(submission.acknowledged for submission in played)
        rows = [row for rows in contents.rows.values() for row in rows]
        between = (self._due[-1].deadline - self._due[0].deadline) / SECOND
        away = sum(end - begin for begin, end in down) / 2 / SECOND
        return {
            "deadlines": f"{len(self._due)} within {between:.0f} s",
            "faults": listed(faults),
            "seconds without any program": f"{away:.1f}",
            "missed decisions": str(sum(row.type == MISSED for row in rows)),
            "noticed late by": f"{median(late):.1f} s in the median, {late[-1]:.1f} s at most",
            "of them the first and the last tenth": f"{first:.1f} s and {last:.1f} s in the median",
            "plays at the last moment": f"{won} in time, {len(played) - won} too late",
            "games, events": f"{len(contents.rows)}, {len(rows)}",
        }

    def _enough(self, played: list[Submission]) -> Finding:
        """Check that all games were made, all kills happened, and that both won some races."""
        run = self._run
        some = max(1, self._count // RACING // 10)
        planned, faults = run.planned, run.history.faults
        done = service.enough(played, faults, acknowledgements=some, planned=planned)
        if len(self._due) < self._count:
            done.violations.append(f"Only {len(self._due)} of {self._count} games were made.")
        if sum(not submission.acknowledged for submission in played) < some:
            done.violations.append("Too few plays came too late.")
        return done
