"""Reading over HTTP: a game, its log and its past versions, without hidden information."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from api.models import IdempotencyKey
from games.models import Game
from illimat_core import observe
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db

NOWHERE = uuid.UUID(int=4)
ITS_OWN = {"Server-Time", "X-Request-ID"}  # these differ between any two answers


def _as_json(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def test_a_game_is_shown_as_its_viewer_may_see_it(table: ApiGame, eve: Person) -> None:
    state = table.state
    for seat, person in enumerate(map(table.on_seat, (0, 1))):
        game = person.get(table.path).json()
        assert game["you"]["seat"] == seat
        assert game["view"] == _as_json(observe(state, seat))
        assert game["version"] == state.version
        assert game["decisions"] == game["view"]["decisions"]
        assert (game["menu"] is None) == (seat not in game["awaited"])
    stranger = eve.get(table.path).json()
    assert stranger["view"] == _as_json(observe(state, None))
    assert stranger["menu"] is None
    assert not stranger["you"]["seated"]


def test_every_answer_carries_the_servers_time_and_is_nobody_elses(table: ApiGame) -> None:
    answer = table.awaited.get(table.path)
    told = datetime.fromisoformat(answer.headers["Server-Time"])
    assert abs((datetime.now(UTC) - told).total_seconds()) < 60
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"X-Session-Token", "Cookie"} <= set(answer.headers["Vary"].split(", "))


@pytest.mark.parametrize("path", ["seasons/abc", "games/abc", "foo"])
def test_an_address_at_which_nothing_is_tells_the_servers_time_too(client: Any, path: str) -> None:
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 404
    assert "Server-Time" in answer.headers


def test_deadlines_and_the_servers_time_are_told_by_the_databases_clock(
    ada: Person, bob: Person, time: Time
) -> None:
    table = ApiGame([ada, bob], clock="one_day")
    for wrong_by in (timedelta(minutes=10), timedelta(minutes=-20)):  # of this host's clock
        time.jump(wrong_by)
        answer = table.awaited.get(table.path)
        told = datetime.fromisoformat(answer.headers["Server-Time"])
        assert abs(told - wrong_by - datetime.now(UTC)) < timedelta(minutes=1)
        (own,) = (clock for clock in answer.json()["clocks"] if clock["deadline"])
        assert datetime.fromisoformat(own["deadline"]) == table.game.moved_at + timedelta(days=1)
        assert own["status"] == "running"


def test_spectators_read_and_do_nothing(table: ApiGame, eve: Person) -> None:
    for path in ("", "/events", "/at/3"):
        assert eve.get(table.path + path).status_code == 200
    assert problem(table.act(eve, table.choices()[0])) == (403, "permission_denied")
    assert not IdempotencyKey.objects.filter(user=eve.user).exists()
    assert problem(eve.get(f"{table.path}/legal-actions")) == (403, "permission_denied")
    trial = {"action": table.choices()[0]}
    assert problem(eve.post(f"{table.path}/preview", trial)) == (403, "permission_denied")


def test_the_log_comes_in_parts_without_a_gap(table: ApiGame) -> None:
    table.play()
    found, address = [], f"{table.path}/events?limit=3"
    while address:
        answer = table.awaited.get(address)
        page = answer.json()
        found += page["results"]
        address = page["next"]
        assert answer.headers.get("Link") == (f'<{address}>; rel="next"' if address else None)
    assert [event["sequence"] for event in found] == list(range(1, table.game.version + 1))
    assert [event["hash"] for event in found][-1] == table.game.head


def test_a_game_is_looked_back_at_as_one_saw_it(table: ApiGame) -> None:
    old, person = table.state, table.on_seat(0)
    table.play()
    shown = person.get(f"{table.path}/at/{old.version}").json()
    assert shown == {"version": old.version, "view": _as_json(observe(old, 0))}
    for version in (0, table.game.version + 1, 10**30):
        assert problem(person.get(f"{table.path}/at/{version}")) == (404, "not_found")


@pytest.fixture
def finished(table: ApiGame) -> ApiGame:
    """Return a game that one of its two players has left."""
    old = table.others[0]
    table.play()
    table.forfeit(old)
    assert table.game.over
    return table


def test_a_game_that_is_over_is_played_no_more(finished: ApiGame) -> None:
    game = finished.game
    assert (game.state, game.awaited, len(game.winners or [])) == (Game.State.FINISHED, [], 1)
    assert game.ended_at is not None
    for person in finished.people:
        assert problem(finished.act(person, {"type": "forfeit"})) == (409, "game_over")
        assert problem(person.get(f"{finished.path}/legal-actions")) == (409, "game_over")
        assert person.get("/api/v1/me/games?state=my_turn").json()["waiting_count"] == 0
        (listed,) = person.get("/api/v1/me/games?state=finished").json()["results"]
        assert listed["winners"] == game.winners


def test_after_the_end_everything_is_shown(finished: ApiGame, eve: Person) -> None:
    shown = eve.get(f"{finished.path}/at/7").json()["view"]
    assert all(isinstance(hand, list) for hand in shown["hands"].values())
    assert isinstance(shown["draw"], list)
    events = eve.get(f"{finished.path}/events").json()["results"]
    dealt = [e["event"] for e in events if e["event"]["type"] == "HandDealt"]
    assert all(event["cards"] for event in dealt)


LOOKS = ["", "/events", "/events?after=2", "/at/5"]


@pytest.mark.parametrize("look", LOOKS)
def test_a_client_with_the_current_version_gets_304(table: ApiGame, look: str) -> None:
    path = table.path + look
    for person in table.people:
        answer = person.get(path)
        etag = answer.headers["ETag"]
        assert not etag.startswith("W/")
        again = person.get(path, etag)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == etag


CHANGES: dict[str, Callable[[ApiGame], Any]] = {
    "a play": lambda table: table.play(),
    "a wish to end": lambda table: table.people[0].post(f"{table.path}/call-off"),
    "a new name": lambda table: table.people[0].client.patch("/api/v1/me", {"handle": "newname"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_tag_changes_with_the_answer(table: ApiGame, change: str) -> None:
    before = table.people[0].get(table.path)
    assert CHANGES[change](table).status_code == 200
    after = table.people[0].get(table.path, before.headers["ETag"])
    assert after.status_code == 200
    assert after.headers["ETag"] != before.headers["ETag"]
    assert after.content != before.content


def test_tags_differ_between_people_and_between_places(table: ApiGame, eve: Person) -> None:
    people = [*table.people, eve]
    tags = [person.get(table.path + look).headers["ETag"] for person in people for look in LOOKS]
    assert len(set(tags)) == len(tags)


def test_lists_have_tags_too(table: ApiGame) -> None:
    for path in (GAMES, "/api/v1/me/games"):
        etag = table.awaited.get(path).headers["ETag"]
        assert table.awaited.get(path, etag).status_code == 304
    table.play()
    assert table.people[0].get("/api/v1/me/games", etag).status_code == 200


def test_a_304_folds_no_events(table: ApiGame, monkeypatch: pytest.MonkeyPatch) -> None:
    person = table.awaited
    etag = person.get(table.path).headers["ETag"]

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("games.stream.store.state_of", never)
    assert person.get(table.path, etag).status_code == 304


ROUTES = [
    ("get", ""),
    ("post", "/seats"),
    ("delete", "/seats/me"),
    ("post", "/start"),
    ("post", "/call-off"),
    ("delete", "/call-off"),
    ("get", "/legal-actions"),
    ("post", "/preview"),
    ("post", "/actions"),
    ("get", "/events"),
    ("get", "/at/1"),
]


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_a_private_game_is_none_for_strangers(
    ada: Person, bob: Person, eve: Person, method: str, route: str
) -> None:
    table = ApiGame([ada], seats=2, visibility="private", invited=["bob"])
    bob.post(f"{table.path}/seats")
    body = {
        "/actions": {"expected_version": 1, "action": {"type": "pass"}},
        "/preview": {"action": {"type": "pass"}},
    }.get(route)
    answers = []
    for game_id in (table.id, NOWHERE):
        headers = {"Idempotency-Key": "k"} if route == "/actions" else None
        answer = getattr(eve.client, method)(f"{GAMES}/{game_id}{route}", body, headers=headers)
        sent = {name: value for name, value in answer.headers.items() if name not in ITS_OWN}
        answers.append((answer.status_code, sent, answer.content))
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_nobody_does_anything_without_logging_in(
    table: ApiGame, client: Any, method: str, route: str
) -> None:
    answer = getattr(client, method)(table.path + route)
    assert problem(answer) == (401, "not_authenticated")


def test_the_log_offers_each_event_in_words_as_its_reader_may_see_it(table: ApiGame) -> None:
    (dealt,) = [
        entry
        for entry in table.awaited.get(f"{table.path}/events").json()["results"]
        if entry["event"]["type"] == "HandDealt" and "cards" in entry["event"]
    ]
    assert all(card in dealt["text"] for card in dealt["event"]["cards"])
    others = table.others[0].get(f"{table.path}/events").json()["results"]
    (hidden,) = [entry for entry in others if entry["sequence"] == dealt["sequence"]]
    assert hidden["text"] is None
    played = table.play().json()["events"]
    assert any(entry["text"] for entry in played)
