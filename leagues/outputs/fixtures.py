"""The fixtures of a season as the API shows them, and their results."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.contest.reasons import read_reason
from leagues.outputs.entrants import Division, Group, NamedEntrant, Round, named
from leagues.reading.overview import PlayedFixture, names_in, points_of_byes, reasons_of, results_of
from leagues.season.people import Name, names_of
from leagues.season.wording import sentence

ResultKind = Annotated[
    str, says("`finished`, `adjudicated`, or `void`: then it counts for nobody.")
]

ByePoints = Annotated[
    float,
    says(
        "The points that the bye gives; none to an entrant who withdrew before half of their games."
    ),
]

ByPlayer = Annotated[
    bool, says("Whether the organiser who corrected it plays in the game: nobody else could.")
]


class ResultSeat(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat of a game ended."""

    place: int
    score: int
    points: Annotated[
        float,
        says(
            "The points that the seat gave its entrant in the standings: 0 if the game does not "
            "count, or their games are void. A `compensation` is not included."
        ),
    ]
    left: Annotated[bool, says("Whether its entrant had left.")]
    no_show: Annotated[
        bool, says("Whether its entrant left before their first decision, and nobody took over.")
    ]
    substitute: Annotated[NamedEntrant | None, says("The entrant who took the seat over.")]
    substitute_points: Annotated[
        float | None, says("The points that it gave the substitute; null if there is none.")
    ]


class Compensation(msgspec.Struct, frozen=True, kw_only=True):
    """What a void game of two in Swiss gives the entrant whose opponent dropped out."""

    entrant: NamedEntrant
    points: Annotated[float, says("No less than a bye gives them.")]


class FixtureResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a fixture that counts."""

    kind: ResultKind
    revision: Annotated[int, says("0; more after a correction.")]
    reason: Annotated[str, says("Why it was adjudicated or corrected.")]
    by_player: ByPlayer
    counts: Annotated[
        bool,
        says("Whether it counts; not if it is void, or the one who finished it withdrew early."),
    ]
    compensation: Annotated[
        Compensation | None, says("What it gives instead; null if nobody is compensated.")
    ]
    seats: Annotated[list[ResultSeat], says("By seat; none if the game is void.")]


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was paired."""

    id: UUID
    number: Annotated[int, says("Its number in the season.")]
    division: Division
    group: Group
    round: Round
    entrants: Annotated[list[NamedEntrant], says("The entrants, in the order of their seats.")]
    reasons: Annotated[list[str], says("Why they were paired.")]
    game: Annotated[UUID | None, says("The game, GET /games/{game_id}; null until it begins.")]
    game_state: Annotated[str | None, says("`running`, `finished` or `called_off`.")]
    settled: Annotated[bool, says("Whether it has a result.")]
    result: Annotated[FixtureResult | None, says("Its result, if it has one.")]


class FixturePage(msgspec.Struct, frozen=True):
    """A page of the list of fixtures."""

    results: list[Fixture]
    next: NextPage


class Bye(msgspec.Struct, frozen=True, kw_only=True):
    """A round in which an entrant has no game."""

    id: UUID
    division: Division
    group: Group
    round: Round
    entrant: NamedEntrant
    reason: Annotated[str, says("Why the entrant has a bye.")]
    points: ByePoints
    counts_for: Annotated[
        NamedEntrant | None,
        says(
            "Who gets the points: the entrant, or the one who took over from an entrant who "
            "withdrew early, in formats that are not paired round by round; null if nobody does."
        ),
    ]


class ByePage(msgspec.Struct, frozen=True):
    """A page of the list of byes."""

    results: list[Bye]
    next: NextPage


def byes(season: models.Season, rows: Sequence[models.Bye]) -> list[Bye]:
    worth = points_of_byes(season, rows)
    names = names_of(
        [
            *(row.entrant_id for row in rows),
            *(each.entrant for each in worth.values() if each.entrant),
        ]
    )
    return [
        Bye(
            id=row.pk,
            division=row.division + 1,
            group=row.group + 1,
            round=row.round,
            entrant=named(str(row.entrant_id), names),
            reason=str(sentence(read_reason(row.reason), names)),
            points=float(worth[row.pk].points),
            counts_for=named(owner, names) if (owner := worth[row.pk].entrant) else None,
        )
        for row in rows
    ]


def fixtures(season: models.Season, rows: Sequence[models.Fixture]) -> list[Fixture]:
    played = results_of(season, rows)
    names = names_in(rows, played)
    return [
        Fixture(
            id=row.pk,
            number=row.number,
            division=row.division + 1,
            group=row.group + 1,
            round=row.round,
            entrants=[named(each, names) for each in row.entrants],
            reasons=[str(sentence(reason, names)) for reason in reasons_of(row)],
            game=row.game_id,
            game_state=row.game.state if row.game else None,
            settled=row.settled,
            result=_result(row, result, names) if (result := played.get(row.pk)) else None,
        )
        for row in rows
    ]


def _result(
    fixture: models.Fixture, played: PlayedFixture, names: Mapping[str, Name]
) -> FixtureResult:
    seats = []
    for entrant, seat in zip(fixture.entrants, played.seats, strict=False):
        substitute = seat.substitute
        seats.append(
            ResultSeat(
                place=seat.place,
                score=seat.score,
                points=float(played.counted_for(entrant)),
                left=seat.left,
                no_show=seat.no_show,
                substitute=named(substitute, names) if substitute else None,
                substitute_points=float(played.counted_for(substitute)) if substitute else None,
            )
        )
    return FixtureResult(
        kind=played.kind.value,
        revision=played.revision,
        reason=played.reason,
        by_player=played.by_player,
        counts=played.counts,
        compensation=Compensation(
            entrant=named(played.compensation.entrant, names),
            points=float(played.compensation.points),
        )
        if played.compensation
        else None,
        seats=seats,
    )
