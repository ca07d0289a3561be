"""The views for results: corrections by organisers."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import json_answer
from api.inputs import Choice, Flag, Number, StrictSerializer, read_input
from api.views import ApiView
from illimat_core.annotations import says
from leagues import correcting, models
from leagues.correcting import LONGEST_REASON, Entered, EnteredSeat
from leagues.outputs.fixtures import ByPlayer
from leagues.standings.records import Kind, SeatResult

CREATED = 201
MOST_AT_TABLE = 4
MOST_SCORE = 1000


class EnteredSeatSerializer(StrictSerializer):
    """How a seat finished."""

    place = Number(
        min_value=1, max_value=MOST_AT_TABLE, help_text="Its place; level seats share one."
    )
    score = Number(min_value=-MOST_SCORE, max_value=MOST_SCORE, default=0, help_text="Its score.")
    left = Flag(
        default=None,
        allow_null=True,
        help_text="Whether its entrant left the game; a no-show who did stays one. Null: as the "
        "result says that counts. Whoever withdrew before the game ended has left.",
    )
    substituted = Flag(
        default=None,
        allow_null=True,
        help_text="Whether the season's substitute for this entrant played to the end. Null: as "
        "the result says that counts.",
    )


class EnteredSerializer(StrictSerializer):
    """A result, as an organiser enters it."""

    kind = Choice(list(Kind), default=Kind.FINISHED, help_text="A `void` game has no seats.")
    seats = serializers.ListField(
        child=EnteredSeatSerializer(),
        max_length=MOST_AT_TABLE,
        default=list,
        help_text="The seats, in the order of the fixture's entrants.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the result as `entered`, and all other members."""
        seats = tuple(EnteredSeat(**seat) for seat in attrs.pop("seats"))
        entered = Entered(Kind(attrs.pop("kind")), seats)
        return {**attrs, "entered": entered}


class CorrectionSerializer(EnteredSerializer):
    """A correction of a result."""

    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        help_text="Why it is corrected. It is kept for ever, so name nobody.",
    )


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


@extend_schema(tags=["leagues"])
class ResultsView(ApiView):
    """The results of a fixture."""

    @extend_schema(
        operation_id="result_correct",
        summary="Correct a result",
        request=CorrectionSerializer,
        responses={CREATED: CorrectedResult},
    )
    def post(self, request: Request, season_id: UUID, fixture_id: UUID) -> HttpResponse:
        """Enter the result of a game of your league anew, or declare it void."""
        members = read_input(CorrectionSerializer, request.data)
        result = correcting.result_correct(
            user=requester(request), season_id=season_id, fixture_id=fixture_id, **members
        )
        return json_answer(shown(result), CREATED)


def shown(row: models.Result) -> CorrectedResult:
    """Return a result."""
    seats = msgspec.convert(row.seats, list[SeatResult])
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
