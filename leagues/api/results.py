"""The views for results: corrections by organisers."""

from uuid import UUID

from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import CREATED, Members, operation
from api.views import ApiView
from leagues.inputs.results import CorrectionSerializer
from leagues.office import corrections
from leagues.outputs.results import CorrectedResult, result


class ResultsView(ApiView, tag="leagues"):
    """The results of a fixture."""

    @operation("result_correct", "Correct a result", CorrectionSerializer, status=CREATED)
    def post(
        self, request: Request, season_id: UUID, fixture_id: UUID, members: Members
    ) -> CorrectedResult:
        """Enter the result of a game of your league anew, or declare it void."""
        corrected = corrections.result_correct(
            user=requester(request), season_id=season_id, fixture_id=fixture_id, **members
        )
        return result(corrected)
