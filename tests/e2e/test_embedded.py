"""Whole games at the embedded server, which is stopped in the middle."""

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from demo.mail import MailFolder
from demo.people import Person
from demo.server import Server
from demo.show import check_end_letter, check_turn_letter
from demo.table import choices_by, set_up
from notifications.sending.deliveries import LEASE
from tests.support.programs import STOP_WITHIN, Embedded
from tests.support.public_server import sign_up
from trials.programs import wait_until

pytestmark = pytest.mark.e2e
PATIENCE = 60  # seconds for the answer of a house player, on a machine that is busy with tests


@pytest.fixture
def server(tmp_path: Path, migrated: Path) -> Iterator[Embedded]:
    """Run the embedded server until the test ends, however it ends."""
    found = Embedded(tmp_path, migrated, DJANGO_SETTINGS_MODULE="tests.e2e.embedded")
    found.start()
    yield found
    found.kill()


@pytest.mark.thorough  # `prove` does so many times
@pytest.mark.parametrize(
    ("players", "end"), [(2, signal.SIGTERM), (3, signal.SIGINT), (4, signal.SIGKILL)]
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


def wait_for_turn(person: Person, path: str) -> Any:
    """Return a practice game once it waits for its person or is over."""

    def game() -> Any:
        found = person.get(path)
        return found if found["you"]["awaited"] or found["state"] != "running" else None

    return wait_until(game, PATIENCE)


@pytest.mark.thorough
def test_a_practice_game_is_played_to_its_end_against_the_house(
    server: Embedded,
) -> None:
    (person,) = sign_up([Server(server.url)], MailFolder(server.mail))
    wish = {"options": {"players": 2, "rounds": 1}, "house": ["strong"]}
    path = f"/api/v1/games/{person.ask('POST', '/api/v1/games', wish, expect=201).json['id']}"
    game = wait_for_turn(person, path)
    person.ask("POST", f"{path}/hint", {}, expect=202)
    choices = choices_by(1)
    while game["state"] == "running":
        action = choices.choice(person.get(f"{path}/legal-actions?limit=100")["results"])
        move = {"expected_version": game["version"], "action": action}
        person.ask("POST", f"{path}/actions", move, key=str(uuid4()))
        game = wait_for_turn(person, path)
    assert game["state"] == "finished"
    person.ask("POST", f"{path}/analysis", {}, expect=202)
    assert server.stop() < STOP_WITHIN
