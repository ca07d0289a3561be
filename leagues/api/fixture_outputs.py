"""The fixtures of a season as the API shows them, and their results."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import NextPage
from illimat_core.annotations import says
from leagues import models
from leagues.api.entrant_outputs import Division, Group, NamedEntrant, Round, named
from leagues.declared import rules_of
from leagues.listing import Played, names_in, reasons_of, results_of
from leagues.naming import Name
from leagues.wording import sentence

ResultKind = Annotated[
    str, says("`finished`, `adjudicated`, or `void`: then it counts for nobody.")
]

ByPlayer = Annotated[
    bool, says("Whether the organiser who corrected it plays in the game: nobody else could.")
]


class ResultSeat(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat of a game ended."""

    place: int
    score: int
    points: Annotated[float | None, says("What the game gave its entrant.")]
    left: Annotated[bool, says("Whether its entrant had left.")]
    no_show: Annotated[
        bool, says("Whether its entrant left before their first decision, and nobody took over.")
    ]
    substitute: Annotated[NamedEntrant | None, says("The entrant who took the seat over.")]
    substitute_points: Annotated[float | None, says("What the game gave the substitute.")]


class FixtureResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a fixture that counts."""

    kind: ResultKind
    revision: Annotated[int, says("0; more after a correction.")]
    reason: Annotated[str, says("Why it was adjudicated or corrected.")]
    by_player: ByPlayer
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


def fixtures(season: models.Season, rows: Sequence[models.Fixture]) -> list[Fixture]:
    """Return fixtures and their results, with two queries."""
    played = results_of(rules_of(season), rows)
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


def _result(fixture: models.Fixture, played: Played, names: Mapping[str, Name]) -> FixtureResult:
    seats = []
    for entrant, seat in zip(fixture.entrants, played.seats, strict=False):
        substitute = seat.substitute
        seats.append(
            ResultSeat(
                place=seat.place,
                score=seat.score,
                points=_points(played, entrant),
                left=seat.left,
                no_show=seat.no_show,
                substitute=named(substitute, names) if substitute else None,
                substitute_points=_points(played, substitute) if substitute else None,
            )
        )
    return FixtureResult(
        kind=played.kind.value,
        revision=played.revision,
        reason=played.reason,
        by_player=played.by_player,
        seats=seats,
    )


def _points(played: Played, entrant: str) -> float | None:
    line = played.line_of(entrant)
    return float(line.points) if line else None
