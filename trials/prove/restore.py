"""Restores a backup that was made while people played, and lets them play on.

As docs/operating.md has it, one role owns the tables, and another runs the server. The database is
lost a while after the backup, so clients know of events that the restored server has never had.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import httpx

from trials.programs import PROJECT
from trials.prove.checks import Finding, appends, copies, mails, service
from trials.prove.database import Contents, Database
from trials.prove.figures import figures
from trials.prove.history import History, Submission, now
from trials.prove.player import Device, Person
from trials.prove.report import RunOutcome
from trials.prove.run import Build, Run, RunPlan, running
from trials.prove.stack import Stack, Workshop
from trials.prove.supervise import kill, ready
from trials.prove.tamper import tamper
from trials.prove.timeline import timelines

SUPERUSER, OWNER, SERVER = "illimat", "illimat_owner", "illimat_server"
PREPARED, PLAYED, RESTORED = "postgres", "played", "restored"  # databases
ROLES = (f"CREATE ROLE {OWNER} LOGIN", f"CREATE ROLE {SERVER} LOGIN")
DEFAULTS = f"ALTER DEFAULT PRIVILEGES FOR ROLE {OWNER} GRANT "
GRANTS = (
    f"{DEFAULTS} SELECT, INSERT, UPDATE, DELETE ON TABLES TO {SERVER}",
    f"{DEFAULTS} USAGE, SELECT ON SEQUENCES TO {SERVER}",
)
CHECKS = (
    ("check", "--deploy", "--database", "default"),
    ("verify",),
    ("rebuild_projections", "--check"),
    ("rebuild_reliability", "--check"),
    ("rebuild_ratings", "--check"),
    ("rebuild_seasons", "--check"),
)
LATER = 4  # of the planned submissions, one in this many follows the backup, and one the restore
LOST = 10  # commands of the history that is gone that are repeated
ASKED = 5  # games about which clients ask with old places
SWEEPS = 6
SWEPT_WITHIN = 90  # seconds
# As if the server had run on until they were due, and then been lost.
AGE = (
    "UPDATE notifications_delivery SET not_before = (SELECT since FROM notifications_outboxhold) "
    "WHERE state = 'waiting'"
)
DUE = (
    "SELECT count(*) FROM notifications_delivery d "
    "JOIN notifications_notice n ON n.id = d.notice_id "
    "JOIN notifications_outboxhold h ON d.not_before <= h.since AND n.created_at <= h.since "
    "WHERE d.state = 'waiting'"
)
SUPERSEDED = "SELECT count(*) FROM notifications_delivery WHERE reason = 'restored'"
# Each sweep of due messages looks whether the outbox is on hold.
LOOKS = (
    "SELECT seq_scan + coalesce(idx_scan, 0) FROM pg_stat_user_tables "
    "WHERE relname = 'notifications_outboxhold'"
)
SIZE = "SELECT pg_database_size(current_database())"


async def restore(workshop: Workshop, plan: RunPlan) -> RunOutcome:
    """Back up while clients play, lose the database, restore it, and play on."""
    async with running("restore", plan, workshop.folder, _with_two_roles(workshop)) as run:
        drill = Drill(run)
        await drill.play_and_lose()
        await drill.restore()
        await drill.go_on()
        return drill.conclude()


class Lost(NamedTuple):
    """What clients and the lost database knew; the numbers are those of the history then."""

    contents: Contents
    submissions: int
    mails: int
    games: int


class Drill:
    """A run in which the database is lost and restored."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._stack = run.stack
        self._file = run.folder / "backup"
        self._commands: list[copies.Command] = []
        self._epoch = ""
        self._before: list[Submission] = []
        self._repeated: list[Submission] = []
        self._lost: Lost
        self._restored: Contents
        self._due = 0

    async def play_and_lose(self) -> None:
        """Make a backup while clients play, let them play on, and stop everything."""
        run, history = self._run, self._run.history
        self._epoch = await self._present_epoch()
        await run.play(self._back_up())
        for program in self._stack.programs:
            await kill(program)
        sizes = len(history.submissions), len(history.mails), len(history.tables)
        self._lost = Lost(_read(self._stack), *sizes)

    async def _back_up(self) -> None:
        history, plan = self._run.history, self._run.plan
        self._run.planned["back up"] = 1
        await _acknowledged(history, plan.acknowledgements // 2)
        self._before = [each for each in history.submissions if each.acknowledged]
        fault = history.begin_fault("back up")
        await self._illimat("backup", str(self._file))
        fault.ended = now()
        await _acknowledged(history, history.acknowledged() + plan.acknowledgements // LATER)

    async def restore(self) -> None:
        """Restore the backup into a new database, and check that."""
        _create(self._stack, RESTORED)
        await self._illimat("restore", str(self._file), role=OWNER, name=RESTORED)
        _serve(self._stack, RESTORED)
        for words in CHECKS:
            await self._illimat(*words)
        self._restored = _read(self._stack)

    async def go_on(self) -> None:
        """Play while the outbox is on hold, and release it."""
        run, history = self._run, self._run.history
        database = Database(_address(self._stack, OWNER, RESTORED))
        database.run(AGE)
        ((self._due,),) = database.ask(DUE)
        await self._stack.start_programs()
        await self._ask_with_old_places()
        await self._repeat_lost_commands()
        await run.play(
            _acknowledged(history, history.acknowledged() + run.plan.acknowledgements // LATER)
        )
        await _swept(database)
        run.findings.append(copies.quiet(history.mails[self._lost.mails :], self._due))
        await self._illimat("outbox", "--supersede")
        ((left,),), ((superseded,),) = database.ask(DUE), database.ask(SUPERSEDED)
        wrong = [f"{left} wait, and {superseded} are superseded."] if left else []
        run.findings.append(Finding("what waited in the backup is superseded", superseded, wrong))
        await self._illimat("outbox", "--release")
        database.close()
        await run.drain()

    async def _ask_with_old_places(self) -> None:
        """Ask for the log as clients that know of a history that is gone, and of no other."""
        device, person = self._device(), self._stack.people[0]
        epoch, wrong, asked = await self._present_epoch(), list[str](), 0
        for game, rows in islice(self._restored.rows.items(), ASKED):
            end = len(rows)
            reader = self._person(game, 0) or person
            places = {f"{self._epoch}.{end}": 409, f"{end + 1}": 409, f"{epoch}.{end}": 200}
            for place, status in places.items():
                answer = await device.get(f"/games/{game}/events?after={place}", reader)
                asked += 1
                told = answer.json()
                good = status == httpx.codes.OK or told.get("code") == "history_changed"
                if answer.status_code != status or told.get("epoch") != epoch or not good:
                    wrong.append(f"after={place} was answered {answer.status_code} {told}.")
        await device.close()
        self._run.findings.append(Finding("a history that is gone is told", asked, wrong))

    async def _repeat_lost_commands(self) -> None:
        """Send commands again that were acknowledged after the backup, each twice."""
        device, rows = self._device(), self._restored.rows
        lost = (
            each
            for each in self._run.history.submissions[: self._lost.submissions]
            if each.acknowledged and each.expected == len(rows.get(each.game, []))
        )
        for each in islice(lost, LOST):
            again = Submission(each.key, each.game, each.seat, each.seen, each.expected, again=True)
            again.action = each.action
            self._run.history.record_submission(again)
            self._repeated.append(again)
            if person := self._person(each.game, each.seat):
                for _ in range(2):
                    body = {"expected_version": each.expected, "action": each.action}
                    await device.submit(again, person, body)
        await device.close()

    def conclude(self) -> RunOutcome:
        run, history = self._run, self._run.history
        owner = Database(_address(self._stack, OWNER, RESTORED))
        tampered = service.immutable(tamper(owner))
        ((size,),) = owner.ask(SIZE)
        owner.close()
        contents = _read(self._stack)
        run.findings += self._check_data(contents) + self._check_service()
        run.findings += [tampered, self._enough()]
        times = service.response_times(history.submissions, history.faults)
        run.figures = figures(history, contents) | run.figures
        run.figures |= {
            "p95 during the backup": f"{service.p95(times['back up']) * 1000:.0f} ms",
            "the backup": f"{self._file.stat().st_size:,} bytes",
            "the database": f"{size:,} bytes",
            "events lost with the database": str(self._events_lost()),
        }
        history.close()
        outcome = RunOutcome(run.name, run.figures, run.findings)
        return outcome._replace(folder=run.folder) if outcome.violated else outcome

    def _check_data(self, contents: Contents) -> list[Finding]:
        """Check what the backup and the server have of what clients sent and were told."""
        history, lost = self._run.history, self._lost
        states, unfolded = timelines(contents.rows)
        known = [
            each
            for each in history.submissions[: lost.submissions]
            if not each.acknowledged or not appends.kept([each], self._restored).violations
        ]
        later = history.submissions[lost.submissions :]
        told = history.mails[lost.mails :]
        begun = set(islice(history.tables, lost.games, None))
        new = {game: timeline for game, timeline in states.items() if game in begun}
        return [
            copies.private(self._file),
            copies.whole(self._before, self._restored),
            copies.earlier(self._restored.rows, lost.contents.rows),
            copies.sound(self._commands),
            copies.done_again(self._repeated, contents),
            appends.kept(later, contents),
            appends.once([*known, *later], contents),
            appends.same_answers(later),
            appends.gapless(contents),
            appends.in_order(later),
            appends.stale_told(later, states),
            appends.with_cause(later),
            appends.chained(contents),
            appends.summarised(contents, states, unfolded),
            mails.durable(told, contents),
            mails.none_lost(told, contents, new),
        ]

    def _check_service(self) -> list[Finding]:
        """Check that the server answered, but for faults that were made."""
        history = self._run.history
        return [
            service.available(history.exchanges, history.faults),
            service.patient(history.exchanges, history.given_up),
            service.steady(history.died, history.faults, self._stack.children),
        ]

    def _events_lost(self) -> int:
        return _events(self._lost.contents) - _events(self._restored)

    def _enough(self) -> Finding:
        amounts = {
            "events were lost": self._events_lost(),
            "lost commands were repeated": len(self._repeated),
            "messages were due while the outbox was on hold": self._due,
        }
        wrong = [f"No {name}." for name, number in amounts.items() if number < 1]
        return Finding("the run did as much as planned", len(amounts), wrong)

    async def _present_epoch(self) -> str:
        device = self._device()
        answer = await device.get("/meta", self._stack.people[0])
        await device.close()
        epoch: str = answer.json()["epoch"]
        return epoch

    def _device(self) -> Device:
        return Device(f"http://127.0.0.1:{self._stack.port}", self._run.history)

    def _person(self, game: str, seat: int) -> Person | None:
        email = self._restored.people.get(game, {}).get(seat)
        return next((each for each in self._stack.people if each.email == email), None)

    async def _illimat(self, *words: str, role: str = SERVER, name: str = "") -> None:
        """Run a command of the operator, on the server's database if no other is named."""
        began = now()
        done = await _illimat(self._stack, *words, role=role, name=name)
        self._commands.append(done)
        self._run.figures[f"illimat {words[0]}"] = f"{now() - began:.1f} s"


def _with_two_roles(workshop: Workshop) -> Build:
    async def build(folder: Path, smtp_port: int, bug: str | None) -> Stack:
        stack = await workshop.real(folder, smtp_port, bug)
        server, copy = stack["postgres"], folder / "prepared"
        server.launch()
        await ready(server)
        _run(stack, SUPERUSER, PREPARED, ROLES)
        _create(stack, PLAYED)
        prepared = [
            await _illimat(stack, "backup", str(copy), role=SUPERUSER, name=PREPARED),
            await _illimat(stack, "restore", str(copy), role=OWNER, name=PLAYED),
            await _illimat(stack, "outbox", "--release", role=OWNER, name=PLAYED),
        ]
        _serve(stack, PLAYED)
        await kill(server)
        if failed := copies.sound(prepared).violations:
            raise RuntimeError("\n".join(failed))
        return stack

    return build


async def _illimat(stack: Stack, *words: str, role: str, name: str) -> copies.Command:
    """Run a command of the operator as a role, on a database, or on the server's."""
    url = _address(stack, role, name) if name else stack.database_url
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env=stack["web"].environment | {"DATABASE_URL": url},
        capture_output=True,
        text=True,
        check=False,
    )
    return copies.Command(" ".join(words), done.returncode, done.stdout + done.stderr)


def _create(stack: Stack, name: str) -> None:
    """Create an empty database for the two roles."""
    _run(stack, SUPERUSER, PREPARED, [f"CREATE DATABASE {name} OWNER {OWNER}"])
    _run(stack, SUPERUSER, name, GRANTS)


def _serve(stack: Stack, name: str) -> None:
    """Let the server's programs use a database from their next start on."""
    stack.database_url = _address(stack, SERVER, name)
    for program in stack.programs:
        program.environment |= {"DATABASE_URL": stack.database_url, "ALLOW_TABLE_OWNER": "false"}


def _address(stack: Stack, role: str, name: str) -> str:
    place = stack.database_url.rpartition("@")[2].partition("/")[0]
    return f"postgres://{role}@{place}/{name}"


def _run(stack: Stack, role: str, name: str, statements: Iterable[str]) -> None:
    database = Database(_address(stack, role, name))
    for statement in statements:
        database.run(statement)
    database.close()


def _read(stack: Stack) -> Contents:
    database = Database(stack.database_url)
    contents = database.read()
    database.close()
    return contents


def _events(contents: Contents) -> int:
    return sum(map(len, contents.rows.values()))


async def _acknowledged(history: History, number: int) -> None:
    """Wait until that many submissions are acknowledged."""
    while history.acknowledged() < number:
        await asyncio.sleep(0.05)


async def _swept(database: Database) -> None:
    """Wait until the outbox was swept a few times; raises TimeoutError."""
    began, ((first,),) = now(), database.ask(LOOKS)
    while database.ask(LOOKS)[0][0] < first + SWEEPS:
        if now() > began + SWEPT_WITHIN:
            raise TimeoutError("The outbox is not swept.")
        await asyncio.sleep(0.5)
