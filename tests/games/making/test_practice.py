"""A guided game that is kept becomes a practice game, played again through the ordinary door."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.actors import CommandSource
from games.making import lesson, practice
from games.making.guided_game import GuidedError, follow
from games.making.practice import guided_keep
from games.models import Game, StoredEvent
from games.models.timers import Timer
from games.reading.lookup import find_seats
from games.reading.selectors import game_observe
from games.reading.tables import table_get
from games.stream import store
from games.workers.verification import verify
from illimat_core import redact
from illimat_core.events import RoundDealt
from quotas.records.games import PRACTICE_GAMES
from quotas.services import QuotaError
from tests.games.guided_game import TAUGHT, to_the_end

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def ada() -> User:
    """Return somebody who has just signed up."""
    return User.objects.create_user("ada", "ada@example.org")


@pytest.mark.parametrize("turns", [0, 1, len(TAUGHT), len(lesson.STEPS)])
def test_the_kept_game_stands_where_the_guided_one_stood(ada: User, turns: int) -> None:
    moves = to_the_end()[:turns]
    game = guided_keep(user=ada, moves=moves, source=CommandSource.API)
    kept, guided = store.state_of(game), follow(moves).state
    assert (kept.fields, kept.players, kept.deck) == (guided.fields, guided.players, guided.deck)
    assert kept.awaited == (lesson.PUPIL,)
    assert game.awaited == [lesson.PUPIL]


def test_it_is_a_practice_game_against_the_same_house_player(ada: User) -> None:
    game = guided_keep(user=ada, moves=TAUGHT, source=CommandSource.API)
    person, house = find_seats(game.pk)
    assert (person.user, house.name, house.level) == (ada, "Wren", "beginner")
    assert game.practice
    assert not game.rated
    assert game.state == Game.State.RUNNING
    assert game.visibility == Game.Visibility.LINK


def test_its_events_are_whole_and_say_who_acted(ada: User) -> None:
    game = guided_keep(user=ada, moves=TAUGHT, source=CommandSource.API)
    assert verify(game.pk) == []
    acted = StoredEvent.objects.filter(game=game, actor__isnull=False).order_by("sequence")
    actors = list(acted.values_list("actor", flat=True))
    assert actors == ["person", *["person", "house"] * len(TAUGHT)]


def test_nothing_is_left_for_the_house_to_do(ada: User) -> None:
    game = guided_keep(user=ada, moves=TAUGHT, source=CommandSource.API)
    assert not Timer.objects.filter(game=game, kind="house").exists()


def test_the_next_round_is_dealt_from_the_seed_of_the_game(ada: User) -> None:
    games = [guided_keep(user=ada, moves=[], source=CommandSource.API) for _ in range(2)]
    dealt: list[Any] = []
    for game in games:
        events = [event for _, event in store.read(game)]
        (first,) = [event for event in events if isinstance(event, RoundDealt)]
        dealt.append(redact(first, None))
        assert events[0].commitments  # type: ignore[attr-defined]
    assert dealt[0] == dealt[1]
    assert games[0].commitment != games[1].commitment


def test_the_game_goes_on(ada: User) -> None:
    game = guided_keep(user=ada, moves=to_the_end(), source=CommandSource.API)
    view = game_observe(table=table_get(user=ada, game_id=game.pk))
    assert view is not None
    assert [each.seat for each in view.decisions] == [lesson.PUPIL]


def test_moves_that_lead_nowhere_are_not_kept(ada: User) -> None:
    with pytest.raises(GuidedError):
        guided_keep(user=ada, moves=["sow 2Au NE"], source=CommandSource.API)
    assert not Game.objects.exists()


def test_it_counts_as_a_practice_game(ada: User, settings: Any) -> None:
    settings.QUOTAS = settings.QUOTAS | {PRACTICE_GAMES.name: 1}
    guided_keep(user=ada, moves=[], source=CommandSource.API)
    with pytest.raises(QuotaError):
        guided_keep(user=ada, moves=[], source=CommandSource.API)
    assert Game.objects.count() == 1


def test_keeping_a_whole_game_takes_a_bounded_number_of_statements(
    ada: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(250):
        practice.guided_keep(user=ada, moves=to_the_end(), source=CommandSource.API)
