"""An account closed by its owner is hidden from everybody, and deleted a week later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import CLOSED_KEPT, account_close, accounts_erase
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from games.models import Game
from notifications.models import Delivery
from notifications.sending.dispatch import reason_to_drop
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "bob", "cy")]


def erase(user: User) -> None:
    """Close an account and let a week pass."""
    account_close(user=user)
    assert accounts_erase() == 0
    User.objects.filter(pk=user.pk).update(closed_at=timezone.now() - CLOSED_KEPT - timedelta(1))
    assert accounts_erase() == 1


def test_it_leaves_running_games_and_an_unnamed_seat_that_is_open(people: list[User]) -> None:
    table = ServiceGame(people)
    user = table.person(1)
    erase(user)
    seat = table.game.assignments.get(number=1)
    assert (seat.user, seat.standing) == (None, "open")


def test_where_leavers_forfeit_the_last_but_one_who_goes_ends_the_game(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    Game.objects.update(leavers="forfeit")
    table.play()
    table.play()
    erase(people[0])
    assert table.state.over


def test_tables_that_wait_are_called_off_or_left(people: list[User]) -> None:
    ada, bob, _ = people
    own = game_create(user=ada, wanted=NewTable(options={}), source=CommandSource.API)
    others = game_create(
        user=bob, wanted=NewTable(options={"players": 3}), source=CommandSource.API
    )
    others.assignments.create(user=ada)
    erase(ada)
    assert Game.objects.get(pk=own.pk).state == Game.State.CALLED_OFF
    assert [seat.user for seat in others.assignments.all()] == [bob]


def test_closing_an_account_after_a_forfeit_changes_no_game(people: list[User]) -> None:
    table = ServiceGame(people)
    table.forfeit(people[0])
    version = table.game.version
    erase(people[0])
    assert table.game.version == version


def test_somebody_who_is_gone_gets_no_turn_mail(people: list[User]) -> None:
    table = ServiceGame(people)
    mail = Delivery.objects.waiting().filter(notice__person=table.person(1)).first()
    assert mail is not None
    assert reason_to_drop(mail) is None
    account_close(user=table.person(1))
    assert reason_to_drop(Delivery.objects.get(pk=mail.pk)) == "absent"


def test_an_account_is_not_erased_after_a_change_of_mind(people: list[User]) -> None:
    account_close(user=people[0])
    User.objects.filter(pk=people[0].pk).update(closed_at=None)
    assert accounts_erase() == 0
