"""Table events are in the stream, and no state of the game depends on them."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import transaction

from accounts.services import account_close, accounts_erase
from games import actors
from games.actors import CommandSource
from games.models import Game, StoredEvent
from games.play.commands import Command, play
from games.time.notified import note_person_notified
from games.workers import timers
from games.workers.timers import sweep
from games.workers.verification import verify
from illimat_core.events import TABLE_EVENTS, GameCalledOff, SeatLeft, TableEvent
from illimat_core.events.examples import EXAMPLES
from notifications.models import Delivery
from tests.support.api_games import ApiGame, pass_by
from tests.support.asked import WITH_AUDIENCE, Asked
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db

LEFT = SeatLeft(seat=1, reason="account_deleted")


def note(table: ApiGame, event: TableEvent = LEFT) -> None:
    """Record table events as the server."""
    play(Command(table.id, actors.SERVER, CommandSource.TIMER, str(uuid4()), noted=[event]))


def log(table: ApiGame, person: Person, after: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.get(f"{table.path}/events?after={after}").json()["results"]
    return found


def call_off(table: ApiGame) -> None:
    """Have all players agree to end the game."""
    for person in table.people:
        assert person.post(f"{table.path}/call-off").status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("kind", TABLE_EVENTS)
def test_everybody_is_shown_what_was_noted_and_why(
    table: ApiGame, eve: Person, kind: type[TableEvent]
) -> None:
    version, example = table.game.version, EXAMPLES[kind.__name__]
    note(table, kind(**{name: value for name, value in example.items() if name != "type"}))
    for person in (*table.people, eve):
        (entry,) = log(table, person, version)
        assert entry["event"] == example
        assert entry["event"]["reason"]
        assert entry["text"].endswith(".")
    assert verify(table.id) == []
    assert table.state == table.folded


def test_a_submission_is_not_made_stale_by_what_was_only_noted(table: ApiGame) -> None:
    version, action = table.game.version, table.choices()[0]
    note(table)
    note(table)
    body = {"expected_version": version, "action": action}
    assert table.awaited.post(f"{table.path}/preview", body).status_code == 200
    answer = table.awaited.post(f"{table.path}/actions", body, "1")
    assert answer.status_code == 200, answer.content
    assert answer.json()["events"][0]["sequence"] == version + 3


def test_a_submission_is_stale_after_an_action_whatever_was_noted(table: ApiGame) -> None:
    version = table.game.version
    note(table)
    table.play()
    note(table)
    body = {"expected_version": version, "action": table.choices()[0]}
    refused = table.awaited.post(f"{table.path}/actions", body, "1")
    assert problem(refused) == (409, "stale_version")
    assert refused.json()["current_version"] == table.game.version


def test_a_version_that_does_not_exist_yet_is_refused_as_such(table: ApiGame) -> None:
    body = {"expected_version": table.game.version + 1, "action": table.choices()[0]}
    refused = table.awaited.post(f"{table.path}/actions", body, "1")
    assert problem(refused) == (409, "stale_version")
    assert refused.json()["current_version"] == table.game.version
    assert refused.json()["detail"].startswith("The game does not have that version yet.")


def test_a_question_in_the_middle_of_a_turn_makes_nobody_late(ada: Person, bob: Person) -> None:
    options = {"luminaries": WITH_AUDIENCE}
    table = Asked([ada, bob], "audience", options=options)
    version = table.game.version
    note(table)
    for person in table.people:
        action = person.get(f"{table.path}/legal-actions").json()["results"][0]
        body = {"expected_version": version, "action": action}
        assert person.post(f"{table.path}/actions", body, "1").status_code == 200


def test_table_events_open_no_question_and_are_mailed_as_news(ada: Person, bob: Person) -> None:
    options = {"luminaries": WITH_AUDIENCE, "audience": "spectator"}
    table = Asked([ada, bob], "audience_spectator", options=options)
    before = list(Delivery.objects.values_list("pk", flat=True))
    note(table)
    mails = Delivery.objects.exclude(pk__in=before)
    assert {(mail.notice.kind, mail.notice.person) for mail in mails} == {
        ("table_news", person.user) for person in (ada, bob)
    }
    assert table.game.awaited == [None]
    with transaction.atomic():
        assert not timers.rebuild(table.game)


def test_table_events_come_before_the_play_they_are_noted_with(table: ApiGame) -> None:
    seat, version = table.game.awaited[0], table.game.version
    action, by = table.choices()[0], actors.house(table.game.awaited[0])
    done = play(Command(table.id, by, CommandSource.TIMER, "1", [action], noted=[LEFT]))
    assert next(event for _, event in done.stored) == LEFT
    rows = StoredEvent.objects.filter(game=table.id, sequence__gt=version).order_by("sequence")
    assert rows[0].command_id is not None
    assert {row.seat for row in rows} == {seat}
    assert table.state == table.folded


def test_the_stream_of_a_game_that_was_called_off_ends_with_it(table: ApiGame) -> None:
    version = table.game.version
    call_off(table)
    (entry,) = log(table, table.people[0], version)
    assert entry["event"] == {"type": "GameCalledOff", "reason": "consent", "seat": None}
    assert entry["by"] == table.on_seat(entry["by"]).get(table.path).json()["you"]["seat"]
    game = table.game
    assert (game.state, game.version, game.awaited) == ("called_off", version + 1, [])
    assert game.ended_at == game.moved_at
    assert verify(table.id) == []
    Game.objects.filter(pk=table.id).update(state="running", ended_at=None)
    call_command("rebuild_projections", str(table.id), verbosity=0)
    assert (table.game.state, table.game.ended_at) == ("called_off", game.ended_at)


@pytest.mark.parametrize("change", ["resigned", "out of time", "come back"])
def test_consent_to_call_off_is_asked_again_when_who_plays_changes(
    ada: Person, bob: Person, change: str
) -> None:
    table = ApiGame([ada, bob, Person()], clock="one_day", excuses=0)
    third = table.awaited
    others = [person for person in table.people if person is not third]
    if change == "come back":
        seat = third.post(f"{table.path}/leave").json()["you"]["seat"]
    for person in others[:1] if change == "come back" else others:
        assert person.post(f"{table.path}/call-off").json()["state"] == "running"
    if change == "resigned":
        table.act(third, {"type": "forfeit"})
    elif change == "come back":
        assert third.post(f"{table.path}/seats/{seat}").status_code == 200
    else:
        note_person_notified(game_id=table.id, user_id=third.user.pk)
        pass_by(table, timedelta(days=1, seconds=1))
        sweep()
    assert table.game.state == "running"
    assert not table.game.assignments.filter(wants_end=True).exists()
    for person in table.people if change == "come back" else others:
        person.post(f"{table.path}/call-off")
    assert table.game.state == "called_off"


def test_a_closed_account_leaves_with_a_reason(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob, Person()])
    leaver, version = table.people[2], table.game.version
    seat = table.game.assignments.get(user=leaver.user).number
    account_close(user=leaver.user)
    leaver.user.refresh_from_db()
    type(leaver.user).objects.filter(pk=leaver.user.pk).update(closed_at="2020-01-01T00:00Z")
    assert accounts_erase() == 1
    entries = log(table, ada, version)
    left, opened = entries[:2]
    assert left["event"] == {"type": "SeatLeft", "seat": seat, "reason": "account_closed"}
    assert opened["event"]["type"] == "SeatOpened"
    first = StoredEvent.objects.get(game=table.id, sequence=version + 1)
    assert (first.actor, first.source) == ("server", "account")


def test_nothing_is_left_to_note_of_a_game_called_off_by_consent(table: ApiGame) -> None:
    note(table, GameCalledOff(reason="consent"))
    assert table.game.state == "called_off"
    assert problem(table.act(table.people[0], {"type": "forfeit"})) == (409, "game_over")
