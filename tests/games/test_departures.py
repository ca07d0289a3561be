"""A person who cannot play leaves open tables at once, so that no game begins with them."""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import User
from accounts.services import account_close, accounts_erase
from accounts.staff.suspensions import account_suspend
from games.actors import CommandSource
from games.making.services import NewTable, game_create, seat_take
from games.play.vacancies import open_seat_take
from games.refusals import NotAllowedError
from tests.support.api_games import ApiGame
from tests.support.people import Person, staff

pytestmark = pytest.mark.django_db
LONG_AGO = "2020-01-01T00:00Z"
End = Callable[[User], None]


def close(user: User) -> None:
    """Close an account as its owner does."""
    account_close(user=user)


def suspend(user: User) -> None:
    """Suspend an account as staff do."""
    account_suspend(by=staff().user, user=user, reason="Rude.")
    user.refresh_from_db()
    assert not user.is_active


def erase(user: User) -> None:
    """Delete an account that was closed a week ago, though it has never left its tables."""
    User.objects.filter(pk=user.pk).update(closed_at=LONG_AGO)
    assert accounts_erase() == 1


every_end = pytest.mark.parametrize("end", [close, suspend, erase])


@every_end
def test_a_guest_who_cannot_play_gives_up_the_seat(
    ada: Person, bob: Person, eve: Person, end: End
) -> None:
    table = ApiGame([ada, bob], seats=3)
    end(bob.user)
    (left,) = table.game.assignments.all()
    assert left.user == ada.user
    for person in (eve, Person()):
        assert person.post(f"{table.path}/seats").status_code == 200
    assert table.game.state == "running"


@every_end
def test_the_table_of_a_maker_who_cannot_play_is_called_off(
    ada: Person, bob: Person, end: End
) -> None:
    table = ApiGame([ada, bob], seats=3)
    end(ada.user)
    assert table.game.state == "called_off"


def test_somebody_who_comes_back_may_sit_down_again(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=3)
    close(bob.user)
    User.objects.filter(pk=bob.user.pk).update(closed_at=None)
    bob.client.force_login(bob.user)
    assert bob.post(f"{table.path}/seats").status_code == 200


@pytest.mark.parametrize("end", [close, suspend])
def test_an_account_that_cannot_be_used_gets_no_seat(ada: Person, bob: Person, end: End) -> None:
    open_table, running = ApiGame([ada], seats=2), ApiGame([ada, Person()])
    leaver = running.people[1]
    seat = running.game.assignments.get(user=leaver.user).number or 0
    assert leaver.post(f"{running.path}/leave").status_code == 200
    end(bob.user)
    options = {"mode": "beginner", "players": 2}
    for act in (
        partial(seat_take, game_id=open_table.id, source=CommandSource.API),
        partial(open_seat_take, game_id=running.id, seat=seat, source=CommandSource.API),
        partial(game_create, wanted=NewTable(options=options), source=CommandSource.API),
    ):
        with pytest.raises(NotAllowedError, match="cannot be used"):
            act(user=bob.user)
