"""Results, as organisers corrected them."""

from typing import Annotated
from uuid import UUID

import msgspec

from illimat_core.annotations import says
from leagues import models
from leagues.contest.standings.records import read_seats
from leagues.outputs.fixtures import ByPlayer


class CorrectedSeat(msgspec.Struct, frozen=True, kw_only=True):
    """How a seat finished."""

    entrant: Annotated[str, says("The id of the entrant who was paired.")]
    place: Annotated[int, says("Its place, 1 for the best.")]
    score: Annotated[int, says("Its score.")]
    left: Annotated[bool, says("Whether the entrant left the game.")]
    no_show: Annotated[bool, says("Whether the entrant left without a decision of their own.")]
    substitute: Annotated[str | None, says("The entrant who played for them; null for the house.")]


class CorrectedResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a fixture."""

    fixture: Annotated[UUID, says("The id of the fixture.")]
    revision: Annotated[int, says("How often it was corrected.")]
    kind: Annotated[str, says("`finished`, `adjudicated`, or `void`.")]
    seats: Annotated[list[CorrectedSeat], says("The seats in order; none if it is void.")]
    reason: Annotated[str, says("Why it was corrected; empty for the game's own result.")]
    by_player: ByPlayer


def result(row: models.Result) -> CorrectedResult:
    seats = read_seats(row.seats)
    return CorrectedResult(
        fixture=row.fixture_id,
        revision=row.revision,
        kind=row.kind,
        seats=[
            CorrectedSeat(
                entrant=entrant,
                place=seat.place,
                score=seat.score,
                left=seat.left,
                no_show=seat.no_show,
                substitute=seat.substitute,
            )
            for entrant, seat in zip(row.fixture.entrants, seats, strict=False)
        ],
        reason=row.reason,
        by_player=row.by_player,
    )
