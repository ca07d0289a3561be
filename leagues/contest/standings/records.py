"""What standings are computed from: a season's rules, entrants, tables and results."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import chain, pairwise, product
from typing import Final, NamedTuple

import msgspec

from illimat_core.records import converter
from leagues.contest.errors import LeagueError
from leagues.contest.standings.presets import BYES, TIES, USUAL_BYE, USUAL_TIES

NOTHING: Final = Fraction(0)
TWO: Final = 2


class Scale(msgspec.Struct, frozen=True):
    """The points at a table by place, the first place first.

    Those who share places share the mean of the points for them. If all share the first place, each
    gets `drawn` instead, if that is given. Raises LeagueError for points that are negative, or
    more for a worse place.
    """

    places: tuple[int | Fraction, ...]
    drawn: int | None = None

    def __post_init__(self) -> None:
        if min(self.places, default=-1) < 0 or (self.drawn or 0) < 0:
            raise LeagueError("points", "Points for a place are 0 or more.")
        if sorted(self.places, reverse=True) != list(self.places):
            raise LeagueError("points", "A better place must not give fewer points.")

    @property
    def most(self) -> int | Fraction:
        """The most that one can get at a table."""
        return max(self.places[0], self.drawn or 0)

    @property
    def total(self) -> Fraction:
        """The most that all at a table get together."""
        return max(Fraction(sum(self.places)), Fraction(len(self.places) * (self.drawn or 0)))

    @property
    def given(self) -> Sequence[tuple[Fraction, ...]]:
        """What a game can give at the table, the most first: for each way to share places."""
        return _given(self)

    def of(self, place: int, sharing: int) -> Fraction:
        """Return the points for a place that `sharing` seats share."""
        if sharing == len(self.places) and self.drawn is not None:
            return Fraction(self.drawn)
        shared = self.places[place - 1 : place - 1 + sharing]
        return Fraction(sum(shared), sharing)

    def for_table(self, at_table: int) -> "Scale":
        """Return the scale of a table of another size, with the same mean.

        A place gets the mean of those that it stands for: the first of three stands for the first
        of four and a third of the second.
        """
        size = len(self.places)
        means = (
            Fraction(
                sum(self.places[part // at_table] for part in range(first, first + size)), size
            )
            for first in range(0, size * at_table, size)
        )
        return Scale(tuple(means), self.drawn)


@lru_cache(maxsize=100)
def _given(scale: Scale) -> Sequence[tuple[Fraction, ...]]:
    size = len(scale.places)
    found = []
    for parted in product((False, True), repeat=size - 1):
        firsts = [0, *(place for place, parts in enumerate(parted, 1) if parts), size]
        shared = [(first, after - first) for first, after in pairwise(firsts)]
        points = ((scale.of(first + 1, sharing),) * sharing for first, sharing in shared)
        found.append(tuple(chain.from_iterable(points)))
    return found


def place_scale(at_table: int) -> Scale:
    """Return the scale that gives 1 for the first place at a table of any size, 0 for the last."""
    return Scale(
        tuple(Fraction(at_table - place, at_table - 1) for place in range(1, at_table + 1))
    )


USUAL_SCALES: Final = {2: Scale((3, 0)), 3: Scale((10, 5, 1)), 4: Scale((10, 6, 3, 1))}
"""By the entrants at a table."""


class PointRules(msgspec.Struct, frozen=True):
    """What games are worth in a season.

    `scales` are by the entrants at a table. `substitute` is the share of a place's points that a
    substitute gets, and `bye` the points for a round without a game. Where places decide before
    points, a bye is worth `bye_by_place`. `ties` is one of `TIES`.
    """

    scales: dict[int, Scale] = msgspec.field(default_factory=USUAL_SCALES.copy)
    substitute: Fraction = Fraction(1)
    bye: Fraction = NOTHING
    bye_by_place: Fraction = BYES[USUAL_BYE]((1, 0))
    ties: tuple[str, ...] = TIES[USUAL_TIES]

    def scale(self, at_table: int) -> Scale:
        """Return the scale of a table. Raises LeagueError if the rules have none for its size."""
        scale = self.scales.get(at_table)
        if scale is None or len(scale.places) != at_table:
            raise LeagueError(
                "points",
                "The season's rules give no points for a table of {entrants}.",
                entrants=at_table,
            )
        return scale


class Contestant(msgspec.Struct, frozen=True):
    """An entrant of a season, or a substitute.

    `substitute` is who took over all open games of an entrant who withdrew.
    """

    id: str
    withdrawn: bool = False
    substitute: str | None = None


class FixtureRecord(msgspec.Struct, frozen=True):
    """A table that was paired: its id, and its entrants in the order of their seats.

    `round` is 1 for all in formats whose rounds are played at the same time.
    """

    id: str
    entrants: tuple[str, ...]
    round: int = 1


class ByeRecord(msgspec.Struct, frozen=True):
    """A round in which an entrant does not play."""

    entrant: str
    round: int = 1


class ResultKind(StrEnum):
    """How a game ended."""

    FINISHED = "finished"
    ADJUDICATED = "adjudicated"  # by score or by place
    VOID = "void"  # and counts for nobody


class SeatResult(msgspec.Struct, frozen=True):
    """How a seat of a game finished, by any player, and whether its entrant had left.

    A `no_show` left without a decision, and nobody else made one for them but the house.
    """

    place: int
    score: int = 0
    left: bool = False
    substitute: str | None = None
    no_show: bool = False


read_seats = converter(tuple[SeatResult, ...])


class ResultRecord(msgspec.Struct, frozen=True):
    """The result of a table: its seats in order, none if it is void.

    Of several results of a table, the one with the greatest `revision` counts. `stayed` is who was
    to play a void game of two, if nobody was to play for the other any more.
    """

    table: str
    seats: tuple[SeatResult, ...] = ()
    kind: ResultKind = ResultKind.FINISHED
    revision: int = 0
    stayed: str | None = None

    @property
    def is_walkover(self) -> bool:
        """Whether one of two never played, so that there is nothing to compare scores with."""
        return len(self.seats) == TWO and any(seat.no_show for seat in self.seats)


class GroupKey(NamedTuple):
    """A group of a division; both are numbered from 0."""

    division: int
    group: int


class GroupRecord(msgspec.Struct, frozen=True, kw_only=True):
    """All that standings depend on, of a division or a group.

    `games` is how many each entrant is to play in all; 0 means those that are paired. `rounds_left`
    is the number of rounds that are not yet paired. `key` is the key of the season's lots
    (`leagues.contest.lots`), which decide nothing until the season is over and they are `drawn`.
    """

    members: tuple[Contestant, ...]
    fixtures: tuple[FixtureRecord, ...]
    results: tuple[ResultRecord, ...]
    key: bytes
    rules: PointRules = PointRules()
    games: int = 0
    rounds_left: int = 0
    drawn: bool = False
    byes: tuple[ByeRecord, ...] = ()

    @property
    def compensates(self) -> bool:
        """Whether games of two that somebody drops out of give the other what byes do: in Swiss."""
        return self.games > 0

    def given(self, at_table: int) -> tuple[tuple[Fraction, ...], ...]:
        """Return what a game can give at a table, in any order, unless it is void for all."""
        return (*self.rules.scale(at_table).given, *self.dropped_out(at_table))

    def dropped_out(self, at_table: int) -> Sequence[tuple[Fraction, Fraction]]:
        """Return what a void game can give one, and the other, who dropped out, if anything."""
        return [(self.rules.bye, NOTHING)] if self.compensates and at_table == TWO else []

    @property
    def mixed(self) -> bool:
        """Whether tables have different sizes, so that places decide before points."""
        return len({len(fixture.entrants) for fixture in self.fixtures}) > 1

    @property
    def may_mix(self) -> bool:
        """Whether rounds to come may have tables of another size."""
        return self.rounds_left > 0 and len(self.rules.scales) > 1

    @property
    def by_place(self) -> "GroupRecord":
        """The same season, in which points are what `place_scale` says."""
        scales = {size: place_scale(size) for size in self.rules.scales}
        bye = self.rules.bye_by_place
        rules = msgspec.structs.replace(self.rules, scales=scales, bye=bye)
        return msgspec.structs.replace(self, rules=rules)
