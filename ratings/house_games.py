"""Games with house players are rated apart: in ratings of their own, which change no others.

The levels' ratings are in nearly every such game, so they are locked by nobody who plays: a game
that ends is noted, and a task rates it, one game to a transaction.
"""

import logging
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db import transaction

from api.leases import lock_unlocked
from games.models import Game, PastOccupation, SeatAssignment
from games.refusals import DamagedStreamError, GameFrozenError
from games.seats.occupants import house_from_start
from ratings.models import RatedGame, RatedSeat, Rating, WaitingGame
from ratings.rated_games import results_rate
from ratings.results import RATED_MODES, results_of

AT_ONCE: Final = 200  # games that one run of the task rates

logger = logging.getLogger(__name__)


def house_game_note(game: Game, assignments: Sequence[SeatAssignment]) -> None:
    """Note that a game has ended, if the house had a seat in it from the start."""
    if house_from_start(assignments) and game.mode in RATED_MODES:
        WaitingGame.objects.create(game=game)


def waiting_rate() -> int:
    """Rate some games that wait for it, in the order in which they ended; return how many.

    A game whose events are damaged is left to `manage.py rebuild_ratings`.
    """
    keys = WaitingGame.objects.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    return sum(_rate(key) for key in list(keys))


def house_game_rate(game: Game) -> None:
    """Rate those who began a game with house players, as the last that ended.

    A game without a result changes nothing. Raises DamagedStreamError and GameFrozenError.
    """
    results = results_of(game)
    if not results or RatedGame.objects.filter(game=game).exists():
        return
    # In one order, for players whose first games of a mode are rated at the same moment
    starters = sorted(_starters(game), key=lambda starter: str(starter[1]))
    ratings = {
        seat: Rating.objects.get_or_create(mode=game.mode, house=True, **player)[0]
        for seat, player in starters
    }
    RatedSeat.objects.bulk_create(
        RatedSeat(game=game, seat=seat, rating=rating) for seat, rating in sorted(ratings.items())
    )
    results_rate(game, results)


@transaction.atomic
def _rate(key: int) -> bool:
    """Rate a game unless somebody else does; return whether it no longer waits."""
    noted = WaitingGame.objects.select_related("game").filter(pk=key)
    waiting = lock_unlocked(noted).first()
    if waiting is None:
        return False
    try:
        with transaction.atomic():
            house_game_rate(waiting.game)
    except (DamagedStreamError, GameFrozenError) as error:
        logger.warning("A game was not rated: %s", error, extra={"game": str(waiting.game_id)})
    waiting.delete()
    return True


def _starters(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield who began each seat; accounts that are deleted by now are left out."""
    past = PastOccupation.objects.filter(game=game, since=0)
    first = dict(past.values_list("seat", "user"))
    for each in SeatAssignment.objects.filter(game=game):
        if each.number is None:
            continue
        if each.level:
            yield each.number, {"level": each.level}
        elif user := first.get(each.number, None if each.since else each.user_id):
            yield each.number, {"user_id": user}
