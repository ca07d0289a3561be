"""Whole games at the server that needs nothing, stopped in the middle; and the demo at it."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.demo.mail import MailFolder
from config.demo.server import Server
from config.demo.show import check_end_letter, check_turn_letter
from config.demo.table import choices_by, set_up
from tests.e2e.conftest import sign_up
from tests.programs import PROJECT, Embedded, Program
from tests.servers import free_port

pytestmark = pytest.mark.e2e

STOP_WITHIN = 3  # seconds


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Embedded]:
    """A server in one process, which ends with the test however that does."""
    found = Embedded(tmp_path, DJANGO_SETTINGS_MODULE="tests.e2e.embedded")
    found.start()
    yield found
    found.kill()


@pytest.mark.parametrize(
    ("players", "end"), [(2, signal.SIGTERM), (3, signal.SIGINT), (4, signal.SIGKILL)]
)
def test_a_second_start_goes_on_where_the_first_one_stopped(
    server: Embedded, players: int, end: signal.Signals
) -> None:
    letters = MailFolder(server.mail)
    people = sign_up([Server(server.url)] * players, letters)
    table = set_up(people, target_score=1)
    choices = choices_by(players)
    for _ in range(15):
        table.play(choices)
    before = table.seen

    if end == signal.SIGKILL:
        server.kill()
    else:
        assert server.stop(end) < STOP_WITHIN
    server.start()

    table.look()
    assert table.seen == before
    check_turn_letter(letters, table, table.seat)  # owed by the first, sent by whoever was there
    while not table.over:
        table.play(choices)
    table.check_end()
    for seat in table.people:
        check_end_letter(letters, table, seat)
    assert server.stop() < STOP_WITHIN


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command as one does who watches it."""
    command = [sys.executable, "manage.py", "demo", *arguments]
    return subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, timeout=120, check=False
    )


def test_the_demo_plays_a_whole_game(server: Embedded) -> None:
    played = demo("--url", server.url, "--mail", str(server.mail), "--seed", "7")
    assert played.returncode == 0, played.stdout + played.stderr
    assert played.stdout.startswith(f"A game at {server.url}, with --seed 7\n")
    assert "Round 1" in played.stdout
    assert "all as it should be" in played.stdout
    assert "* " in played.stdout.partition("Points\n")[2]  # who won
    assert "Traceback" not in played.stderr


def test_the_demo_says_what_to_do_without_a_server() -> None:
    refused = demo("--url", f"http://127.0.0.1:{free_port()}")
    assert refused.returncode == 1
    assert "Start it with ./do run" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_the_demo_says_when_something_else_answers(tmp_path: Path) -> None:
    port = free_port()
    arguments = ["-m", "http.server", str(port), "--directory", str(tmp_path)]
    other = Program(*arguments, environment={}, log=tmp_path / "log", ready="Serving")
    other.start()
    refused = demo("--url", f"http://127.0.0.1:{port}")
    other.kill()
    assert refused.returncode == 1
    assert "is not Illimat" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
