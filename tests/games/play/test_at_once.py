"""Simultaneous decisions: any order of answers, and nothing shows until all have answered."""

import uuid
from functools import partial
from typing import Any

import pytest

from games.models import StoredEvent
from notifications.models import Delivery, Notice
from tests.support.asked import (
    WITH_AUDIENCE,
    WITH_GAMBLER,
    Asked,
    at_once,
    hidden_from,
    statuses,
)
from tests.support.knowledge import cards_in
from tests.support.people import Person, problem

pytestmark = [pytest.mark.both_databases, pytest.mark.locking]

KINDS = {"audience": WITH_AUDIENCE, "gambler": WITH_GAMBLER}


def asked(kind: str, players: int = 4, **members: Any) -> Asked:
    """Return a game in which all players choose cards at the same time."""
    people = [Person() for _ in range(players)]
    return Asked(people, kind, options={"luminaries": KINDS[kind]}, **members)


def choice_of(table: Asked, person: Person, number: int = -1) -> dict[str, Any]:
    found = person.get(f"{table.path}/legal-actions").json()["results"]
    chosen: dict[str, Any] = found[number]
    return chosen


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_each_answers_the_version_at_which_all_were_asked(kind: str) -> None:
    table = asked(kind)
    version, awaited = table.game.version, table.game.awaited
    assert len(awaited) > 2
    for seat in reversed(awaited):
        person = table.people[seat]
        body = {"expected_version": version, "action": choice_of(table, person)}
        assert person.post(f"{table.path}/preview", body).status_code == 200
        assert person.post(f"{table.path}/actions", body, "choice").status_code == 200
    assert table.state.pending is None or table.state.pending.kind != kind
    late = {"expected_version": version, "action": {"type": "pass"}}
    refused = table.people[awaited[0]].post(f"{table.path}/actions", late, "late")
    assert problem(refused) == (409, "stale_version")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_sees_that_a_seat_has_chosen_but_not_what(kind: str) -> None:
    table = asked(kind)
    version, (first, *rest) = table.game.version, table.game.awaited
    table.act(table.people[first], choice_of(table, table.people[first]))
    chosen = table.state.players[first].chosen
    assert chosen
    assert table.game.awaited == rest
    watcher = Person()
    for person in [*(table.people[seat] for seat in range(4) if seat != first), watcher]:
        game = person.get(table.path).json()
        waits = {player["seat"]: player["awaited"] for player in game["players"]}
        assert [seat for seat, waiting in waits.items() if waiting] == sorted(rest)
        assert game["view"]["hands"][str(first)] == len(table.state.players[first].hand)
        new = person.get(f"{table.path}/events?after={version}").json()["results"]
        assert [entry["event"] for entry in new] == [
            {"type": "DecisionAnswered", "seat": first, "kind": kind},
            {"type": "ChoiceMade", "seat": first},
        ]
    own = table.people[first].get(f"{table.path}/events?after={version}").json()["results"]
    assert own[-1]["event"]["cards"] == list(chosen)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_a_choice_is_made_once(kind: str) -> None:
    table = asked(kind)
    person = table.people[table.game.awaited[0]]
    body = {"expected_version": table.game.version, "action": choice_of(table, person)}
    assert person.post(f"{table.path}/actions", body, "1").status_code == 200
    assert problem(person.post(f"{table.path}/actions", body, "2")) == (409, "not_awaited")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_all_who_are_asked_are_told_but_the_one_who_brought_it_about(kind: str) -> None:
    table = asked(kind, made=False)
    Notice.objects.all().delete()
    table.act(table.people[table.actor], table.action)
    assert table.actor in table.game.awaited
    told = Delivery.objects.waiting().filter(notice__kind="your_turn")
    others = {table.people[seat].user for seat in table.game.awaited if seat != table.actor}
    assert {mail.notice.person for mail in told} == others
    first = next(seat for seat in table.game.awaited if seat != table.actor)
    table.act(table.people[first], choice_of(table, table.people[first]))
    assert {mail.notice.person for mail in told.all()} == others - {table.people[first].user}
    assert Notice.objects.count() == len(others)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_answer_at_the_same_moment_and_all_count(transactional_db: None, kind: str) -> None:
    table = asked(kind)
    version, awaited = table.game.version, table.game.awaited
    wishes = []
    for seat in awaited:
        person = table.people[seat]
        body = {"expected_version": version, "action": choice_of(table, person)}
        key = str(uuid.uuid4())
        wishes.append(partial(person.post, f"{table.path}/actions", body, key))
        wishes.append(partial(person.post, f"{table.path}/actions", body, key))
    answers = at_once(wishes)
    assert statuses(answers) == [200] * len(wishes)
    for first, second in zip(answers[::2], answers[1::2], strict=True):
        assert first.content == second.content
    made = StoredEvent.objects.filter(game=table.id, type="ChoiceMade")
    assert set(made.values_list("seat", flat=True)) == set(awaited)
    assert made.count() == len(awaited)
    sequences = StoredEvent.objects.filter(game=table.id).order_by("sequence")
    assert list(sequences.values_list("sequence", flat=True)) == [*range(1, table.game.version + 1)]
    assert table.state == table.folded
    assert table.state.pending is None or table.state.pending.kind != kind


@pytest.mark.parametrize("kind", KINDS)
def test_each_answer_given_at_once_shows_no_card_of_another(
    transactional_db: None, kind: str
) -> None:
    table = asked(kind)
    hidden = {seat: hidden_from(table.state, seat) for seat in table.game.awaited}
    last = table.game.awaited[-1]
    wishes = []
    for seat in table.game.awaited[:-1]:
        person = table.people[seat]
        body = {"expected_version": table.game.version, "action": choice_of(table, person)}
        wishes.append(partial(person.post, f"{table.path}/actions", body, "at-once"))
    for seat, answer in zip(hidden, at_once(wishes), strict=False):
        assert answer.status_code == 200
        assert not cards_in(answer.content.decode()) & hidden[seat]
    assert table.game.awaited == [last]


def test_of_several_spectators_who_answer_at_once_one_is_heard(transactional_db: None) -> None:
    options = {"luminaries": WITH_AUDIENCE, "audience": "spectator"}
    table = Asked([Person(), Person()], "audience_spectator", options=options)
    crowd = [Person() for _ in range(6)]
    body = {"expected_version": table.game.version, "action": choice_of(table, crowd[0])}
    answers = at_once([partial(one.post, f"{table.path}/actions", body, "me") for one in crowd])
    assert statuses(answers) == [200, *[409] * 5]
    assert {answer.json().get("code") for answer in answers} == {None, "stale_version"}
    named = StoredEvent.objects.filter(game=table.id, type="LuminaryNamed")
    assert named.count() == 1
    assert None not in table.game.awaited
