"""A seat of a running game may change hands, and a former occupant sees what a spectator sees."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from games import actors
from games.actors import Actor, CommandSource, Role
from games.models import PastOccupation, SeatAssignment
from games.play.commands import Command, play
from games.workers.verification import verify
from illimat_core.events import SeatHandedToHouse, SeatOpened, SeatTaken, TableEvent
from illimat_core.messages import capitalize
from notifications.content.mails import compose
from notifications.models import Delivery
from notifications.sending.dispatch import reason_to_drop
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem

pytestmark = pytest.mark.django_db


def note(table: ApiGame, *events: TableEvent, by: Actor = actors.SERVER) -> None:
    """Record table events as the server."""
    play(Command(table.id, by, CommandSource.API, str(uuid4()), noted=events))


def hand_to_house(table: ApiGame, seat: int) -> Person:
    """Let the house take over a seat; return its former player."""
    leaver = table.on_seat(seat)
    note(table, SeatHandedToHouse(seat=seat, reason="left"))
    return leaver


def take(table: ApiGame, seat: int, person: Person) -> None:
    by = Actor(Role.PERSON, seat, person.user)
    note(table, SeatTaken(seat=seat, reason="substitute"), by=by)


def seen(table: ApiGame, person: Person) -> list[Any]:
    """Return all answers to a person about a game."""
    version = table.game.version
    paths = ("", "/events?limit=100", f"/at/{version}", f"/at/{version // 2}", "/legal-actions")
    answers = [person.get(table.path + path).json() for path in paths]
    answers[0]["you"].pop("creator")
    return answers


@pytest.mark.parametrize("substitute", [False, True])
def test_a_former_occupant_sees_what_a_spectator_sees(
    table: ApiGame, eve: Person, *, substitute: bool
) -> None:
    table.play()
    leaver = table.awaited
    assert seen(table, leaver) != seen(table, eve)
    hand_to_house(table, table.game.awaited[0])
    if substitute:
        take(table, table.game.awaited[0], Person())
    assert seen(table, leaver) == seen(table, eve)
    action = {"action": {"type": "sow", "card": "5Wi", "field": "SW"}}
    assert problem(leaver.post(f"{table.path}/preview", action)) == (403, "permission_denied")
    assert problem(table.act(leaver, action["action"])) == (403, "permission_denied")


def test_a_former_occupant_is_not_told_later_what_only_their_seat_sees(table: ApiGame) -> None:
    seat = table.game.awaited[0]
    leaver = hand_to_house(table, seat)
    version = table.game.version
    take(table, seat, Person())
    entries = leaver.get(f"{table.path}/events?after={version - 1}").json()["results"]
    assert all("cards" not in entry["event"] for entry in entries)
    assert leaver.get(table.path).json()["menu"] is None


def test_a_former_occupant_lists_the_game_no_more_and_gets_no_mail_of_it(table: ApiGame) -> None:
    table.play()  # the player who began the game gets no mail of the first turn
    seat = table.game.awaited[0]
    mail = Delivery.objects.waiting().filter(notice__person=table.on_seat(seat).user).last()
    assert mail is not None
    leaver = hand_to_house(table, seat)
    assert leaver.get("/api/v1/me/games").json()["results"] == []
    assert reason_to_drop(Delivery.objects.get(pk=mail.pk)) == "outdated"
    mails = Delivery.objects.filter(notice__person=leaver.user).count()
    for person in table.people:
        person.post(f"{table.path}/call-off")
    assert table.game.state == "called_off"
    assert Delivery.objects.filter(notice__person=leaver.user).count() == mails


def test_past_occupants_of_a_seat_are_recorded(table: ApiGame, eve: Person) -> None:
    leaver, at_house = table.on_seat(1), table.game.version + 1
    hand_to_house(table, 1)
    take(table, 1, eve)
    past = PastOccupation.objects.filter(game=table.id).values_list(
        "seat", "user", "occupant", "since", "until"
    )
    assert list(past) == [
        (1, leaver.user.pk, "player", 0, at_house),
        (1, None, "house", at_house, at_house + 1),
    ]
    now = table.game.assignments.get(number=1)
    assert (now.user, now.occupant, now.since) == (eve.user, "substitute", at_house + 1)
    assert verify(table.id) == []


def test_a_substitute_sees_the_hand_and_plays_it(table: ApiGame, eve: Person) -> None:
    seat = table.game.awaited[0]
    seen = table.on_seat(seat).get(table.path).json()["view"]
    hand_to_house(table, seat)
    take(table, seat, eve)
    table.people.append(eve)
    assert eve.get(table.path).json()["view"] == seen
    table.play()


def test_the_log_names_who_sat_there_then(table: ApiGame, eve: Person) -> None:
    seat, version = table.game.awaited[0], table.game.version
    leaver = table.awaited
    table.play()
    hand_to_house(table, seat)
    take(table, seat, eve)
    entries = eve.get(f"{table.path}/events?after={version}").json()["results"]
    texts = [entry["text"] for entry in entries if entry["text"]]
    assert texts[0].startswith(capitalize(leaver.user.handle))
    assert texts[-2:] == [
        f"The house plays seat {seat} from now on.",
        f"{capitalize(eve.user.handle)} sits down as a substitute.",
    ]


def test_a_leaver_may_still_find_a_private_table(ada: Person, bob: Person, eve: Person) -> None:
    table = ApiGame([ada, bob], visibility="private", invited=["bob"])
    table.game.invitations.all().delete()
    hand_to_house(table, next(seat for seat in (0, 1) if table.on_seat(seat) is bob))
    assert bob.get(table.path).status_code == 200
    assert eve.get(table.path).status_code == 404


def test_the_game_stands_still_while_a_seat_is_open(table: ApiGame) -> None:
    seat, action = table.game.awaited[0], table.choices()[0]
    mover = table.awaited
    note(table, SeatOpened(seat=1 - seat, days=3, reason="left"))
    refused = table.act(mover, action)
    assert problem(refused) == (409, "stands_still")
    assert problem(mover.get(f"{table.path}/legal-actions")) == (409, "stands_still")
    answer = mover.get(table.path).json()
    assert (answer["awaited"], answer["decisions"], answer["menu"]) == ([], [], None)
    assert answer["players"][1 - seat]["standing"] == "open"
    assert answer["players"][1 - seat]["until"] is not None


def test_standings_are_computed_again_from_the_events(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    note(table, SeatOpened(seat=1, days=3, reason="left"))
    right = SeatAssignment.objects.values_list("number", "standing", "until")
    before = set(right)
    call_command("rebuild_projections", str(table.id))
    assert "were wrong: 0" in capsys.readouterr().out
    SeatAssignment.objects.filter(number=1).update(standing="played", until=None)
    call_command("rebuild_projections", str(table.id))
    assert "Games that were wrong: 1" in capsys.readouterr().out
    assert set(right.all()) == before
    assert table.game.awaited == []


@pytest.mark.parametrize(
    ("members", "member"),
    [({"leavers": "shrug"}, "leavers"), ({"excuses": 11}, "excuses"), ({"excuses": -1}, "excuses")],
)
def test_a_table_says_what_follows_when_somebody_leaves(
    ada: Person, members: dict[str, Any], member: str
) -> None:
    body = {"options": {"mode": "beginner"}}
    answer = ada.post("/api/v1/games", body | members)
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [f"#/{member}"]
    answer = ada.post("/api/v1/games", body | {"leavers": "house", "excuses": 3}).json()
    assert (answer["leavers"], answer["excuses"]) == ("house", 3)
    answer = ada.post("/api/v1/games", body).json()
    assert (answer["leavers"], answer["excuses"]) == ("substitute", 1)


def test_a_mail_names_who_sat_there_at_the_time(table: ApiGame) -> None:
    table.play()
    seat = next(seat for seat in (0, 1) if seat not in table.game.awaited)
    leaver = hand_to_house(table, seat)
    reader = table.on_seat(1 - seat)
    mail = Delivery.objects.waiting().filter(notice__person=reader.user).last()
    assert mail is not None
    assert leaver.user.handle in compose(mail).body


def test_verification_finds_a_wrong_standing_and_leaves_it(table: ApiGame) -> None:
    hand_to_house(table, 1)
    row = SeatAssignment.objects.filter(game=table.id, number=1)
    right = row.get().standing
    row.update(standing="open")
    assert verify(table.game.pk) == ["Its summary is wrong: seats."]
    assert row.get().standing == "open"
    call_command("rebuild_projections", str(table.id))
    assert row.get().standing == right
    assert verify(table.game.pk) == []
