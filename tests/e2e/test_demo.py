"""The demo: it plays games to the end, and detects wrong answers of the server."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from demo.__main__ import main
from demo.league import (
    NAMES,
    DemoSeason,
    Size,
    check_standings,
    leave_season,
    wait_until,
)
from demo.mail import MailFolder, cards_in
from demo.people import Person
from demo.server import Answer, Server, UnexpectedError
from demo.table import DemoGame, choices_by, set_up
from illimat_core.cards import DECK
from tests.support.programs import PROJECT, Embedded
from tests.support.public_server import sign_up
from trials.programs import Program, free_port, prints

pytestmark = pytest.mark.e2e

LESS = Size(played=1, opening=range(1, 3))
Lie = Callable[[Any], None]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    found = Embedded(
        tmp_path_factory.mktemp("demo"), migrated, DJANGO_SETTINGS_MODULE="tests.e2e.embedded"
    )
    found.start()
    yield found
    found.stop()


@pytest.fixture(scope="module")
def honest(server: Embedded) -> list[Person]:
    return sign_up([Server(server.url)] * 2, MailFolder(server.mail))


def demo(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "demo", *arguments]
    return subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.slow
def test_it_plays_a_whole_game_and_shows_the_score(server: Embedded) -> None:
    played = demo("--url", server.url, "--mail", str(server.mail), "--seed", "7")
    assert played.returncode == 0, played.stdout + played.stderr
    assert played.stdout.startswith(f"A game at {server.url}, with --seed 7\n")
    assert "Round 1, 1 action: " in played.stdout
    assert "all as it should be" in played.stdout
    assert "* " in played.stdout.partition("Points\n")[2]  # who won
    assert played.stderr == ""


@pytest.mark.slow
def test_it_leaves_a_season_with_some_games_over_and_shows_the_standings(
    server: Embedded, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left: list[DemoSeason] = []  # `./do season` plays a season to its end

    def leave_less(*arguments: Any) -> DemoSeason:
        left.append(leave_season(*[*arguments, LESS]))
        return left[0]

    monkeypatch.setattr("demo.__main__.leave_season", leave_less)
    flags = ["--league", "--url", server.url, "--mail", str(server.mail), "--seed", "7"]
    monkeypatch.setattr(sys, "argv", ["demo", *flags])
    main()
    (season,), shown = left, capsys.readouterr()
    states = [fixture["game_state"] for fixture in season.fixtures()]
    assert states == ["finished"] + 7 * ["running"]
    assert season.state == "running"
    assert sum(row["games"] for row in season.standings()) == 4
    assert shown.out.startswith(f"A season of a league at {server.url}, with --seed 7\n")
    assert "Game 8 of 8, action 1\n" in shown.out
    assert "Played 1 games to the end and began 7 in " in shown.out
    rows = shown.out.partition("Place  Player")[2]
    assert all(f" {name}-" in rows for name in NAMES)
    assert f"{server.url}/seasons/{season.id}" in rows
    assert shown.err == ""


def test_what_the_server_does_not_do_in_time_is_named() -> None:
    with pytest.raises(UnexpectedError, match="not yet so: all games have begun"):
        wait_until("all games have begun", lambda: False, lambda line: None, patience=0)


@pytest.mark.parametrize(
    ("rows", "noticed"),
    [
        ([("ada", 10, 1)], "take part"),
        ([("ada", 10, 1), ("ben", 4, 2)], "ben has 4 points of 2 games"),
        ([("ada", 10, 2), ("ben", 5, 2)], "ada has 10 points of 2 games"),
        ([("ben", 5, 2), ("ada", 10, 1)], "not in the order"),
    ],
)
def test_a_wrong_order_or_sum_is_noticed(rows: list[tuple[str, float, int]], noticed: str) -> None:
    shown = [
        {"entrant": {"players": [name]}, "points": points, "games": games}
        for name, points, games in rows
    ]
    with pytest.raises(UnexpectedError, match=noticed):
        check_standings(shown, {"ada": [10.0], "ben": [2.5, 2.5]})


def test_without_a_server_it_says_how_to_start_one() -> None:
    url = f"http://127.0.0.1:{free_port()}"
    refused = demo("--url", url)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == (
        f"No server answers at {url}. Start it with ./do run, or name its port, for example "
        "PORT=8001 ./do demo\n"
    )


@pytest.mark.slow
def test_it_says_when_something_else_answers(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--directory", str(tmp_path)]
    other = Program("other", command, probe=prints("Serving"), folder=tmp_path)
    other.start()
    refused = demo("--url", f"http://127.0.0.1:{port}")
    other.kill()
    assert refused.returncode == 1
    assert "is not Illimat" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


class Liar(Server):
    """A server that changes its answers for paths that end in a given word."""

    def __init__(self, url: str, about: str, lie: Lie) -> None:
        super().__init__(url)
        self.about = about
        self.lie = lie

    def send(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Return the answer, partly changed."""
        answer = super().send(method, path, body, headers)
        what = path.partition("?")[0].rpartition("/")[2]
        if what != self.about and not (self.about == "game" and len(what) == 36):
            return answer
        told = answer.json
        self.lie(told)
        return Answer(answer.status, json.dumps(told).encode())


def show_hands_of_others() -> Lie:
    """Add the hand of the person who made the previous request."""
    hands: list[object] = [None]

    def lie(told: Any) -> None:
        own = told["view"]["hands"][str(told["you"]["seat"])]
        told["menu"] = hands[-1]
        hands.append(own)

    return lie


def count_up() -> Lie:
    """Answer differently each time."""
    told_before: list[object] = []

    def lie(told: Any) -> None:
        told_before.append(told)
        told["over"] = len(told_before)

    return lie


def name_all_cards(told: Any) -> None:
    """Add a member with all cards to the newest event."""
    told["events"][-1]["event"]["deck"] = DECK


def add_to_the_score(told: Any) -> None:
    """Give the first player points that nobody scored."""
    if told["state"] == "finished":
        told["players"][0]["score"] += 1


def leave_out_an_event(told: Any) -> None:
    del told["results"][1]


def spoil_all(told: Any) -> None:
    """Offer no legal action."""
    for action in told["results"]:
        action["field"] = "X"


def play_to_the_end(table: DemoGame) -> None:
    """Play without mail."""
    choices = choices_by(1)
    while not table.over:
        table.play(choices)
    table.check_end()


def told(person: Person, server: Server) -> Person:
    """Return the same person as a client of another server."""
    other = copy.copy(person)
    other.server = server
    return other


@pytest.mark.slow
@pytest.mark.parametrize(
    ("about", "lie", "noticed"),
    [
        ("game", show_hands_of_others(), "sees another's"),
        ("actions", count_up(), "was answered in another way"),
        ("actions", name_all_cards, "sees another's .* in the answer to"),
        ("events", leave_out_an_event, "were asked for"),
        ("legal-actions", lambda told: told["results"].clear(), "may do nothing"),
        ("legal-actions", spoil_all, "instead of 200"),
        (
            "game",
            lambda told: told.update(version=told["you"]["seat"]),
            "are told different version",
        ),
        ("game", add_to_the_score, "do not add up"),
    ],
)
def test_it_notices_a_lie(
    server: Embedded, honest: list[Person], about: str, lie: Lie, noticed: str
) -> None:
    table = set_up(honest, target_score=1)
    table.people = {s: told(p, Liar(server.url, about, lie)) for s, p in table.people.items()}
    with pytest.raises(UnexpectedError, match=noticed):
        play_to_the_end(table)


def test_mail_that_does_not_come_is_missed(tmp_path: Path) -> None:
    with pytest.raises(UnexpectedError, match="No mail about the turn to ada"):
        MailFolder(tmp_path, patience=0.1).wait("ada@example.org", "the turn")


def test_the_number_of_a_round_before_a_season_is_no_card() -> None:
    board = (
        "<p>The board in round 2</p>\n\n<b>Spring</b> NW <b>5</b> Winter, the Knight of\n  Stars"
    )
    assert cards_in(board) == {"5Wi", "NSt"}
