"""Rated games: what their start and end do to the ratings of those who play.

Both happen in the transaction of the events, under the game's lock. Ratings are locked after games,
in the order of their ids, so that games which end at the same moment do not wait for each other in
a circle. A transaction that ends several games locks them all first.
"""

from collections.abc import Iterable, Mapping, Sequence

from games.models import Game, SeatAssignment
from illimat_core.cards import Seat
from ratings import skill
from ratings.models import RatedGame, RatedSeat, Rating
from ratings.results import StarterResult, results_of, side_of

RESULT = ("rated_game", "place", "part")
NUMBERS = ("mean_before", "deviation_before", "mean", "deviation", "games")
SKILL = ("mean", "deviation", "games", "value")


def rated_game_begin(game: Game, assignments: Sequence[SeatAssignment]) -> None:
    """Note for which ratings the seats of a game are played, also if their people leave it."""
    people = {
        each.user_id: each.number
        for each in assignments
        if each.user_id is not None and each.number is not None
    }
    # In one order, for people who play their first games of a mode at the same moment
    new = [Rating(user_id=user_id, mode=game.mode) for user_id in sorted(people)]
    Rating.objects.bulk_create(new, ignore_conflicts=True)
    known = Rating.objects.filter(mode=game.mode, house=False, user__in=people)
    ratings = known.values_list("user_id", "pk")
    RatedSeat.objects.bulk_create(
        RatedSeat(game=game, seat=people[user_id], rating_id=rating_id)
        for user_id, rating_id in ratings
    )


def rated_game_end(game: Game) -> None:
    """Rate those who began a game by its result; a game without one changes nothing."""
    results = results_of(game)
    if results:
        results_rate(game, results)


def results_rate(game: Game, results: Mapping[Seat, StarterResult]) -> None:
    seats = list(RatedSeat.objects.filter(game=game).order_by("seat"))
    ids = [seat.rating_id for seat in seats]
    locked = Rating.objects.filter(pk__in=ids).order_by("pk").select_for_update(no_key=True)
    ratings = {rating.pk: rating for rating in locked}
    ended = RatedGame.objects.create(game=game)
    for seat in seats:
        seat.rated_game = ended
        seat.place, seat.part = result_for(ratings[seat.rating_id], results[seat.seat])
    known = {str(rating.pk): rating.strength for rating in ratings.values()}
    for seat, change in rating_changes(game.mode, seats, known):
        seat.note(change)
        if change is not None:
            ratings[seat.rating_id].strength = change.after
    RatedSeat.objects.bulk_update(seats, [*RESULT, *NUMBERS])
    Rating.objects.bulk_update(ratings.values(), SKILL)


def result_for(rating: Rating, result: StarterResult) -> StarterResult:
    """Return the result of a seat for a rating; a house player always plays to the end."""
    return result._replace(part=skill.PartPlayed.PLAYED) if rating.level else result


def rating_changes(
    mode: str, seats: Sequence[RatedSeat], known: dict[str, skill.Rating]
) -> Iterable[tuple[RatedSeat, skill.SkillChange | None]]:
    """Return what a game does to the rating of each of its seats; None if unrated.

    `seats` have their places and parts. `known` are the ratings of the mode before, by the id of
    their row; those that are missing are unrated.
    """
    takers = tuple(
        skill.Taker(
            str(seat.rating_id),
            side_of(mode, seat.seat),
            seat.place or 0,
            skill.PartPlayed(seat.part),
        )
        for seat in seats
    )
    game = skill.RatedGame(str(seats[0].game_id), mode, takers)
    changed = {change.player: change for change in skill.rate(known, game)}
    return [(seat, changed.get(str(seat.rating_id))) for seat in seats]
