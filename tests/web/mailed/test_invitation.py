"""Answering an invitation by the links of its mail, logged out."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.blocks import block_make
from accounts.models import User
from games.actors import CommandSource
from games.clocks.controls import Bank, Control, NoClock, PerDecision, Total
from games.making.invitations import invitation_make, invitation_withdraw
from games.making.services import NewTable, game_create, game_start, seat_take
from games.models import Game, Invitation, StoredEvent
from games.play.ends import end_wish
from games.terms import time_in_words
from notifications.content.mails import compose, compose_together
from notifications.models import Choice, Delivery
from tests.support.mails import SCANNERS, links

pytestmark = [pytest.mark.django_db]
OPTIONS: dict[str, Any] = {"mode": "standard", "players": 2, "rounds": 3, "no_repeats": True}


@pytest.fixture
def game(people: list[User]) -> Game:
    """Return a private table of Ada's to which Bob is invited."""
    return game_create(
        user=people[0],
        wanted=NewTable(options=OPTIONS, visibility="private", start="by_hand", invited=["bob"]),
        source=CommandSource.API,
    )


def answer(path: str, word: str) -> Any:
    """Press a button of the page, logged out and without cookies."""
    return Client(enforce_csrf_checks=True).post(path, {"answer": word})


def seated(game: Game) -> list[str]:
    return [each.user.handle for each in game.assignments.order_by("pk") if each.user]


def test_accepting_takes_a_seat_and_a_second_time_says_so(game: Game) -> None:
    accept, decline = links(game)
    for path in (accept, accept, decline):
        page = answer(path, "accept")
        assert page.status_code == 200
        assert "You sit at this table" in page.content.decode()
    assert "You sit at this table" in answer(decline, "decline").content.decode()
    assert seated(game) == ["ada", "bob"]
    assert not Invitation.objects.exclude(declined_at=None).exists()


def test_a_game_that_an_acceptance_begins_came_from_a_page(people: list[User]) -> None:
    wanted = NewTable(options=OPTIONS, invited=["bob"])
    game = game_create(user=people[0], wanted=wanted, source=CommandSource.API)
    answer(links(game)[0], "accept")
    assert StoredEvent.objects.get(game=game, sequence=1).source == "web"


@pytest.mark.parametrize("declined", ["", "your_turn", "game_begins"])
def test_a_mail_about_the_beginning_is_promised_to_who_will_get_one(
    game: Game, people: list[User], declined: str
) -> None:
    accept, _ = links(game)
    if declined:
        Choice.objects.create(person=people[1], kind=declined, channel="email", wanted=False)
    promised = "You will get a mail when the game begins."
    assert (promised in answer(accept, "accept").content.decode()) == (not declined)
    User.objects.update(game_mails=False)
    page = Client().get(accept).content.decode()
    assert promised not in page
    assert "The game has not begun." in page


def test_declining_is_seen_at_the_table_and_can_be_taken_back(game: Game) -> None:
    accept, decline = links(game)
    for _ in range(2):
        assert "You have declined." in answer(decline, "decline").content.decode()
    assert Invitation.objects.get().declined_at
    assert seated(game) == ["ada"]
    assert "You sit at this table" in answer(accept, "accept").content.decode()


@pytest.mark.parametrize("scanner", SCANNERS)
def test_programs_that_follow_the_links_change_nothing(game: Game, scanner: str) -> None:
    for path in links(game):
        browser = Client(headers={"User-Agent": scanner})
        for method in ("GET", "HEAD", "OPTIONS"):
            assert browser.generic(method, path).status_code == 200
        assert browser.post(path).status_code == 200  # without a button
    assert seated(game) == ["ada"]
    assert Invitation.objects.get().declined_at is None


def test_page_and_mail_say_what_is_played(game: Game) -> None:
    (accept, _), delivery = links(game), Delivery.objects.get(notice__kind="invited")
    ((html, _),) = compose(delivery).alternatives
    for shown in (Client().get(accept).content.decode(), compose(delivery).body, str(html)):
        words = " ".join(shown.split())
        assert "Ada invites you to a game of Illimat" in words
        assert "tandard game for 2 players" in words
        assert "3 rounds" in words
        assert "5 days, and 12 hours more for every decision, 7 days at most" in words
        assert "A field that you harvested on your previous turn is closed to your play." in words


def test_the_links_die_with_the_invitation(game: Game, people: list[User]) -> None:
    accept, decline = links(game)
    invitation_withdraw(user=people[0], game_id=game.pk, handle="bob")
    for path, word in ((accept, "accept"), (decline, "decline")):
        assert "This invitation was withdrawn" in Client().get(path).content.decode()
        assert "This invitation was withdrawn" in answer(path, word).content.decode()
    assert seated(game) == ["ada"]
    invitation_make(user=people[0], game_id=game.pk, handle="bob")
    assert "Accept and sit down" in Client().get(accept).content.decode()


def test_the_page_says_how_it_stands(game: Game, people: list[User]) -> None:
    accept, _ = links(game)
    invitation_make(user=people[0], game_id=game.pk, handle="cy")
    seat_take(user=people[2], game_id=game.pk, source=CommandSource.API)
    assert "All seats of this table are taken." in answer(accept, "accept").content.decode()
    game_start(user=people[0], game_id=game.pk, source=CommandSource.API)
    assert "The game has begun without you" in answer(accept, "accept").content.decode()
    assert seated(game) == ["ada", "cy"]
    other = game_create(
        user=people[0], wanted=NewTable(options=OPTIONS, invited=["bob"]), source=CommandSource.API
    )
    accept = links(other)[0]
    end_wish(user=people[0], game_id=other.pk, source=CommandSource.API)
    assert "The game was called off." in answer(accept, "accept").content.decode()


def test_one_mail_with_all_news_has_the_links_too(game: Game, people: list[User]) -> None:
    game_create(
        user=people[0], wanted=NewTable(options=OPTIONS, invited=["bob"]), source=CommandSource.API
    )
    invited = Delivery.objects.filter(notice__kind="invited", channel="email")
    mail = compose_together(list(invited))
    ((html, _),) = mail.alternatives
    assert re.findall(r"^  Accept: (\S+)$", str(mail.body), re.M) == re.findall(
        r'href="([^"]+/mails/accept/[^"]+)"', str(html)
    )
    accept = re.findall(r"/mails/accept/\S+", str(mail.body))
    assert len(accept) == 2
    answer(accept[0], "accept")
    assert seated(game) == ["ada", "bob"]
    assert "or are invited to them" in str(mail.body)


def test_a_link_of_another_purpose_answers_nothing(game: Game) -> None:
    stop = re.search(r"/mails/stop/(\S+)", str(compose(Delivery.objects.get()).body))
    assert stop
    assert answer(f"/mails/accept/{stop[1]}", "accept").status_code == 404
    assert seated(game) == ["ada"]


def test_times_are_told_in_words() -> None:
    hour, day = 3_600_000_000, 86_400_000_000
    told: dict[Control, str] = {
        PerDecision(3 * day): "3 days for every decision",
        Bank(day, hour, 2 * day): "1 day, and 1 hour more for every decision, 2 days at most",
        Bank(day, 0, day): "1 day for all your decisions together",
        Total(day + hour // 2): "1 day and 30 minutes for all your decisions together",
        NoClock(60 * day): "No clock; called off after 60 days without an action",
    }
    assert {control: time_in_words(control) for control in told} == told


def test_the_page_says_who_of_the_people_there_is_blocked(people: list[User]) -> None:
    _, bob, cy = people
    game = game_create(
        user=people[0],
        wanted=NewTable(options=OPTIONS | {"players": 3}, invited=["bob"]),
        source=CommandSource.API,
    )
    seat_take(user=cy, game_id=game.pk, source=CommandSource.API)
    accept, decline = links(game)
    block_make(user=bob, blocked=cy)
    assert "You have blocked cy" in Client().get(accept).content.decode()
    refused = answer(accept, "accept")
    assert refused.status_code == 409
    assert "You have blocked cy, so you cannot sit down here." in refused.content.decode()
    assert "You have declined." in answer(decline, "decline").content.decode()


def test_the_page_does_not_say_who_blocked_the_person(people: list[User]) -> None:
    _, bob, cy = people
    game = game_create(
        user=people[0],
        wanted=NewTable(options=OPTIONS | {"players": 3}, invited=["bob"]),
        source=CommandSource.API,
    )
    seat_take(user=cy, game_id=game.pk, source=CommandSource.API)
    accept, _ = links(game)
    before = Client().get(accept).content
    block_make(user=cy, blocked=bob)
    assert Client().get(accept).content == before
    refused = answer(accept, "accept")
    assert refused.status_code == 409
    assert "You cannot sit down at this table." in refused.content.decode()
    assert "blocked" not in refused.content.decode()


def test_a_block_answers_and_withdraws_what_was_mailed(game: Game, people: list[User]) -> None:
    accept, _ = links(game)
    block_make(user=people[1], blocked=people[0])
    page = Client().get(accept).content.decode()
    assert "You have declined." in page
    assert "You have blocked ada" in page
    people[1].blocks.all().delete()
    block_make(user=people[0], blocked=people[1])
    assert "This invitation was withdrawn" in Client().get(accept).content.decode()
