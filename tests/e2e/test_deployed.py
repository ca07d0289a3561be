"""Whole games at a public server: several web processes, worker, beat, PostgreSQL, Redis, SMTP."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from uuid import uuid4

import httpx
import pytest

from config.watch.metrics.counting import PREFIX, SHARED_MEMORY
from demo.mail import text_of
from demo.people import Person
from demo.server import Answer
from demo.show import check_end_letter, check_turn_letter
from demo.table import DemoGame, choices_by, set_up
from tests.support.programs import Deployment, wait_for_all
from tests.support.public_server import BASE_URL, METRICS_TOKEN, Postbox, proxied
from trials.product import beat

pytestmark = [pytest.mark.e2e, pytest.mark.thorough]


def at_once(*requests: Callable[[], Answer]) -> list[Answer]:
    barrier = Barrier(len(requests))

    def send(request: Callable[[], Answer]) -> Answer:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(send, requests))


def test_worker_and_beat_give_signs_of_life(deployment: Deployment) -> None:
    wait_for_all(deployment.url)


def test_requests_to_several_web_processes_are_counted_once_in_each_scrape(
    deployment: Deployment,
) -> None:
    def ask(path: str, **headers: str) -> str:
        """Send a request by a connection of its own, which any process may accept."""
        return httpx.get(f"{deployment.url}{path}", headers=headers | proxied("192.0.2.9")).text

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(ask, 40 * ["/api/v1/meta"]))
    counted = [
        re.findall(r'^illimat_requests_total{.*route="meta",status="200"} (.*)$', shown, re.M)
        for shown in (ask("/metrics", Authorization=f"Bearer {METRICS_TOKEN}") for _ in range(10))
    ]
    assert counted == 10 * [["40.0"]]
    assert len(list(SHARED_MEMORY.glob(f"{PREFIX}{deployment.web.pid}-*/counter_*.db"))) > 1


def submission(table: DemoGame, person: Person, action: object, key: str) -> Callable[[], Answer]:
    """Return a function that submits an action on the current version."""
    wish = {"expected_version": table.version, "action": action}
    return lambda: person.send("POST", f"{table.path}/actions", wish, key=key)


def play_by_mail(table: DemoGame, postbox: Postbox) -> Counter[str]:
    """Play to the end, each turn after its mail; return the number of turn mails per person."""
    told: Counter[str] = Counter()
    choices = choices_by(len(table.people))
    while not table.over:
        if table.seat != table.actor:
            check_turn_letter(postbox, table, table.seat)
            told[table.people[table.seat].address] += 1
        table.play(choices)
    table.check_end()
    for seat in table.people:
        check_end_letter(postbox, table, seat)
    return told


def test_whole_games_are_played_and_every_turn_is_told_once(
    people: Sequence[Person], postbox: Postbox
) -> None:
    tables = [set_up(people[:players], target_score=1) for players in (2, 3, 4)]
    with ThreadPoolExecutor(len(tables)) as threads:
        turns_told = list(threads.map(partial(play_by_mail, postbox=postbox), tables))

    for table, told in zip(tables, turns_told, strict=True):
        check_told_once(table, told, postbox)


def check_told_once(table: DemoGame, told: Counter[str], postbox: Postbox) -> None:
    """Check that each turn was mailed once, as `told` says, and no mail was repeated."""
    letters = [letter for letter in postbox.all if f"/games/{table.id}" in text_of(letter)]
    turns = [letter["To"] for letter in letters if letter["Subject"].endswith(": your turn")]
    assert Counter(turns) == told
    assert {letter["To"] for letter in letters} == {p.address for p in table.people.values()}
    assert len({letter["Message-ID"] for letter in postbox.all}) == len(postbox.all)


def test_a_second_beat_does_no_harm(
    people: Sequence[Person], postbox: Postbox, deployment: Deployment
) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings.production"}
    second = beat(deployment.folder, deployment.environment | settings)
    second.launch()
    try:
        second.wait_until_ready()
        table = set_up(people[:2], target_score=1)
        check_told_once(table, play_by_mail(table, postbox), postbox)
    finally:
        second.ask_to_end()
        second.wait_for_end()


def test_hundreds_of_sweeps_leave_no_line_in_the_log(
    people: Sequence[Person], deployment: Deployment
) -> None:
    assert people
    for program in (deployment.worker, deployment.beat):
        assert "sweep" not in program.output().replace("notifications.tasks.sweep\n", "", 1)
    assert deployment.beat.output().count("INFO") < 5
    assert " INFO notifications.dispatch: Delivery " in deployment.worker.output()


def test_the_link_in_the_mail_shows_the_game_and_no_hand(
    people: Sequence[Person], postbox: Postbox
) -> None:
    table = set_up(people[:2])
    while table.seat == table.actor:
        table.play(choices_by(2))
    letter = check_turn_letter(postbox, table, table.seat)
    path = f"/games/{table.id}"
    assert f"{BASE_URL}{path}\n" in text_of(letter)

    page = people[0].server.send("GET", path)
    assert page.status == 200
    assert f"It is the turn of {table.people[table.seat]}" in page.text
    words = " ".join(re.sub("<[^>]+>", " ", page.text).split())
    assert "Your hand" not in words
    for seat in table.people:
        table.check_hidden(seat, "the page", words)


def test_of_two_submissions_at_once_one_is_accepted_and_the_other_told(
    people: Sequence[Person],
) -> None:
    table = set_up(people[:2])
    for _ in range(10):
        person, actions = table.people[table.seat], table.legal_actions(table.seat)
        phone = submission(table, person, actions[0], str(uuid4()))
        laptop = submission(table, person, actions[-1], str(uuid4()))
        accepted, told = sorted(at_once(phone, laptop))
        assert (accepted.status, told.status) == (200, 409)
        assert told.json["code"] == "stale_version"
        assert told.json["current_version"] == accepted.json["version"]
        table.look()
        assert table.version == accepted.json["version"]


def test_a_player_who_is_not_awaited_is_told_so_while_another_plays(
    people: Sequence[Person],
) -> None:
    table = set_up(people[:2])
    for _ in range(10):
        seat = table.seat
        action = table.legal_actions(seat)[0]
        played, told = at_once(
            submission(table, table.people[seat], action, str(uuid4())),
            submission(table, table.people[1 - seat], action, str(uuid4())),
        )
        assert (played.status, told.status) == (200, 409)
        assert told.json["code"] == "stale_version" or told.json["rule"] == "R-TURN-1"
        table.look()


def test_the_same_request_at_once_is_one_play_and_one_answer(people: Sequence[Person]) -> None:
    table = set_up(people[:2])
    for _ in range(10):
        before, person = table.version, table.people[table.seat]
        action = table.legal_actions(table.seat)[0]
        request = submission(table, person, action, str(uuid4()))
        answers = at_once(request, request, request)
        assert answers[0].status == 200
        assert len(set(answers)) == 1
        table.look()
        assert (
            table.version == answers[0].json["version"] == before + len(answers[0].json["events"])
        )
        assert request() == answers[0]
