"""The seasons of leagues that games belong to, as far as somebody may know of them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from accounts.models import User
from games.models import Game


class SeasonGame(NamedTuple):
    """A game's place in a season of a league.

    `title` names league, season and round in the active language; HTML isolates the names in it.
    `path` is that of the page with the table of the game's group.
    """

    season: UUID
    name: str
    league: UUID
    league_name: str
    fixture: UUID
    table: int
    division: int
    group: int
    round: int
    title: str
    path: str


SEASONS_OF: Final[list[Callable[[Sequence[UUID], User | None], Mapping[UUID, SeasonGame]]]] = []
"""Functions of apps above this one, which find the seasons of games that a person may know of.

Each takes one query, however many the games are.
"""


def seasons_of(*, games: Iterable[Game], user: User | None) -> Mapping[UUID, SeasonGame]:
    """Return the seasons of games by the games' ids; no query if no game is a league's."""
    arranged = [game.pk for game in games if game.arranged]
    found: dict[UUID, SeasonGame] = {}
    if arranged:
        for find in SEASONS_OF:
            found |= find(arranged, user)
    return found
