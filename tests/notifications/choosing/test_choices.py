"""What people chose to be told."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.models import Game
from notifications.channels import CHANNELS
from notifications.channels.email import EMAIL
from notifications.kinds import KINDS
from notifications.kinds.account import ACCOUNT
from notifications.kinds.table_news import TABLE_NEWS
from notifications.kinds.your_turn import YOUR_TURN
from notifications.models import KEY_LENGTH, Choice
from notifications.wishes.wanted import is_wanted, resolve
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def game(people: list[User]) -> Game:
    return ServiceGame(people[:2]).game


def wants(person: User, game: Game | None = None) -> bool:
    """Return whether a person wants mail about their turns."""
    return is_wanted(person=person, kind=YOUR_TURN, channel=EMAIL.key, game=game)


def choose(person: User, answer: bool, game: Game | None = None) -> None:
    Choice.objects.create(
        person=person, kind=YOUR_TURN.key, channel=EMAIL.key, game=game, wanted=answer
    )


def test_the_default_is_that_of_the_kind(people: list[User], game: Game) -> None:
    assert wants(people[0])
    assert wants(people[0], game)


def test_a_choice_for_one_game_overrides_the_choice_for_all(people: list[User], game: Game) -> None:
    ada, bob = people[:2]
    choose(ada, answer=False)
    assert not wants(ada, game)
    choose(ada, answer=True, game=game)
    assert wants(ada, game)
    assert not wants(ada)
    assert not wants(ada, ServiceGame(people[:2]).game)
    assert wants(bob, game)
    assert is_wanted(person=ada, kind=TABLE_NEWS, channel=EMAIL.key, game=None)


def test_without_mails_about_games_there_are_none_whatever_is_chosen(
    people: list[User], game: Game
) -> None:
    ada = people[0]
    ada.game_mails = False
    choose(ada, answer=True, game=game)
    assert not wants(ada, game)
    assert is_wanted(person=ada, kind=ACCOUNT, channel=EMAIL.key, game=None)


def test_a_choice_is_made_once(people: list[User], game: Game) -> None:
    for about in (None, game):
        choose(people[0], answer=True, game=about)
        with pytest.raises(IntegrityError), transaction.atomic():
            choose(people[0], answer=False, game=about)


@given(of_all=st.none() | st.booleans(), of_game=st.none() | st.booleans())
def test_the_choice_for_the_game_decides_then_the_one_for_all(
    of_all: bool | None, of_game: bool | None
) -> None:
    game_id = Game().pk
    answers = [(None, of_all), (game_id, of_game)]
    chosen = [(game, answer) for game, answer in answers if answer is not None]
    found = resolve(YOUR_TURN, EMAIL.key, chosen)
    assert found == next(each for each in (of_game, of_all, True) if each is not None)


def test_each_kind_and_channel_can_be_stored() -> None:
    for key, record in (KINDS | CHANNELS).items():
        assert key == record.key
        assert len(key) <= KEY_LENGTH
    for kind in KINDS.values():
        assert kind.channels <= CHANNELS.keys()
