"""Playing over HTTP: looking, trying, acting, looking back."""

import json
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from games.models import Game, IdempotencyKey, StoredEvent
from illimat_core import observe
from tests.games.conftest import GAMES, Person, Table

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NOWHERE = uuid.UUID(int=4)


def _problem(answer: Any) -> tuple[int, str]:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


def test_a_game_is_shown_as_its_viewer_may_see_it(table: Table, eve: Person) -> None:
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


def test_every_answer_carries_the_servers_time_and_is_nobody_elses(table: Table) -> None:
    answer = table.awaited.get(table.path)
    told = datetime.fromisoformat(answer.headers["Server-Time"])
    assert abs((datetime.now(UTC) - told).total_seconds()) < 60
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"X-Session-Token", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_the_whole_list_comes_in_pages_without_a_gap(table: Table) -> None:
    whole = table.choices()
    found, address, totals = [], f"{table.path}/legal-actions?limit=5", set()
    while address:
        page = table.awaited.get(address).json()
        found += page["results"]
        totals.add(page["total"])
        address = page["next"]
    assert found == whole
    assert totals == {len(whole)}


def test_who_is_not_awaited_may_do_nothing(table: Table) -> None:
    listed = table.others[0].get(f"{table.path}/legal-actions").json()
    assert (listed["results"], listed["total"], listed["next"]) == ([], 0, None)


def test_a_page_of_a_version_that_has_gone_is_stale(table: Table) -> None:
    person = table.awaited
    address = person.get(f"{table.path}/legal-actions?limit=1").json()["next"]
    table.play()
    assert _problem(person.get(address)) == (409, "stale_version")


@pytest.mark.parametrize("cursor", ["x", "1", "1.x", "9" * 40, "1.2.3", "-1.0"])
def test_a_cursor_of_ones_own_making_is_refused(table: Table, cursor: str) -> None:
    answer = table.awaited.get(f"{table.path}/legal-actions?cursor={cursor}")
    assert _problem(answer) == (422, "invalid")


def test_a_preview_tells_and_changes_nothing(table: Table) -> None:
    before, action = table.game, table.choices()[0]
    told = table.awaited.post(f"{table.path}/preview", {"action": action}).json()
    assert told["version"] == before.version
    assert told["events"][0]["card"] == action["card"]
    assert all("cards" not in event for event in told["events"] if event["type"] == "HandDrawn")
    assert table.game.revision == before.revision


def test_a_preview_is_refused_as_the_action_would_be(table: Table) -> None:
    action = table.choices()[0]
    path = f"{table.path}/preview"
    assert _problem(table.others[0].post(path, {"action": action})) == (409, "not_awaited")
    stale = {"action": action, "expected_version": table.game.version - 1}
    assert _problem(table.awaited.post(path, stale)) == (409, "stale_version")
    refused = table.awaited.post(path, {"action": {"type": "fly"}})
    assert _problem(refused) == (422, "refused")
    assert refused.json()["rule"] == "R-ACT-1"


def test_an_action_answers_with_what_it_led_to(table: Table) -> None:
    before = table.game.version
    played = table.play().json()
    sequences = [event["sequence"] for event in played["events"]]
    assert sequences == list(range(before + 1, table.game.version + 1))
    assert played["version"] == table.game.version
    assert [decision["seat"] for decision in played["decisions"]] == table.game.awaited
    assert played["over"] is False


def test_the_same_request_plays_once_and_gets_the_same_answer(table: Table) -> None:
    key, person = str(uuid.uuid4()), table.awaited
    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    first = person.post(f"{table.path}/actions", body, key)
    version = table.game.version
    table.play()
    second = person.post(f"{table.path}/actions", body, key)
    assert (second.status_code, second.content) == (200, first.content)
    assert second.headers["Content-Type"] == first.headers["Content-Type"]
    assert version < table.game.version
    assert first.json()["version"] == version


def test_a_refusal_is_repeated_too(table: Table) -> None:
    key, person = str(uuid.uuid4()), table.others[0]
    body = {"expected_version": table.game.version, "action": {"type": "pass"}}
    first = person.post(f"{table.path}/actions", body, key)
    assert _problem(first) == (409, "not_awaited")
    table.play()
    second = person.post(f"{table.path}/actions", body, key)
    assert (second.status_code, second.content) == (409, first.content)
    assert second.headers["Content-Type"] == first.headers["Content-Type"]


def test_a_key_is_for_one_request(table: Table) -> None:
    key, person, choices = str(uuid.uuid4()), table.awaited, table.choices()
    first = {"expected_version": table.game.version, "action": choices[0]}
    assert person.post(f"{table.path}/actions", first, key).status_code == 200
    other = first | {"action": choices[1]}
    reused = person.post(f"{table.path}/actions", other, key)
    assert _problem(reused) == (422, "idempotency_key_reused")


def test_two_people_may_happen_to_use_the_same_key(table: Table) -> None:
    table.play(key="1")
    table.play(key="1")
    assert IdempotencyKey.objects.filter(key="1").count() == 2


def test_a_command_is_refused_even_after_its_answer_was_forgotten(table: Table) -> None:
    key, person = "once", table.awaited
    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    person.post(f"{table.path}/actions", body, key)
    IdempotencyKey.objects.all().delete()
    version = table.game.version
    assert _problem(person.post(f"{table.path}/actions", body, key)) == (409, "stale_version")
    assert table.game.version == version


def test_an_action_needs_a_key(table: Table) -> None:
    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    refused = table.awaited.post(f"{table.path}/actions", body)
    assert _problem(refused) == (400, "idempotency_key_missing")
    assert _problem(table.awaited.post(f"{table.path}/actions", body, "k" * 129)) == (
        422,
        "invalid",
    )


def test_a_stale_version_is_told_the_current_one(table: Table) -> None:
    old = table.game.version
    table.play()
    body = {"expected_version": old, "action": table.choices()[0]}
    refused = table.awaited.post(f"{table.path}/actions", body, "stale")
    assert _problem(refused) == (409, "stale_version")
    assert refused.json()["current_version"] == table.game.version


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"action": {"type": "pass"}},
        {"expected_version": 1},
        {"expected_version": 1, "action": {}, "actions": [{}]},
        {"expected_version": 1, "actions": []},
        {"expected_version": 1, "actions": [{"type": "pass"}] * 33},
        {"expected_version": 1, "actions": {"type": "pass"}},
        {"expected_version": 1, "action": "pass"},
        {"expected_version": "1", "action": {"type": "pass"}},
        {"expected_version": 1.0, "action": {"type": "pass"}},
        {"expected_version": -1, "action": {"type": "pass"}},
        {"expected_version": 2**63, "action": {"type": "pass"}},
        {"expected_version": 1, "action": {"type": "pass"}, "seat": 0},
        {"expected_version": 1, "action": {"type": "pass"}, "entropy": "00"},
    ],
)
def test_a_request_that_is_not_as_described_is_refused(table: Table, body: Any) -> None:
    before = table.game.revision
    assert _problem(table.awaited.post(f"{table.path}/actions", body, "odd")) == (422, "invalid")
    assert table.game.revision == before
    assert not IdempotencyKey.objects.exists()


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"type": "fly"},
        {"type": ["sow"]},
        {"type": "sow"},
        {"type": "sow", "card": "99Xx", "field": "SW"},
        {"type": "sow", "card": 5, "field": "SW"},
        {"type": "sow", "card": "5Wi", "field": "SW", "colour": "red"},
        {"type": "harvest", "cards": {}, "field": "SW", "take": []},
        {"type": "stockpile", "card": "5Wi", "field": [], "value": 1e9, "take": []},
    ],
)
def test_an_action_that_is_none_is_refused_with_its_rule(table: Table, action: Any) -> None:
    before = table.game.revision
    refused = table.act(table.awaited, action)
    assert refused.status_code in {409, 422}
    assert refused.json()["rule"].startswith("R-")
    assert refused.json()["index"] == 0
    assert table.game.revision == before


def test_a_batch_is_made_whole_or_not_at_all(table: Table) -> None:
    before, action = table.game, table.choices()[0]
    body = {"expected_version": before.version, "actions": [action, {"type": "fly"}]}
    refused = table.awaited.post(f"{table.path}/actions", body, "batch")
    assert refused.status_code in {409, 422}
    assert refused.json()["index"] == 1
    assert table.game.revision == before.revision


def test_a_table_that_has_not_begun_is_not_played_at(ada: Person) -> None:
    table = Table([ada], seats=2)
    assert _problem(table.act(ada, {"type": "pass"})) == (409, "not_running")
    assert _problem(ada.get(f"{table.path}/legal-actions")) == (409, "not_running")
    assert _problem(ada.get(f"{table.path}/at/0")) == (404, "not_found")
    assert ada.get(f"{table.path}/events").json()["results"] == []


def test_spectators_read_and_do_nothing(table: Table, eve: Person) -> None:
    for path in ("", "/events", "/at/3"):
        assert eve.get(table.path + path).status_code == 200
    assert _problem(table.act(eve, table.choices()[0])) == (403, "permission_denied")
    assert not IdempotencyKey.objects.filter(user=eve.user).exists()
    assert _problem(eve.get(f"{table.path}/legal-actions")) == (403, "permission_denied")
    trial = {"action": table.choices()[0]}
    assert _problem(eve.post(f"{table.path}/preview", trial)) == (403, "permission_denied")


def test_the_log_comes_in_parts_without_a_gap(table: Table) -> None:
    table.play()
    found, address = [], f"{table.path}/events?limit=3"
    while address:
        page = table.awaited.get(address).json()
        found += page["results"]
        address = page["next"]
    assert [event["sequence"] for event in found] == list(range(1, table.game.version + 1))
    assert [event["hash"] for event in found][-1] == table.game.head


def test_a_game_is_looked_back_at_as_one_saw_it(table: Table) -> None:
    old, person = table.state, table.on_seat(0)
    table.play()
    shown = person.get(f"{table.path}/at/{old.version}").json()
    assert shown == {"version": old.version, "view": _as_json(observe(old, 0))}
    for version in (0, table.game.version + 1, 10**30):
        assert _problem(person.get(f"{table.path}/at/{version}")) == (404, "not_found")


@pytest.fixture
def finished(table: Table) -> Table:
    """A game that one of the two has left."""
    old = table.others[0]
    table.play()
    assert table.act(old, {"type": "forfeit"}).json()["over"]
    return table


def test_a_game_that_is_over_is_played_no_more(finished: Table) -> None:
    game = finished.game
    assert (game.state, game.awaited, len(game.winners or [])) == (Game.State.FINISHED, [], 1)
    assert game.ended_at is not None
    for person in finished.people:
        assert _problem(finished.act(person, {"type": "forfeit"})) == (409, "game_over")
        assert _problem(person.get(f"{finished.path}/legal-actions")) == (409, "game_over")
        assert person.get("/api/v1/me/games?state=my_turn").json()["waiting_count"] == 0
        (listed,) = person.get("/api/v1/me/games?state=finished").json()["results"]
        assert listed["winners"] == game.winners


def test_after_the_end_everything_is_shown(finished: Table, eve: Person) -> None:
    shown = eve.get(f"{finished.path}/at/7").json()["view"]
    assert all(isinstance(hand, list) for hand in shown["hands"].values())
    assert isinstance(shown["draw"], list)
    events = eve.get(f"{finished.path}/events").json()["results"]
    dealt = [e["event"] for e in events if e["event"]["type"] == "HandDealt"]
    assert all(event["cards"] for event in dealt)


LOOKS = ["", "/events", "/events?after=2", "/at/5"]


@pytest.mark.parametrize("look", LOOKS)
def test_what_one_has_already_is_not_sent_again(table: Table, look: str) -> None:
    path = table.path + look
    for person in table.people:
        answer = person.get(path)
        etag = answer.headers["ETag"]
        assert not etag.startswith("W/")
        again = person.get(path, etag)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["ETag"] == etag


CHANGES: dict[str, Callable[[Table], Any]] = {
    "a play": lambda table: table.play(),
    "a wish to end": lambda table: table.people[0].post(f"{table.path}/call-off"),
    "a new name": lambda table: table.people[0].client.patch("/api/v1/me", {"handle": "newname"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_tag_changes_with_the_answer(table: Table, change: str) -> None:
    before = table.people[0].get(table.path)
    assert CHANGES[change](table).status_code == 200
    after = table.people[0].get(table.path, before.headers["ETag"])
    assert after.status_code == 200
    assert after.headers["ETag"] != before.headers["ETag"]
    assert after.content != before.content


def test_tags_differ_between_people_and_between_places(table: Table, eve: Person) -> None:
    people = [*table.people, eve]
    tags = [person.get(table.path + look).headers["ETag"] for person in people for look in LOOKS]
    assert len(set(tags)) == len(tags)


def test_lists_have_tags_too(table: Table) -> None:
    for path in (GAMES, "/api/v1/me/games"):
        etag = table.awaited.get(path).headers["ETag"]
        assert table.awaited.get(path, etag).status_code == 304
    table.play()
    assert table.people[0].get("/api/v1/me/games", etag).status_code == 200


def test_nothing_is_folded_to_say_that_nothing_has_changed(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = table.awaited
    etag = person.get(table.path).headers["ETag"]

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("games.store.state_of", never)
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
    table = Table([ada], seats=2, visibility="private", invited=["bob"])
    bob.post(f"{table.path}/seats")
    body = {
        "/actions": {"expected_version": 1, "action": {"type": "pass"}},
        "/preview": {"action": {"type": "pass"}},
    }.get(route)
    answers = []
    for game_id in (table.id, NOWHERE):
        headers = {"Idempotency-Key": "k"} if route == "/actions" else None
        answer = getattr(eve.client, method)(f"{GAMES}/{game_id}{route}", body, headers=headers)
        sent = {name: value for name, value in answer.headers.items() if name != "Server-Time"}
        answers.append((answer.status_code, sent, answer.content))
    assert answers[0] == answers[1]
    assert answers[0][0] == 404


@pytest.mark.parametrize(("method", "route"), ROUTES)
def test_nobody_does_anything_without_logging_in(
    table: Table, client: Any, method: str, route: str
) -> None:
    answer = getattr(client, method)(table.path + route)
    assert _problem(answer) == (401, "not_authenticated")


def test_the_events_of_a_command_are_numbered_and_named(table: Table) -> None:
    before = table.game.version
    table.play(entropy="11" * 32)
    rows = StoredEvent.objects.filter(game=table.id, sequence__gt=before).order_by("sequence")
    assert rows[0].command_id is not None
    assert rows[0].entropy == "11" * 32
    assert all(row.command_id is None and row.entropy is None for row in rows[1:])


def test_the_server_says_what_it_is(client: Any) -> None:
    meta = client.get("/api/v1/meta").json()
    assert meta["edition"] in meta["editions"]
    assert "beginner" in meta["options"]["mode"]["enum"]
    assert meta["options"]["target_score"]["default"] == 17
    assert meta["limits"]["page"] == 100
    for link in meta["links"].values():
        assert link.startswith("/")
