"""The views for results: corrections by organisers."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import json_answer
from api.inputs import read_input
from api.views import ApiView
from leagues import correcting
from leagues.inputs.results import CorrectionSerializer
from leagues.outputs.results import CorrectedResult, result

CREATED = 201


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
        corrected = correcting.result_correct(
            user=requester(request), season_id=season_id, fixture_id=fixture_id, **members
        )
        return json_answer(result(corrected), CREATED)
