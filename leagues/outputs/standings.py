"""A season's standings and its crosstable, as the API shows them."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.contest.reasons import read_reason
from leagues.outputs.entrants import Division, Group, NamedEntrant, Round, named
from leagues.outputs.fixtures import ByePoints
from leagues.reading.overview import (
    PlayedFixture,
    RowWithOutcome,
    byes_of,
    fixtures_of,
    opponents_in,
    players_in,
    points_of_byes,
    results_of,
    void_entrants,
)
from leagues.season.people import names_of
from leagues.season.wording import entrants_in, sentence

Best = Annotated[int, says("The best place still possible, unless the entrant withdraws.")]
Worst = Annotated[int, says("The worst place still possible, unless the entrant withdraws.")]
Outcome = Annotated[
    str | None,
    says("What is certain: `promoted`, `safe` from relegation, `relegated`, or null for nothing."),
]
Trend = Annotated[
    int | None,
    says(
        "Places gained since the round before the last one that has results; negative if lost. "
        "Null until two rounds have results, for entrants who were not there, and in formats whose "
        "games are played at the same time."
    ),
]
Points = Annotated[float, says("Points; those who share places share the mean.")]


class StandingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the standings of a group."""

    division: Division
    group: Group
    place: Annotated[
        int,
        says(
            "The place in the group's standings, from 1; until the end, shared by those who are "
            "level."
        ),
    ]
    entrant: NamedEntrant
    state: Annotated[str, says("`playing`, `substitute` or `withdrawn`.")]
    points: Points
    games: Annotated[int, says("The number of games that count.")]
    relative: Annotated[
        float | None,
        says(
            "The sum over the games of 1 for the first place at a table, 0 for the last, and "
            "evenly between them. If tables have different sizes, it decides before points, and "
            "those level by it after tables of different sizes are parted by lot alone; else null."
        ),
    ]
    between: Annotated[
        float,
        says(
            "Points taken from those with as many points and, if `ties` is `opponents`, opponents "
            "worth as much."
        ),
    ]
    share: Annotated[float, says("The mean share of the winner's score.")]
    wins: Annotated[float, says("Wins; a shared first place is a share of one.")]
    opposition: Annotated[float, says("The mean of the opponents' points per game, without byes.")]
    lot: Annotated[
        str | None,
        says("The lot that decides if all else is level: the lesser wins. Null until the end."),
    ]
    void: Annotated[bool, says("Whether what it finished is void, because it withdrew early.")]
    best: Best
    worst: Worst
    trend: Trend
    outcome: Outcome
    explanation: Annotated[
        str | None, says("Why the row is ahead of the next; null in the last row of a group.")
    ]


class StandingPage(msgspec.Struct, frozen=True):
    """A page of the standings."""

    results: list[StandingRow]
    next: NextPage


class CrossGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game in a row of the crosstable."""

    fixture: UUID
    round: Round
    game: UUID | None
    opponents: Annotated[
        list[UUID],
        says(
            "Their opponents there, by seat: entrants, or the people who played or are to play for "
            "them."
        ),
    ]
    result: Annotated[str | None, says("The kind of its result; null while it has none.")]
    place: Annotated[int | None, says("The place at the table.")]
    points: Annotated[
        float | None,
        says("The points that the row has from this game; null while it has no result."),
    ]
    compensation: Annotated[
        bool,
        says("Whether these points are instead of the game, whose other entrant dropped out."),
    ]
    counts: Annotated[
        bool,
        says(
            "Whether it counts for the entrant, or may; not if the one who finished it withdrew "
            "early."
        ),
    ]


class CrossBye(msgspec.Struct, frozen=True, kw_only=True):
    """A round without a game."""

    round: Round
    reason: Annotated[str, says("Why the entrant has a bye.")]
    points: ByePoints


class CrossRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the crosstable: an entrant, and whom they meet."""

    division: Division
    group: Group
    place: int
    entrant: NamedEntrant
    points: Points
    games: list[CrossGame]
    byes: list[CrossBye]


class CrossPage(msgspec.Struct, frozen=True):
    """A page of the crosstable."""

    results: list[CrossRow]
    next: NextPage


def standing_rows(rows: Sequence[RowWithOutcome]) -> list[StandingRow]:
    reasons = [each.row.reason for each in rows if each.row.reason]
    names = names_of({*(each.row.entrant for each in rows), *entrants_in(reasons)})
    return [
        StandingRow(
            division=each.division + 1,
            group=each.group + 1,
            place=each.row.place,
            entrant=named(each.row.entrant, names),
            state=each.entrant.state,
            points=float(each.row.points),
            games=each.row.games,
            relative=None if each.row.relative is None else float(each.row.relative),
            between=float(each.row.between),
            share=float(each.row.share),
            wins=float(each.row.wins),
            opposition=float(each.row.opposition),
            lot=None if each.row.lot is None else str(each.row.lot),
            void=each.row.void,
            best=each.row.best,
            worst=each.row.worst,
            trend=each.row.trend,
            outcome=each.outcome,
            explanation=str(sentence(each.row.reason, names)) if each.row.reason else None,
        )
        for each in rows
    ]


def cross_rows(season: models.Season, rows: Sequence[RowWithOutcome]) -> list[CrossRow]:
    met = fixtures_of(season, rows)
    games = {fixture.pk: fixture for each in met.values() for fixture in each}
    played = results_of(season, games.values())
    byes = byes_of(season, [each.row.entrant for each in rows])
    worth_of = points_of_byes(season, [bye for each in byes.values() for bye in each])
    players, void = players_in(season, games.values(), played), void_entrants(season)
    names = names_of(each.row.entrant for each in rows)
    return [
        CrossRow(
            division=each.division + 1,
            group=each.group + 1,
            place=each.row.place,
            entrant=named(each.row.entrant, names),
            points=float(each.row.points),
            games=[
                _cross_game(each.row.entrant, fixture, played.get(fixture.pk), void, here)
                for fixture in met.get(each.row.entrant, [])
                if opponents_in(fixture, each.row.entrant, here := players[fixture.pk])
            ],
            byes=[
                CrossBye(
                    round=bye.round,
                    reason=str(sentence(read_reason(bye.reason), {})),
                    points=float(worth_of[bye.pk].of(each.row.entrant)),
                )
                for bye in byes.get(each.row.entrant, [])
            ],
        )
        for each in rows
    ]


def _cross_game(
    entrant: str,
    fixture: models.Fixture,
    played: PlayedFixture | None,
    void: frozenset[str],
    players: Sequence[str],
) -> CrossGame:
    line = played.line_of(entrant) if played else None
    owners = played.owners if played else players
    instead = played.compensation if played else None
    return CrossGame(
        fixture=fixture.pk,
        round=fixture.round,
        game=fixture.game_id,
        opponents=[*map(UUID, opponents_in(fixture, entrant, players))],
        result=played.kind.value if played else None,
        place=played.seats[line.seat].place if played and line else None,
        points=float(played.points_of(entrant) or 0) if played else None,
        compensation=instead is not None and instead.entrant == entrant,
        counts=entrant not in void
        and void.isdisjoint(owners)
        and not (played and not played.lines),
    )
