"""Keeping a guided game: it becomes a practice game of the person who played it."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from accounts.models import User
from games import actors
from games.actors import CommandSource
from games.clocks.controls import NoClock
from games.making import guided_game, lesson
from games.models import Game, Occupant, SeatAssignment
from games.play import beginning, house
from games.play.commands import Command, play
from games.reading.lookup import find_seats
from games.stream import dealer
from illimat_core import as_json, read_options

KEPT_AS: Final = {"visibility": Game.Visibility.LINK, "seating": Game.Seating.CHOSEN}


@transaction.atomic
def guided_keep(*, user: User, moves: Sequence[str], source: CommandSource) -> Game:
    """Make a practice game of a guided one: all turns are played again.

    Its first round has the deal of the lesson, and those after it are dealt as in every game.

    Raises GuidedError for moves that the guided game does not have, and QuotaError for a game too
    many.
    """
    course = guided_game.follow(moves)
    beginning.quotas_spend(user, solo=False)
    beginning.practice_quotas_spend(user)
    game = beginning.table_make(
        read_options(lesson.OPTIONS), NoClock(), creator=user, practice=True, **KEPT_AS
    )
    seats = {"game": game, "moved_at": game.moved_at}
    name = house.free_name(lesson.LEVEL, [])
    SeatAssignment.objects.create(number=lesson.PUPIL, user=user, **seats)
    SeatAssignment.objects.create(
        number=lesson.HOUSE, occupant=Occupant.HOUSE, level=lesson.LEVEL, name=name, **seats
    )
    assignments = find_seats(game.pk)
    beginning.deal_first(
        game,
        assignments,
        dealer.Dealer(game, 0, ""),
        actor=actors.person(user, assignments),
        source=source,
        entropy="",
        deal=guided_game.FixedDeal(),
    )
    for number, turn in enumerate(course.turns):
        key, action = f"guided {number}", as_json(turn.action)
        if turn.seat == lesson.PUPIL:
            play(Command(game.pk, user, source, key, (action,)))
        else:
            play(Command(game.pk, actors.house(turn.seat), CommandSource.TIMER, key, (action,)))
    game.refresh_from_db()
    return game
