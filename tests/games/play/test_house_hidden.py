"""What a worker plays for a house seat does not depend on what is hidden in the stored game."""

from random import Random

import pytest
from django.db import transaction

from games.time.timer_setting import HOUSE_DELAY
from games.workers import house_choices
from illimat_core import evolve, fold, redact
from illimat_core.cards import Card, Seat
from illimat_core.events import ShownEvent
from tests.support.api_games import ApiGame, pass_by
from tests.support.people import Person
from tests.support.tampering import rewritten
from trials.dice import dice
from trials.noninterference.exchange import (
    Viewer,
    cards_in_sight,
    exchange_unseen,
    rename_event,
    seen_after,
)

pytestmark = pytest.mark.django_db

POSITIONS = 3


def house_seat(table: ApiGame) -> Seat:
    number = table.game.assignments.get(user=None).number
    assert number is not None
    return number


def hidden_cards_exchanged(table: ApiGame, random: Random) -> int:
    """Exchange whatever the house has not seen, and return how many cards and luminaries moved."""
    seat = house_seat(table)
    first, *others = table.events
    state = fold([first])
    seen: dict[Viewer, frozenset[Card]] = {seat: cards_in_sight(state, seat)}
    for event in others:
        seen = seen_after(seen, state, [event])
        state = evolve(state, event)
    swap = exchange_unseen(state, seen[seat], random)
    rewritten(table, lambda event: rename_event(event, swap))
    return sum(one != other for one, other in swap.items())


def house_plays(table: ApiGame) -> None:
    """Let a worker play what is due a little later."""
    pass_by(table, HOUSE_DELAY)
    house_choices.sweep()


def by_the_worker(table: ApiGame) -> ShownEvent:
    """Return what a worker plays for the house, and take it back."""
    with transaction.atomic():
        before = table.game.version
        house_plays(table)
        event = table.events[before]
        transaction.set_rollback(True)
    return redact(event, house_seat(table))


@pytest.mark.slow
@pytest.mark.parametrize("level", ["steady", pytest.param("strong", marks=pytest.mark.thorough)])
def test_a_worker_plays_the_same_whatever_is_hidden(ada: Person, level: str) -> None:
    options = {"mode": "standard", "luminaries": "all", "stars": "always", "rounds": 1}
    table = ApiGame([ada], seats=2, house=[level], options=options)
    random, compared = dice(level), 0
    while compared < POSITIONS:
        if table.game.awaited != [house_seat(table)]:
            table.play(compared)
            continue
        played = by_the_worker(table)
        assert hidden_cards_exchanged(table, random) > 20
        assert by_the_worker(table) == played
        house_plays(table)
        compared += 1


def test_a_card_that_the_house_sees_is_not_exchanged_in_vain(ada: Person) -> None:
    table = ApiGame([ada], seats=2, house=["beginner"])
    while table.game.awaited != [house_seat(table)]:
        table.play()
    played = by_the_worker(table)
    hand, others = (
        table.state.players[seat].hand for seat in (house_seat(table), 1 - house_seat(table))
    )
    swap: dict[str, str] = dict(zip((*hand, *others), (*others, *hand), strict=True))
    rewritten(table, lambda event: rename_event(event, swap))
    assert by_the_worker(table) != played
