"""Child processes: killed with all their own children, and restarted."""

import asyncio
import os
import signal
from pathlib import Path
from threading import Event

import pytest

from trials.programs import Program, answers, prints
from trials.prove.history import Death
from trials.prove.supervise import kill, ready, watch

FAMILY = "sleep 60 & echo $!; wait"


def child(tmp_path: Path, script: str, words: str = "") -> Program:
    """Return a shell that runs a script."""
    return Program("shell", ["sh", "-c", script], probe=prints(words), folder=tmp_path)


def test_a_child_is_killed_with_what_it_has_started(tmp_path: Path) -> None:
    async def live() -> None:
        parent = child(tmp_path, FAMILY, "\n")
        parent.launch()
        await ready(parent)
        grandchild = int(parent.log.read_text())
        os.kill(grandchild, 0)
        await kill(parent)
        state = Path(f"/proc/{grandchild}/stat")
        assert not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z"
        assert not parent.alive

    asyncio.run(live())


def test_one_that_ends_by_itself_is_started_again_and_one_that_was_killed_is_not(
    tmp_path: Path,
) -> None:
    async def live() -> None:
        short, long = child(tmp_path, "echo again"), child(tmp_path, "sleep 60")
        short.launch()
        long.launch()
        await kill(long)
        died: list[Death] = []
        watching = asyncio.create_task(watch([short, long], died))
        while short.log.read_text().count("again") < 2:
            await asyncio.sleep(0.05)
        assert not long.alive
        assert died
        watching.cancel()
        await kill(short)

    asyncio.run(live())


def test_one_that_is_being_killed_is_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, looked = Program.kill, Event()

    def kill_slowly(program: Program) -> None:
        os.kill(program.pid, signal.SIGKILL)
        looked.wait(30)
        honest(program)

    async def live() -> None:
        short, long = child(tmp_path / "short", "echo again"), child(tmp_path / "long", "sleep 60")
        long.launch()
        monkeypatch.setattr(Program, "kill", kill_slowly)
        killing = asyncio.create_task(kill(long))
        while long.alive:
            await asyncio.sleep(0.01)
        short.launch()
        watching = asyncio.create_task(watch([long, short], died := list[Death]()))
        while short.log.read_text().count("again") < 3:
            await asyncio.sleep(0.05)
        assert not long.alive
        looked.set()
        await killing
        watching.cancel()
        monkeypatch.undo()
        await kill(short)
        assert died

    for name in ("short", "long"):
        (tmp_path / name).mkdir()
    asyncio.run(live())


@pytest.mark.parametrize(
    ("said", "works"),
    [("HTTP/1.1 200 OK", True), ("HTTP/1.1 503 Service Unavailable", False), ("", False)],
    ids=["ready", "not ready", "listening only"],
)
def test_a_server_works_once_it_says_so(tmp_path: Path, said: str, works: bool) -> None:
    async def live() -> bool:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert b"X-Forwarded-Proto: https" in await reader.readuntil(b"\r\n\r\n")
            writer.write(f"{said}\r\n\r\n".encode())
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        probe = answers(server.sockets[0].getsockname()[1], "/health/ready")
        found = await asyncio.to_thread(probe, child(tmp_path, ""))
        server.close()
        assert not await asyncio.to_thread(probe, child(tmp_path, ""))
        return found

    assert asyncio.run(live()) is works


@pytest.mark.slow
def test_one_that_does_not_start_is_told_with_its_log(tmp_path: Path) -> None:
    async def live() -> None:
        broken = child(tmp_path, "echo what is wrong", "never")
        broken.launch()
        while "wrong" not in broken.output():
            await asyncio.sleep(0.05)
        with pytest.raises(TimeoutError, match="what is wrong"):
            await ready(broken, within=0.3)
        await kill(broken)

    asyncio.run(live())
