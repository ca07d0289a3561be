"""Response bodies about ratings."""

from collections.abc import Iterable
from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import Struct

from accounts.models import User
from api.schemas import Moment, NextPage
from games.models import Game
from illimat_core.annotations import says
from ratings import models, skill
from ratings.skill import PartPlayed

VALUE: Final = (
    "The number to show: the player is almost certainly stronger than this. Null while the rating "
    "is provisional, below five rated games."
)


class Strength(Struct, frozen=True, kw_only=True):
    """How strong a player is."""

    value: Annotated[int | None, says(VALUE)]
    mean: Annotated[float, says("The mean of the skill; 25 for a new player.")]
    deviation: Annotated[float, says("The standard deviation of the skill.")]
    games: Annotated[int, says("The number of rated games.")]


class ModeRating(Strength, frozen=True, kw_only=True):
    """A person's rating at one mode."""

    mode: str
    provisional: Annotated[bool, says("Whether there are fewer than five rated games.")]


class Ratings(Struct, frozen=True, kw_only=True):
    """A person's ratings, by mode."""

    handle: str
    results: list[ModeRating]


class RatingChange(Struct, frozen=True, kw_only=True):
    """What a rated game did to a person's rating."""

    game: Annotated[
        UUID | None,
        says("The id of the game; null if it is not public, unless you ask for your own history."),
    ]
    at: Annotated[Moment | None, says("When the game ended.")]
    players: Annotated[int, says("The number of players.")]
    place: Annotated[
        int | None,
        says(
            "The person's place, or that of their team. Null if they left the game: then they are "
            "rated as last."
        ),
    ]
    before: Strength
    after: Strength


class RatingChangePage(Struct, frozen=True, kw_only=True):
    """A page of the history of a rating."""

    results: list[RatingChange]
    next: NextPage


class Leader(Struct, frozen=True, kw_only=True):
    """A person on a leaderboard."""

    place: Annotated[int, says("The place; people with the same value share it.")]
    handle: str
    value: Annotated[int, says("The number to show, by which the leaderboard is ordered.")]
    games: Annotated[int, says("The number of rated games.")]


class Leaderboard(Struct, frozen=True, kw_only=True):
    """A page of the people with the best ratings at a mode."""

    results: list[Leader]
    next: NextPage


class HouseRating(Strength, frozen=True, kw_only=True):
    """How strong a level of house players is, among those who play with the house."""

    level: str
    provisional: Annotated[bool, says("Whether there are fewer than five rated games.")]


class HouseRatings(Struct, frozen=True, kw_only=True):
    """The ratings of the levels of house players at a mode, the best first."""

    results: list[HouseRating]


def ratings(user: User, found: Iterable[models.Rating]) -> Ratings:
    results = [
        ModeRating(**_numbers(each.strength), mode=each.mode, provisional=each.strength.provisional)
        for each in found
    ]
    return Ratings(handle=user.handle, results=results)


def change(seat: models.RatedSeat, *, own: bool) -> RatingChange:
    """Return what a game did to a rating; `own` says whether its owner asks."""
    public = seat.game.visibility == Game.Visibility.PUBLIC
    return RatingChange(
        game=seat.game_id if own or public else None,
        at=seat.game.ended_at,
        players=seat.game.seats,
        place=None if seat.part == PartPlayed.LEFT else seat.place,
        before=Strength(**_numbers(seat.before or skill.UNRATED)),
        after=Strength(**_numbers(seat.after or skill.UNRATED)),
    )


def leader(place: int, rating: models.Rating) -> Leader:
    handle = rating.user.handle if rating.user else ""
    return Leader(place=place, handle=handle, value=rating.value, games=rating.games)


def house_ratings(found: Iterable[models.Rating]) -> HouseRatings:
    results = [
        HouseRating(
            **_numbers(each.strength), level=each.level, provisional=each.strength.provisional
        )
        for each in found
    ]
    return HouseRatings(results=results)


def _numbers(rating: skill.Rating) -> dict[str, Any]:
    value = None if rating.provisional else rating.value
    return {"value": value, "mean": rating.mu, "deviation": rating.sigma, "games": rating.games}
