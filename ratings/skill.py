"""Ratings of players: how strong they are, by their places in rated games.

Weng and Lin's Bradley-Terry model with full pairing (openskill): a game of several sides counts as
one comparison for each two of them, and sides that share a place are compared as equal. Each mode
of the game has ratings of its own. Ratings follow from the rated games in the order in which they
finished, and from nothing else: adding games one by one gives what `replay` gives for all of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from statistics import fmean
from typing import Final, NamedTuple

import msgspec
from openskill.models import BradleyTerryFull, BradleyTerryFullRating

PROVISIONAL_BELOW: Final = 5
"""Rated games, below which a rating is provisional."""
ZERO: Final = 1000
"""The careful value of somebody who has not played."""
SCALE: Final = 40
"""Points of the careful value for one unit of skill."""
DIGITS: Final = 6
"""Decimals that are kept, so that processors that round differently agree on what is stored."""

_model: Final = BradleyTerryFull()


class Rating(msgspec.Struct, frozen=True):
    """A player's skill in one mode: its mean, its standard deviation, and the rated games."""

    mu: float = 25.0
    sigma: float = 8.333333
    games: int = 0

    @property
    def value(self) -> int:
        """The careful value: the player is almost certainly stronger than this, never below 0."""
        return max(0, round(ZERO + SCALE * (self.mu - 3 * self.sigma)))

    @property
    def ceiling(self) -> int:
        """The other end of the range that begins with `value`: almost certainly not exceeded."""
        return max(0, round(ZERO + SCALE * (self.mu + 3 * self.sigma)))

    @property
    def provisional(self) -> bool:
        """Whether there are too few games to show the careful value."""
        return self.games < PROVISIONAL_BELOW


UNRATED: Final = Rating()


class PartPlayed(StrEnum):
    """What a player did in a game."""

    PLAYED = "played"  # to the end
    LEFT = "left"  # rated as last
    SUBSTITUTE = "substitute"  # took over a seat, and is not rated
    ABSENT = "absent"  # never made a decision, and is not rated


class Taker(msgspec.Struct, frozen=True):
    """A player of a rated game: whose side they were on, its final place, and their part in it.

    A level of house players may have several seats. Its change is the mean of what each would give
    without the others, so it is not compared with itself.
    Partners have the same side. Sides that share a place have the same place, the best is 1.
    """

    player: str
    side: int
    place: int
    part: PartPlayed = PartPlayed.PLAYED


class RatedGame(msgspec.Struct, frozen=True):
    """A finished game that counts for the ratings of its mode."""

    game: str
    mode: str
    takers: tuple[Taker, ...]


class SkillChange(msgspec.Struct, frozen=True):
    """What a game did to a player's rating: an entry of their history."""

    game: str
    mode: str
    player: str
    before: Rating
    after: Rating


class _Side(NamedTuple):
    """The players of a side, and its rank in the game."""

    rank: int
    players: tuple[str, ...]


def rate(ratings: Mapping[str, Rating], game: RatedGame) -> tuple[SkillChange, ...]:
    """Return how a game changes the ratings of its mode, by player.

    `ratings` has the ratings of this mode before; players who are not in it are unrated. Nothing
    changes for players who meet nobody else.
    """
    sides = _sides(game.takers)
    before = {player: ratings.get(player, UNRATED) for _, players in sides for player in players}
    after: dict[str, list[BradleyTerryFullRating]] = defaultdict(list)
    for own in sides:
        for at, player in enumerate(own.players):
            met = [side for side in sides if side is own or player not in side.players]
            if len(met) > 1:
                after[player].append(_rate_sides(before, met)[met.index(own)][at])
    return tuple(
        SkillChange(game.game, game.mode, player, before[player], _mean(before[player], news))
        for player, news in sorted(after.items())
    )


def replay(games: Iterable[RatedGame]) -> tuple[dict[tuple[str, str], Rating], list[SkillChange]]:
    """Take `games` in the order in which they finished; return ratings by mode and player."""
    ratings: dict[str, dict[str, Rating]] = {}
    history: list[SkillChange] = []
    for game in games:
        of_mode = ratings.setdefault(game.mode, {})
        changes = rate(of_mode, game)
        of_mode.update((change.player, change.after) for change in changes)
        history += changes
    found = {(mode, player): new for mode, all_ in ratings.items() for player, new in all_.items()}
    return found, history


def _sides(takers: Iterable[Taker]) -> list[_Side]:
    """Put leavers each alone, behind all others; the order does not depend on that of `takers`."""
    played = sorted(
        (taker.side, taker.place, taker.player)
        for taker in takers
        if taker.part is PartPlayed.PLAYED
    )
    sides = [
        _Side(place, tuple(player for *_, player in members))
        for (_, place), members in groupby(played, key=lambda member: member[:2])
    ]
    last = 1 + max((side.rank for side in sides), default=0)
    sides += [_Side(last, (taker.player,)) for taker in takers if taker.part is PartPlayed.LEFT]
    return sorted(sides)


def _rate_sides(
    before: Mapping[str, Rating], sides: Sequence[_Side]
) -> Sequence[Sequence[BradleyTerryFullRating]]:
    teams = [
        [_model.rating(mu=before[player].mu, sigma=before[player].sigma) for player in side.players]
        for side in sides
    ]
    return _model.rate(teams, ranks=[float(side.rank) for side in sides])


def _mean(before: Rating, after: Sequence[BradleyTerryFullRating]) -> Rating:
    """Return a rating after a game, the mean of what its seats give."""
    mu, sigma = fmean(each.mu for each in after), fmean(each.sigma for each in after)
    return Rating(_kept(mu), _kept(sigma), before.games + 1)


def _kept(number: float) -> float:
    return round(number, DIGITS)
