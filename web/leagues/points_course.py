"""How the points of the first entrants of a group and one's own grew: drawn, and in numbers."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import chain
from math import ceil
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from illimat_core.picture import PAGE, Runner, race
from leagues.models import Season
from leagues.reading.overview import (
    RowWithOutcome,
    byes_of,
    fixtures_of,
    points_of_byes,
    results_of,
)
from leagues.season.declared_rules import rules_of
from leagues.season.people import names_of
from leagues.season.wording import format_number
from web.leagues.standings_words import day_in

MOST: Final = 8  # lines that can be told apart
DATES: Final = 8  # checkpoints of a course without rounds
FEWEST: Final = 2  # checkpoints that make a course


class Got(NamedTuple):
    """Points that a game or a bye gave an entrant, and the end of the game."""

    round: int
    at: datetime | None
    points: Fraction


class Checkpoint(NamedTuple):
    """A round or a date: what it is called, and which points had been got by its end."""

    name: str
    last: int | datetime

    def counts(self, got: Got) -> bool:
        """Return whether points had been got by then; those of byes without dates had."""
        if isinstance(self.last, int):
            return got.round <= self.last
        return got.at is None or got.at <= self.last


class PointsCourse(NamedTuple):
    """The points of some entrants at each checkpoint: drawn, and by place and entrant in words."""

    drawn: SafeString
    checkpoints: Sequence[str]
    ways: Sequence[tuple[int, str, Sequence[str]]]


def course_of(
    season: Season, rows: Sequence[RowWithOutcome], own: str, zone: ZoneInfo
) -> PointsCourse | None:
    """Return the course of the first of some rows of the standings, and of one's own.

    It goes from round to round if each is paired by the results of those before, otherwise from
    date to date; None before it has two checkpoints. It takes six queries.
    """
    by_round = rules_of(season).by_round
    if by_round and season.round < FEWEST:
        return None
    shown = _shown(rows, own)
    got = _got(season, shown)
    every = list(chain.from_iterable(got.values()))
    checkpoints = _rounds(every) if by_round else _dates(every, zone)
    if len(checkpoints) < FEWEST:
        return None
    names = names_of(got)
    runners, ways = [], []
    for each in (row.row for row in shown):
        points = [_sum(got[each.entrant], checkpoint) for checkpoint in checkpoints]
        words = [format_number(number) for number in points]
        name = gettext("You") if each.entrant == own else names[each.entrant].shown
        runners.append(Runner(name, [*map(float, points)], each.entrant == own, words[-1]))
        ways.append((each.place, name, words))
    return PointsCourse(_drawn(runners, checkpoints), [each.name for each in checkpoints], ways)


def _shown(rows: Sequence[RowWithOutcome], own: str) -> list[RowWithOutcome]:
    """Return the first rows, the last of them one's own if it comes behind them."""
    first, behind = list(rows[:MOST]), rows[MOST:]
    mine = [each for each in behind if each.row.entrant == own]
    return [*first[:-1], *mine] if mine else first


def _sum(got: Iterable[Got], checkpoint: Checkpoint) -> Fraction:
    return sum((each.points for each in got if checkpoint.counts(each)), Fraction(0))


def _drawn(runners: Sequence[Runner], checkpoints: Sequence[Checkpoint]) -> SafeString:
    first, last = checkpoints[0].name, checkpoints[-1].name
    label = gettext("The points from {first} to {last}.").format(first=first, last=last)
    most = ceil(max(runner.scores[-1] for runner in runners))
    picture = race(runners, most, label, PAGE, (first, last))
    return mark_safe(picture)  # noqa: S308 - names are escaped


def _got(season: Season, rows: Sequence[RowWithOutcome]) -> dict[str, list[Got]]:
    """Return what the games and byes that count gave the entrants of rows."""
    entrants = [each.row.entrant for each in rows]
    met, byes = fixtures_of(season, rows), byes_of(season, entrants)
    played = results_of(season, {each.pk: each for some in met.values() for each in some}.values())
    worth = points_of_byes(season, [*chain.from_iterable(byes.values())])
    got: dict[str, list[Got]] = {}
    for entrant in entrants:
        got[entrant] = [
            Got(bye.round, None, worth[bye.pk].of(entrant)) for bye in byes.get(entrant, ())
        ]
        for fixture in met.get(entrant, ()):
            points = played[fixture.pk].points_of(entrant) if fixture.pk in played else None
            if points is not None:
                ended = fixture.game.ended_at if fixture.game else None
                got[entrant].append(Got(fixture.round, ended, points))
    return got


def _rounds(got: Iterable[Got]) -> list[Checkpoint]:
    last = max((each.round for each in got), default=0)
    numbers = range(1, last + 1)
    return [
        Checkpoint(gettext("Round {number}").format(number=number), number) for number in numbers
    ]


def _dates(got: Iterable[Got], zone: ZoneInfo) -> list[Checkpoint]:
    """Return dates that part the time from the first end of a game to the last evenly."""
    ends = sorted({each.at for each in got if each.at})
    if not ends or ends[0].astimezone(zone).date() == ends[-1].astimezone(zone).date():
        return []
    length = (ends[-1] - ends[0]) / (DATES - 1)
    moments = [*(ends[0] + length * number for number in range(DATES - 1)), ends[-1]]
    return [Checkpoint(day_in(each, zone), each) for each in moments]
