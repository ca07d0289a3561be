"""Whole games at the embedded server, which is stopped in the middle."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from demo.mail import MailFolder
from demo.server import Server
from demo.show import check_end_letter, check_turn_letter
from demo.table import choices_by, set_up
from notifications.services import LEASE
from tests.e2e.conftest import sign_up
from tests.programs import STOP_WITHIN, Embedded

pytestmark = pytest.mark.e2e


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Embedded]:
    """Run the embedded server until the test ends, however it ends."""
    found = Embedded(tmp_path, DJANGO_SETTINGS_MODULE="tests.e2e.embedded")
    found.start()
    yield found
    found.kill()


@pytest.mark.parametrize(
    ("players", "end"),
    [
        pytest.param(2, signal.SIGTERM, marks=pytest.mark.thorough),
        pytest.param(3, signal.SIGINT, marks=pytest.mark.thorough),
        (4, signal.SIGKILL),
    ],
)
def test_a_second_start_goes_on_where_the_first_one_stopped(
    server: Embedded, players: int, end: signal.Signals
) -> None:
    letters = MailFolder(server.mail, patience=LEASE.total_seconds() + 20)
    people = sign_up([Server(server.url)] * players, letters)
    table = set_up(people, target_score=1)
    choices = choices_by(players)
    for _ in range(15):
        table.play(choices)
    before = table.seen

    if end == signal.SIGKILL:
        check_turn_letter(letters, table, table.seat)  # a mail being sent would wait for its lease
        server.kill()
    else:
        assert server.stop(end) < STOP_WITHIN
    server.start()

    table.look()
    assert table.seen == before
    check_turn_letter(
        letters, table, table.seat
    )  # a mail being sent at the stop waits for its lease
    while not table.over:
        table.play(choices)
    table.check_end()
    for seat in table.people:
        check_end_letter(letters, table, seat)
    assert server.stop() < STOP_WITHIN
