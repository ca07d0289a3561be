"""What a person is asked apart from playing, as the home page lists it."""

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game, SeatAssignment
from games.play.ends import end_wish
from games.play.leavers import game_leave
from games.play.pauses import pause_agree, pause_withdraw
from games.reading.lists import games_of
from games.reading.tables import tables_of
from illimat_core.messages import capitalize
from notifications.content.wording import moment_in
from tests.support.pages import body, browser_of
from tests.support.service_games import ServiceGame
from tests.web.forms import send

pytestmark = [pytest.mark.django_db]
Standing = SeatAssignment.Standing


def lists(user: User, state: str) -> list[Any]:
    return tables_of(user=user, games=list(games_of(user=user, filters={"state": state})))


def shown_to(user: User) -> str:
    """Return what the home page shows of invitations and questions."""
    request = RequestFactory().get("/")
    request.user = user
    shown = {
        "waiting": [SimpleNamespace(table=table) for table in lists(user, "running")],
        "invitations": [(table, "") for table in lists(user, "invited")],
    }
    page = render_to_string("web/tables_waiting.html", shown | {"user": user}, request)
    return " ".join(page.split())


def test_nothing_is_shown_to_people_whom_nobody_asks(people: list[User]) -> None:
    ServiceGame(people[:2])
    assert shown_to(people[0]) == ""


def test_an_invitation_is_accepted_where_it_is_listed(people: list[User]) -> None:
    ada, bob, _ = people
    options = {"mode": "standard", "players": 3}
    game = game_create(
        user=ada,
        wanted=NewTable(options=options, visibility="private", invited=["bob"]),
        source=CommandSource.API,
    )
    page = shown_to(bob)
    assert "You are invited" in page
    assert "Standard game for 3 players · To 17 points · The core set · 5 days" in page
    for button in ("Accept and sit down", "Decline"):
        assert f">{button}</button>" in page
    send(browser_of(bob), f"/games/{game.pk}/table", act="sit")
    assert shown_to(bob) == ""
    assert game.assignments.filter(user=bob).exists()


def test_a_question_is_shown_until_it_is_answered(people: list[User]) -> None:
    ada, bob, cy = people
    table = ServiceGame(people)
    end = timezone.now() + timedelta(days=2)
    pause_agree(user=ada, game_id=table.id, until=end, source=CommandSource.API)
    end_wish(user=cy, game_id=table.id, source=CommandSource.API)
    page = shown_to(bob)
    assert f"A pause until {end:%A, %-d %B %Y, %H:%M} (UTC) is proposed by ada." in page
    assert "Cy wishes to end the game without a winner." in page
    assert "pause" not in shown_to(ada)
    pause_agree(user=bob, game_id=table.id, source=CommandSource.API)
    pause_agree(user=cy, game_id=table.id, source=CommandSource.API)
    assert "pause" not in shown_to(bob)


def test_a_wish_is_shown_on_ones_own_board_until_it_is_taken_back(people: list[User]) -> None:
    table, ada = ServiceGame(people), browser_of(people[0])
    end = timezone.now() + timedelta(days=2)
    pause_agree(user=people[0], game_id=table.id, until=end, source=CommandSource.API)
    end_wish(user=people[0], game_id=table.id, source=CommandSource.API)
    wishes = {
        "play_on": "You wish to end the game. It ends once all who still play wish it.",
        "disagree_on_pause": f"You propose a pause until {end:%A, %-d %B %Y, %H:%M} (UTC).",
    }
    for act, sentence in wishes.items():
        ribbon = body(ada.get(f"/games/{table.id}")).partition('data-part="board"')[0]
        assert sentence in ribbon
        assert f'name="act" value="{act}"' in ribbon
        send(ada, f"/games/{table.id}/table", act=act)
        page = body(ada.get(f"/games/{table.id}"))
        assert "You have taken it back." in page
        assert sentence not in page


def test_what_is_asked_stands_above_the_board_with_a_button(people: list[User]) -> None:
    table, bob = ServiceGame(people), browser_of(people[1])
    pause_agree(
        user=people[0],
        game_id=table.id,
        until=timezone.now() + timedelta(days=2),
        source=CommandSource.API,
    )
    end_wish(user=people[2], game_id=table.id, source=CommandSource.API)
    asks = {
        "agree_on_pause": "is proposed by ada.",
        "wish_end": "Cy wishes to end the game without a winner.",
    }
    for act, sentence in asks.items():
        ribbon = body(bob.get(f"/games/{table.id}")).partition('data-part="board"')[0]
        assert sentence in ribbon
        assert f'name="act" value="{act}"' in ribbon
        send(bob, f"/games/{table.id}/table", act=act)
        assert sentence not in body(bob.get(f"/games/{table.id}"))


def test_who_agrees_to_a_withdrawn_pause_is_not_told_that_nobody_proposed_it(
    people: list[User],
) -> None:
    table = ServiceGame(people)
    pause_agree(
        user=people[0],
        game_id=table.id,
        until=timezone.now() + timedelta(days=2),
        source=CommandSource.API,
    )
    pause_withdraw(user=people[0], game_id=table.id)
    answer: Any = send(browser_of(people[1]), f"/games/{table.id}/table", act="agree_on_pause")
    page = answer.content.decode()
    assert "a proposal may have been withdrawn" in page
    assert "A pause lasts a week unless you choose otherwise, 14 days at most." in page


def test_who_joins_a_proposed_pause_agrees_to_it(people: list[User]) -> None:
    table = ServiceGame(people)
    end = timezone.now() + timedelta(days=2)
    for user in people[:2]:
        pause_agree(user=user, game_id=table.id, until=end, source=CommandSource.API)
    assert "You agree to a pause until" in body(browser_of(people[1]).get(f"/games/{table.id}"))


def test_the_ribbon_of_a_leaver_says_that_they_may_come_back(people: list[User]) -> None:
    table = ServiceGame(people[:2], leavers=Game.Leavers.HOUSE)
    for _ in range(2):  # a leaver who never made a decision would call the game off
        table.play()
    game_leave(user=people[0], game_id=table.id, source=CommandSource.API)
    page = body(browser_of(people[0]).get(f"/games/{table.id}"))
    assert page.count("You have left. You can still come back.") == 1
    ribbon = page.partition('data-part="turn"')[2].partition("</section>")[0]
    assert "You have left. You can still come back." in ribbon
    assert ">Come back</button>" in ribbon
    (seat,) = re.findall(r'name="seat" value="(\d)"', ribbon)
    send(browser_of(people[0]), f"/games/{table.id}/table", act="take_seat", seat=seat)
    assert table.game.assignments.get(user=people[0]).standing == Standing.PLAYED
    assert "take a seat" not in page


def test_a_leaver_may_come_back_and_the_opponent_may_win(people: list[User]) -> None:
    table = ServiceGame(people[:2], leavers=Game.Leavers.HOUSE)
    for _ in range(2):
        table.play()
    leaver = table.awaited
    other = next(each for each in people[:2] if each != leaver)
    game_leave(user=leaver, game_id=table.id, source=CommandSource.API)
    assert "You have left. You can still come back." in shown_to(leaver)
    offered = f"{capitalize(leaver.handle)} has left. Win now, or play on against the house."
    assert offered in shown_to(other)


def test_a_player_who_lost_their_seat_reads_that_they_left_and_finds_the_game(
    people: list[User],
) -> None:
    table = ServiceGame(people, leavers=Game.Leavers.HOUSE)
    for _ in people:
        table.play()
    leaver = browser_of(people[0])
    game_leave(user=people[0], game_id=table.id, source=CommandSource.API)
    page = body(leaver.get(f"/games/{table.id}"))
    ribbon = page.partition('data-part="turn"')[2].partition("</section>")[0]
    assert "You left this game." in ribbon
    assert "See whether you can come back" in page
    assert f"/games/{table.id}" in body(leaver.get("/games/mine?state=left"))
    assert "You left this game." not in body(browser_of(people[1]).get(f"/games/{table.id}"))


def test_the_last_person_learns_how_long_an_open_seat_makes_the_game_stand_still(
    people: list[User],
) -> None:
    table = ServiceGame(people[:2])
    for _ in range(2):
        table.play()
    game_leave(user=people[0], game_id=table.id, source=CommandSource.API)
    last = browser_of(people[1])
    until = moment_in(table.game.assignments.get(user=people[0]).until, "UTC")
    assert "If nobody takes it, you may win" in body(last.get(f"/games/{table.id}"))
    assert f"the game stands still until {until}" in body(last.get(f"/games/{table.id}/table"))
    game_leave(user=people[1], game_id=table.id, source=CommandSource.API)
    page = body(last.get(f"/games/{table.id}"))
    assert f"is open for a substitute until {until}." in page
    assert "If nobody takes it, the house plays it." in page
