"""Spectators are asked which luminary the Audience acts as (R-LUM-AUDIENCE)."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from config.tasks import fire_timers
from games.models import StoredEvent
from games.models.timers import Timer
from illimat_core.cards import DEALER, LUMINARIES
from notifications.models import Delivery, Notice
from notifications.sending.dispatch import reason_to_drop
from tests.support.asked import WITH_AUDIENCE, Asked
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db

SPECTATORS = {"audience": "spectator", "luminaries": WITH_AUDIENCE}
PASS = {"type": "pass"}


def asked(people: list[Person], **members: Any) -> Asked:
    """Return a game of two that asks its spectators."""
    return Asked(people, "audience_spectator", options=SPECTATORS, **members)


@pytest.fixture
def waiting(ada: Person, bob: Person) -> Asked:
    """Return a game of Ada and Bob that waits for a spectator."""
    return asked([ada, bob])


def offered(table: Asked, person: Person) -> list[dict[str, Any]]:
    """Return the actions that a person may take now."""
    found: list[dict[str, Any]] = person.get(f"{table.path}/legal-actions").json()["results"]
    return found


def test_spectators_are_offered_face_down_and_reserve_cards_as_one_list(
    waiting: Asked, eve: Person
) -> None:
    state = waiting.state
    down = {field.luminary for field in state.fields if not field.face_up}
    names = [name for name in LUMINARIES if name in down | set(state.reserve)]
    named = [{"type": "name_luminary", "luminary": name} for name in names]
    assert offered(waiting, eve) == [PASS, *named]
    seen = eve.get(waiting.path).json()
    assert seen["awaited"] == [None]
    outside = {"seated": False, "seat": None, "creator": False, "awaited": True}
    assert seen["you"] == outside | {"blocked": []}
    assert seen["menu"]["decision"] == "audience_spectator"
    assert seen["menu"]["answers"] == [{"type": "name_luminary", "luminary": names}, PASS]
    assert [asked["seat"] for asked in seen["decisions"]] == [None]


def test_those_seated_are_offered_nothing_meanwhile(waiting: Asked) -> None:
    action = {"type": "name_luminary", "luminary": "maiden"}
    for person in waiting.people:
        assert offered(waiting, person) == []
        assert person.get(waiting.path).json()["menu"] is None
        assert problem(waiting.act(person, action)) == (409, "not_awaited")


def test_the_first_who_answers_names_it(waiting: Asked, eve: Person) -> None:
    since, action = waiting.game.version, offered(waiting, eve)[1]
    answer = waiting.act(eve, action)
    assert answer.status_code == 200, answer.content
    named = [e["event"] for e in answer.json()["events"] if e["event"]["type"] == "LuminaryNamed"]
    assert [(e["luminary"], e["seat"]) for e in named] == [(action["luminary"], None)]
    assert None not in waiting.game.awaited
    late = {"expected_version": since, "action": action}
    refused = Person("late").post(f"{waiting.path}/actions", late, "late")
    assert problem(refused) == (409, "stale_version")
    assert problem(waiting.act(eve, action)) == (409, "not_awaited")


def test_the_log_says_that_a_spectator_named_it_and_not_who(waiting: Asked, eve: Person) -> None:
    since = waiting.game.version
    waiting.act(eve, offered(waiting, eve)[1], key="eve-1")
    logs = [p.get(f"{waiting.path}/events").json()["results"] for p in (*waiting.people, eve)]
    for log in logs:
        new = [entry for entry in log if entry["sequence"] > since]
        assert {entry["by"] for entry in new} == {None}
        assert "'eve'" not in str(new)
    command = StoredEvent.objects.get(game=waiting.id, sequence=since + 1).command_id
    guesses = [f"{who}/eve-1" for who in (None, eve.user.pk, eve.user.handle)]
    assert command not in [uuid.uuid5(waiting.id, guess) for guess in guesses]


def test_a_spectator_tries_and_repeats_like_anybody(waiting: Asked, eve: Person) -> None:
    action, version = offered(waiting, eve)[1], waiting.game.version
    told = eve.post(f"{waiting.path}/preview", {"action": action, "expected_version": version})
    assert "LuminaryNamed" in [event["type"] for event in told.json()["events"]]
    body = {"expected_version": version, "action": action}
    first = eve.post(f"{waiting.path}/actions", body, "same")
    again = eve.post(f"{waiting.path}/actions", body, "same")
    assert (again.status_code, again.content) == (200, first.content)


def test_a_version_since_the_question_is_good_enough(ada: Person, bob: Person, eve: Person) -> None:
    table = asked([ada, bob, Person()])
    version, action = table.game.version, offered(table, eve)[1]
    others = [person for number, person in enumerate(table.people) if number != table.actor]
    table.forfeit(others[0])
    body = {"expected_version": version - 1, "action": action}
    assert problem(eve.post(f"{table.path}/actions", body, "1")) == (409, "stale_version")
    body["expected_version"] = version
    assert eve.post(f"{table.path}/actions", body, "2").status_code == 200


def test_visitors_and_people_who_may_not_watch_do_not_count(
    ada: Person, bob: Person, eve: Person
) -> None:
    table = asked([ada, bob], visibility="private", invited=["bob", "eve"])
    body = {"expected_version": table.game.version, "action": offered(table, eve)[1]}
    path = f"{table.path}/actions"
    key = {"Idempotency-Key": "1"}
    nobody = Client().post(path, body, "application/json", headers=key)
    assert problem(nobody) == (401, "not_authenticated")
    assert problem(Person().post(path, body, "1")) == (404, "not_found")
    assert eve.post(path, body, "1").status_code == 200


def test_spectators_of_other_games_have_nothing_to_say(eve: Person, table: Any) -> None:
    assert problem(table.act(eve, PASS)) == (403, "permission_denied")
    assert problem(eve.get(f"{table.path}/legal-actions")) == (403, "permission_denied")


def test_a_spectator_who_is_not_asked_is_told_so(ada: Person, bob: Person, eve: Person) -> None:
    table = asked([ada, bob], made=False)
    assert offered(table, eve) == []
    for action in (PASS, table.action, {"type": "name_luminary", "luminary": "river"}):
        assert problem(table.act(eve, action)) == (409, "not_awaited")
    assert problem(table.act(eve, {"type": "ask_passive", "of": 0})) == (422, "refused")
    assert problem(table.act(eve, {"type": "forfeit"})) == (403, "permission_denied")


def test_a_spectator_may_leave_it_to_chance(waiting: Asked, eve: Person) -> None:
    answer = waiting.act(eve, PASS)
    named = [e["event"] for e in answer.json()["events"] if e["event"]["type"] == "LuminaryNamed"]
    assert [event["seat"] for event in named] == [DEALER]


@pytest.mark.parametrize("route", ["actions", "preview"])
def test_nobody_seated_answers_for_spectators(waiting: Asked, route: str) -> None:
    body = {"expected_version": waiting.game.version, "action": PASS}
    for person in waiting.people:
        refused = person.post(f"{waiting.path}/{route}", body, "seated")
        assert problem(refused) == (409, "not_awaited")


def test_after_a_day_chance_names_it(waiting: Asked, time: Time) -> None:
    opened, since = waiting.game.moved_at, waiting.game.version
    time.stop(opened + timedelta(days=1, microseconds=-1))
    fire_timers()
    assert waiting.game.awaited == [None]
    time.stop(opened + timedelta(days=1))
    fire_timers()
    assert None not in waiting.game.awaited
    log = waiting.people[0].get(f"{waiting.path}/events?after={since}").json()["results"]
    assert {entry["by"] for entry in log} == {None}
    named = [entry["event"] for entry in log if entry["event"]["type"] == "LuminaryNamed"]
    assert [event["seat"] for event in named] == [DEALER]


def test_the_day_begins_with_the_question_not_with_what_happened_since(
    ada: Person, bob: Person, time: Time
) -> None:
    table = asked([ada, bob, Person()])
    opened = StoredEvent.objects.get(game=table.id, sequence=table.state.pending.since).recorded_at  # type: ignore[union-attr]
    others = [person for number, person in enumerate(table.people) if number != table.actor]
    table.forfeit(others[0])
    assert table.game.moved_at > opened
    time.stop(opened + timedelta(days=1))
    fire_timers()
    assert None not in table.game.awaited


def test_where_nobody_may_watch_chance_names_it_at_once(ada: Person, bob: Person) -> None:
    table = asked([ada, bob], made=False, visibility="private", invited=["bob"])
    answer = table.act(table.people[table.actor], table.action)
    events = [entry["event"] for entry in answer.json()["events"]]
    named = [event for event in events if event["type"] == "LuminaryNamed"]
    assert [event["seat"] for event in named] == [DEALER]
    assert None not in table.game.awaited
    commands = StoredEvent.objects.filter(game=table.id).exclude(command_id=None)
    assert commands.count() == 1


def test_one_invited_who_does_not_play_may_watch(ada: Person, bob: Person, eve: Person) -> None:
    table = asked([ada, bob], made=False, visibility="private", invited=["bob", "eve"])
    table.act(table.people[table.actor], table.action)
    assert table.game.awaited == [None]
    assert eve.get(table.path).json()["you"]["awaited"]


def test_whose_turn_it_is_after_the_answer_is_told(waiting: Asked, eve: Person) -> None:
    Notice.objects.all().delete()
    waiting.act(eve, offered(waiting, eve)[1])
    turns = Delivery.objects.waiting().filter(notice__kind="your_turn")
    told = turns.values_list("notice__person__handle", flat=True)
    awaited = [
        waiting.people[seat].user.handle for seat in waiting.state.awaited if seat is not None
    ]
    assert sorted(told) == sorted(awaited)
    assert awaited


def test_whose_turn_it_is_after_chance_has_answered_is_told(waiting: Asked, time: Time) -> None:
    Notice.objects.all().delete()
    time.stop(Timer.objects.get(game=waiting.id).due_at)
    fire_timers()
    mails = Delivery.objects.waiting().filter(notice__kind="your_turn")
    (told,) = [each for each in mails if not reason_to_drop(each)]
    assert told.notice.person == waiting.awaited.user
