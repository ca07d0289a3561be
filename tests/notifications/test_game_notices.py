"""What is told of what happens in games, and when it is no longer told."""

import re
from collections.abc import Callable
from datetime import timedelta
from itertools import permutations

import pytest

from accounts.models import User
from games.models import Game, SeatAssignment
from games.time.notified import note_person_notified
from games.workers.timers import sweep
from illimat_core.messages import capitalize
from notifications.content.mails import compose
from notifications.kinds import KINDS
from notifications.models import Delivery, Notice
from notifications.sending.deliveries import delivery_lease
from notifications.sending.dispatch import deliver
from tests.support.api_games import ApiGame, pass_by
from tests.support.mail_sink import Sink
from tests.support.mails import texts
from tests.support.people import Person

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SendAll = Callable[[], None]


@pytest.fixture
def table() -> ApiGame:
    """Return a game of three with a day for each decision, in which one missed one is excused."""
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="substitute")
    table.play()  # so that the last to sit down is not awaited
    return table


def told(person: Person) -> list[str]:
    """Return the kinds of all notices to a person, the oldest first."""
    return list(
        Notice.objects.filter(person=person.user).order_by("pk").values_list("kind", flat=True)
    )


def waiting(person: Person, kind: str) -> Delivery:
    """Return what waits for a person of a kind."""
    return Delivery.objects.waiting().get(notice__person=person.user, notice__kind=kind)


def run_out_of_time(table: ApiGame) -> Person:
    """Let somebody run out of time; return them."""
    person = table.awaited
    note_person_notified(game_id=table.id, user_id=person.user.pk)
    pass_by(table, 2 * DAY)
    sweep()
    return person


def test_an_excused_player_is_told_at_once_and_the_others_later(table: ApiGame) -> None:
    person = run_out_of_time(table)
    assert told(person)[-1] == "excused"
    assert delivery_lease(delivery_id=waiting(person, "excused").pk)
    for other in table.people:
        if other is not person:
            assert told(other)[-1] == "table_news"
            assert delivery_lease(delivery_id=waiting(other, "table_news").pk) is None


def test_an_excused_player_is_not_asked_to_play(sink: Sink, table: ApiGame) -> None:
    person = run_out_of_time(table)
    deliver(waiting(person, "excused").pk)
    (message,) = sink.taken
    for part in texts(message):
        assert "the house makes this decision for you" in " ".join(part.split())
        for words in ("Play a card", "What you can do", "Take your turn", "Waiting for"):
            assert words not in part


def test_a_loss_on_time_is_told_and_the_table_learns_of_the_open_seat() -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="substitute", excuses=0)
    table.play()
    person = run_out_of_time(table)
    assert told(person)[-1] == "lost_on_time"
    assert {told(other)[-1] for other in people if other is not person} == {"seat_open"}


def test_a_player_replaced_by_the_house_at_once_is_told_too(sink: Sink) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="house", excuses=0)
    for _ in range(3):
        table.play()
    person = run_out_of_time(table)
    deliver(waiting(person, "lost_on_time").pk)
    (message,) = sink.taken
    assert message["To"] == person.user.email
    assert message["Subject"].endswith(": lost on time")
    others = [each.user.handle for each in people if each is not person]
    for part in texts(message):
        words = " ".join(part.split())
        assert "so you have lost your seat. Waiting for" in words
        assert any(f"of Illimat with {a} and {b}, so" in words for a, b in permutations(others))
        assert "You will get a mail" not in words
        assert "because you played in this game" in words


def test_a_partner_who_lost_the_seat_reads_with_whom_and_against_whom_they_played(
    sink: Sink,
) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy", "dee")]
    options = {"mode": "teams", "players": 4}
    table = ApiGame(people, options=options, clock="one_day", leavers="house", excuses=0)
    for _ in range(4):
        table.play()
    partner = table.on_seat(((table.game.awaited[0] or 0) + 2) % 4)
    person = run_out_of_time(table)
    deliver(waiting(person, "lost_on_time").pk)
    (message,) = sink.taken
    others = {each.user.handle for each in people} - {person.user.handle, partner.user.handle}
    expected = [f"with {partner.user.handle} against {a} and {b}" for a, b in permutations(others)]
    assert any(words in message["Subject"] for words in expected)


def test_a_former_player_whose_seat_forfeits_is_told_too(sink: Sink) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="forfeit", excuses=0)
    for _ in range(3):  # a game in which a seat never decided would be called off
        table.play()
    person = run_out_of_time(table)
    deliver(waiting(person, "lost_on_time").pk)
    (message,) = sink.taken
    assert message["To"] == person.user.email
    assert message["Subject"].endswith(": lost on time")
    for part in texts(message):
        assert "because you played in this game" in " ".join(part.split())


def test_the_last_out_of_a_game_on_time_is_told_so(sink: Sink) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="forfeit", excuses=0)
    for _ in range(3):
        table.play()
    run_out_of_time(table)
    person = run_out_of_time(table)
    assert table.game.state == "finished"
    deliver(waiting(person, "lost_on_time").pk)
    (message,) = sink.taken
    assert message["Subject"].endswith(": lost on time")
    for part in texts(message):
        assert "You have lost, and the game is over." in " ".join(part.split())
    (winner,) = [each for each in people if each.user.pk not in lost_on_time()]
    assert told(winner)[-1] == "game_over"


def lost_on_time() -> set[int | None]:
    return set(Notice.objects.filter(kind="lost_on_time").values_list("person", flat=True))


def test_a_leaver_who_took_the_seat_back_is_not_told_it_was_lost(sink: Sink) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="substitute", excuses=0)
    table.play()
    person = run_out_of_time(table)
    delivery = waiting(person, "lost_on_time")
    seat = table.game.assignments.get(user=person.user).number
    answer = person.post(f"{table.path}/seats/{seat}")
    assert answer.status_code == 200, answer.content
    Delivery.objects.filter(pk=delivery.pk).update(state="waiting")
    deliver(delivery.pk)
    assert not sink.taken


def test_a_former_player_reads_what_happened_since_they_acted(sink: Sink) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="house", excuses=0)
    for _ in range(7):
        table.play()
    person = run_out_of_time(table)
    deliver(waiting(person, "lost_on_time").pk)
    (message,) = sink.taken
    text, _ = texts(message)
    news = re.findall(r"^- (\w+) (?!.*points)", text.partition("The board")[0], re.M)
    others = {capitalize(other.user.handle) for other in people} - {capitalize(person.user.handle)}
    assert "Since you last acted\n" in text
    assert news[-1] == "You"  # who miss the decision
    assert len(news) == 3
    assert set(news[:-1]) == others


def test_a_player_who_has_not_acted_yet_reads_what_happened(sink: Sink) -> None:
    people = [Person(name) for name in ("ada", "bob", "cy")]
    table = ApiGame(people, clock="one_day", leavers="house", excuses=0)
    table.play()
    if table.awaited is people[-1]:  # who sat down last began the game
        table.play()
    deliver(waiting(table.awaited, "your_turn").pk)
    (message,) = sink.taken
    for part in texts(message):
        assert "What happened" in part
        assert "Since you last acted" not in part


def test_an_invitation_is_told_until_it_is_declined(sink: Sink) -> None:
    ada, bob, cy = (Person(name) for name in ("ada", "bob", "cy"))
    table = ApiGame([ada], seats=3, visibility="private", invited=["bob", "cy"])
    assert told(bob) == told(cy) == ["invited"]
    cy.delete(f"{table.path}/invitations/me")
    for person in (bob, cy):
        deliver(waiting(person, "invited").pk)
    (message,) = sink.taken
    assert (message["To"], message["Subject"]) == (
        bob.user.email,
        "Illimat with ada: an invitation",
    )
    assert "Ada invites you to a game of Illimat" in message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    assert Delivery.objects.get(notice__person=cy.user).reason == "outdated"


@pytest.mark.parametrize(
    ("language", "alone", "with_bob"),
    [
        (
            "en",
            "Ada invites you to a game of Illimat.",
            "Ada invites you to a game of Illimat with bob.",
        ),
        (
            "de",
            "Ada lädt dich zu einer Partie Illimat ein.",
            "Ada lädt dich zu einer Partie Illimat mit bob ein.",
        ),
    ],
)
def test_an_invitation_names_who_invites_once(language: str, alone: str, with_bob: str) -> None:
    ada, bob, cy = (Person(name) for name in ("ada", "bob", "cy"))
    User.objects.filter(pk=cy.user.pk).update(language=language)
    table = ApiGame([ada], seats=4, visibility="private", invited=["bob", "cy"])
    assert alone in compose(waiting(cy, "invited")).body
    bob.post(f"{table.path}/seats")
    assert with_bob in compose(waiting(cy, "invited")).body


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "You are invited to a game of Illimat with bob."),
        ("de", "du bist zu einer Partie Illimat mit bob eingeladen."),
    ],
)
def test_an_invitation_reads_well_when_its_creator_is_gone(language: str, words: str) -> None:
    ada, bob, cy = (Person(name) for name in ("ada", "bob", "cy"))
    User.objects.filter(pk=cy.user.pk).update(language=language)
    table = ApiGame([ada], seats=4, visibility="private", invited=["bob", "cy"])
    bob.post(f"{table.path}/seats")
    SeatAssignment.objects.filter(game=table.id, user=ada.user).delete()
    Game.objects.filter(pk=table.id).update(creator=None)
    assert words in compose(waiting(cy, "invited")).body


def test_an_invitation_is_not_told_to_who_has_sat_down_already() -> None:
    ada, bob = Person("ada"), Person("bob")
    table = ApiGame([ada], seats=3, visibility="private", invited=["bob"])
    delivery = waiting(bob, "invited")
    bob.post(f"{table.path}/seats")
    deliver(delivery.pk)
    delivery.refresh_from_db()
    assert delivery.state == "superseded"


@pytest.mark.slow
def test_a_round_is_told_to_those_whom_it_gives_no_turn() -> None:
    ada, bob, cy = (Person(name) for name in ("ada", "bob", "cy"))
    table = ApiGame([ada, bob, cy], options={"mode": "beginner", "players": 3, "rounds": 2})
    while table.game.round == 1:
        actor = table.awaited
        table.play()
    others = [person for person in table.people if person not in (actor, table.awaited)]
    assert others
    assert {told(person)[-1] for person in others} == {"round_scored"}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.key)
def test_every_kind_that_can_be_declined_says_what_it_tells(kind: object) -> None:
    record = KINDS[kind.key]  # type: ignore[attr-defined]
    assert bool(record.opening or record.letter) == record.declinable
    assert bool(record.letter) == bool(record.topic)
