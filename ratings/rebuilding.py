"""Computing all ratings again: first the results of rated games, then what follows from them."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q

from games.models import Game, SeatAssignment
from ratings import skill
from ratings.house_games import house_game_rate
from ratings.models import RatedGame, RatedSeat, Rating
from ratings.rated_games import NUMBERS, SKILL, rated_game_end, rating_changes, result_for
from ratings.results import RATED_MODES, results_of

BATCH: Final = 500  # rows that one statement writes
LOCK: Final = "LOCK TABLE ratings_rating IN SHARE ROW EXCLUSIVE MODE"


def games_unrated() -> Iterator[Game]:
    """Yield the finished games that are to be rated and were not, in the order they ended.

    Games with house players that wait to be rated are left out.
    """
    levels = SeatAssignment.objects.filter(game=OuterRef("pk")).exclude(level="")
    with_house = Q(Exists(levels), mode__in=RATED_MODES, waiting_to_be_rated=None)
    ended = Game.objects.filter(state=Game.State.FINISHED, rated_game=None)
    yield from ended.filter(Q(rated=True) | with_house).order_by("ended_at", "pk").iterator(BATCH)


def is_missed(game: Game) -> bool:
    """Return whether a game that was not rated has a result, so that it should have been.

    Raises DamagedStreamError and GameFrozenError if its events are not as they were written.
    """
    return bool(results_of(game))


@transaction.atomic
def game_rate(game: Game) -> None:
    """Rate a game that was missed, as the last that ended."""
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    if not locked.rated:
        house_game_rate(locked)
    elif not RatedGame.objects.filter(game=locked).exists():
        rated_game_end(locked)


@transaction.atomic
def result_rebuild(rated: RatedGame, *, save: bool) -> bool:
    """Read the result of a rated game from its events; return whether the stored one is wrong.

    Raises DamagedStreamError and GameFrozenError if its events are not as they were written.
    """
    results, wrong = results_of(rated.game), []
    for seat in RatedSeat.objects.filter(game_id=rated.game_id).select_related("rating"):
        place, part = result_for(seat.rating, results[seat.seat])
        if (seat.rated_game_id, seat.place, seat.part) != (rated.pk, place, part):
            seat.rated_game, seat.place, seat.part = rated, place, part
            wrong.append(seat)
    if save:
        RatedSeat.objects.bulk_update(wrong, ["rated_game", "place", "part"])
    return bool(wrong)


@transaction.atomic
def mode_rebuild(
    mode: str, *, save: bool, house: bool = False
) -> tuple[list[RatedSeat], list[Rating]]:
    """Replay the rated games of a mode in their order; return the seats and ratings that are wrong.

    With `house`, these are the games with house players, otherwise those between people. No game of
    any mode can begin or end with a rating meanwhile.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(LOCK)
    known: dict[str, skill.Rating] = {}
    seats = []
    for played in _games_of(mode, house=house):
        for seat, change in rating_changes(mode, played, known):
            if change is not None:
                known[change.player] = change.after
            if seat.note(change):
                seats.append(seat)
    ratings = []
    for rating in Rating.objects.filter(mode=mode, house=house).order_by("pk"):
        right = known.get(str(rating.pk), skill.UNRATED)
        if (rating.strength, rating.value) != (right, right.value):
            rating.strength = right
            ratings.append(rating)
    if save:
        RatedSeat.objects.bulk_update(seats, NUMBERS, BATCH)
        Rating.objects.bulk_update(ratings, SKILL, BATCH)
    return seats, ratings


def _games_of(mode: str, *, house: bool) -> Iterable[list[RatedSeat]]:
    """Yield the seats of each rated game of a mode, in the order in which the games ended."""
    of_mode = RatedSeat.objects.filter(rating__mode=mode, rating__house=house)
    ended = of_mode.filter(rated_game__isnull=False)
    seats = ended.order_by("rated_game", "seat").iterator(BATCH)
    for _, played in groupby(seats, lambda seat: seat.rated_game_id):
        yield list(played)
