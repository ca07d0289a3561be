"""Playing over HTTP: what is legal, previews and actions."""

import uuid
from typing import Any

import pytest

from api.models import IdempotencyKey
from games.models import StoredEvent
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_the_whole_list_comes_in_pages_without_a_gap(table: ApiGame) -> None:
    whole = table.choices()
    found, address, totals = [], f"{table.path}/legal-actions?limit=5", set()
    while address:
        page = table.awaited.get(address).json()
        found += page["results"]
        totals.add(page["total"])
        address = page["next"]
    assert found == whole
    assert totals == {len(whole)}


def test_a_player_who_is_not_awaited_has_no_legal_actions(table: ApiGame) -> None:
    listed = table.others[0].get(f"{table.path}/legal-actions").json()
    assert (listed["results"], listed["total"], listed["next"]) == ([], 0, None)


def test_a_page_of_a_version_that_has_gone_is_stale(table: ApiGame) -> None:
    person = table.awaited
    address = person.get(f"{table.path}/legal-actions?limit=1").json()["next"]
    table.play()
    assert problem(person.get(address)) == (409, "stale_version")


@pytest.mark.parametrize("cursor", ["x", "1", "1.x", "9" * 40, "1.2.3", "-1.0"])
def test_a_cursor_of_ones_own_making_is_refused(table: ApiGame, cursor: str) -> None:
    answer = table.awaited.get(f"{table.path}/legal-actions?cursor={cursor}")
    assert problem(answer) == (422, "invalid")


def test_a_preview_tells_and_changes_nothing(table: ApiGame) -> None:
    before, action = table.game, table.choices()[0]
    told = table.awaited.post(f"{table.path}/preview", {"action": action}).json()
    assert told["version"] == before.version
    assert told["events"][0]["card"] == action["card"]
    assert all("cards" not in event for event in told["events"] if event["type"] == "HandDrawn")
    assert table.game.revision == before.revision


def test_a_preview_is_refused_as_the_action_would_be(table: ApiGame) -> None:
    action = table.choices()[0]
    path = f"{table.path}/preview"
    assert problem(table.others[0].post(path, {"action": action})) == (409, "not_awaited")
    stale = {"action": action, "expected_version": table.game.version - 1}
    assert problem(table.awaited.post(path, stale)) == (409, "stale_version")
    refused = table.awaited.post(path, {"action": {"type": "fly"}})
    assert problem(refused) == (422, "refused")
    assert refused.json()["rule"] == "R-ACT-1"


@pytest.mark.parametrize(
    ("malformed", "pointer"),
    [
        ({"field": "XX"}, "#/field"),
        ({"take": ["FSu", "5Xx"]}, "#/take/1"),
        ({"take": ["FSu", 5]}, "#/take/1"),
        ({"take": ["FSu", "FSu"]}, "#/take"),
        ({"please": True}, "#/please"),
        ({"type": "fly"}, "#/type"),
    ],
)
def test_a_malformed_action_is_refused_by_its_member(
    table: ApiGame, malformed: dict[str, Any], pointer: str
) -> None:
    action = {"type": "harvest", "card": "FSu", "field": "SW", "take": ["2Su"]} | malformed
    refused = table.awaited.post(f"{table.path}/preview", {"action": action}).json()
    assert (refused["rule"], refused["pointer"]) == ("R-ACT-1", pointer)


def test_an_action_answers_with_what_it_led_to(table: ApiGame) -> None:
    before = table.game.version
    played = table.play().json()
    sequences = [event["sequence"] for event in played["events"]]
    assert sequences == list(range(before + 1, table.game.version + 1))
    assert played["version"] == table.game.version
    assert [decision["seat"] for decision in played["decisions"]] == table.game.awaited
    assert played["over"] is False


@pytest.mark.parametrize("forfeits", [False, True])
def test_what_is_submitted_is_stored_as_from_the_api(table: ApiGame, forfeits: bool) -> None:
    before = table.game.version
    table.act(table.awaited, {"type": "forfeit"} if forfeits else table.choices()[0])
    assert StoredEvent.objects.get(game=table.id, sequence=before + 1).source == "api"


def test_the_same_request_plays_once_and_gets_the_same_answer(table: ApiGame) -> None:
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


def test_a_refusal_is_repeated_too(table: ApiGame) -> None:
    key, person = str(uuid.uuid4()), table.others[0]
    body = {"expected_version": table.game.version, "action": {"type": "pass"}}
    first = person.post(f"{table.path}/actions", body, key)
    assert problem(first) == (409, "not_awaited")
    table.play()
    second = person.post(f"{table.path}/actions", body, key)
    assert (second.status_code, second.content) == (409, first.content)
    assert second.headers["Content-Type"] == first.headers["Content-Type"]


def test_a_key_is_for_one_request(table: ApiGame) -> None:
    key, person, choices = str(uuid.uuid4()), table.awaited, table.choices()
    first = {"expected_version": table.game.version, "action": choices[0]}
    assert person.post(f"{table.path}/actions", first, key).status_code == 200
    other = first | {"action": choices[1]}
    reused = person.post(f"{table.path}/actions", other, key)
    assert problem(reused) == (422, "idempotency_key_reused")


def test_two_people_may_happen_to_use_the_same_key(table: ApiGame) -> None:
    table.play(key="1")
    table.play(key="1")
    assert IdempotencyKey.objects.filter(key="1").count() == 2


def test_a_command_is_refused_even_after_its_answer_was_forgotten(table: ApiGame) -> None:
    key, person = "once", table.awaited
    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    person.post(f"{table.path}/actions", body, key)
    IdempotencyKey.objects.all().delete()
    version = table.game.version
    assert problem(person.post(f"{table.path}/actions", body, key)) == (409, "stale_version")
    assert table.game.version == version


def test_an_action_needs_a_key(table: ApiGame) -> None:
    body = {"expected_version": table.game.version, "action": table.choices()[0]}
    refused = table.awaited.post(f"{table.path}/actions", body)
    assert problem(refused) == (400, "idempotency_key_missing")
    assert problem(table.awaited.post(f"{table.path}/actions", body, "k" * 129)) == (
        422,
        "invalid",
    )


def test_a_stale_version_is_told_the_current_one(table: ApiGame) -> None:
    old = table.game.version
    table.play()
    body = {"expected_version": old, "action": table.choices()[0]}
    refused = table.awaited.post(f"{table.path}/actions", body, "stale")
    assert problem(refused) == (409, "stale_version")
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
def test_a_request_that_is_not_as_described_is_refused(table: ApiGame, body: Any) -> None:
    before = table.game.revision
    assert problem(table.awaited.post(f"{table.path}/actions", body, "odd")) == (422, "invalid")
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
def test_an_action_that_is_none_is_refused_with_its_rule(table: ApiGame, action: Any) -> None:
    before = table.game.revision
    refused = table.act(table.awaited, action)
    assert refused.status_code in {409, 422}
    assert refused.json()["rule"].startswith("R-")
    assert refused.json()["index"] == 0
    assert table.game.revision == before


def test_a_batch_is_made_whole_or_not_at_all(table: ApiGame) -> None:
    before, action = table.game, table.choices()[0]
    body = {"expected_version": before.version, "actions": [action, {"type": "fly"}]}
    refused = table.awaited.post(f"{table.path}/actions", body, "batch")
    assert refused.status_code in {409, 422}
    assert refused.json()["index"] == 1
    assert table.game.revision == before.revision


def test_a_table_that_has_not_begun_is_not_played_at(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert problem(table.act(ada, {"type": "pass"})) == (409, "not_running")
    assert problem(ada.get(f"{table.path}/legal-actions")) == (409, "not_running")
    assert problem(ada.get(f"{table.path}/at/0")) == (404, "not_found")
    assert ada.get(f"{table.path}/events").json()["results"] == []


def test_the_events_of_a_command_are_numbered_and_named(table: ApiGame) -> None:
    before = table.game.version
    table.play(entropy="11" * 32)
    rows = StoredEvent.objects.filter(game=table.id, sequence__gt=before).order_by("sequence")
    assert rows[0].command_id is not None
    assert rows[0].entropy == "11" * 32
    assert all(row.command_id is None and row.entropy is None for row in rows[1:])
