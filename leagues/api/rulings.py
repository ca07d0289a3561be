"""The views for rulings: players ask about a game, and organisers answer."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.inputs import read_input
from api.paging import page_of
from api.views import ApiView
from leagues import declaring, rulings
from leagues.api.results import CREATED
from leagues.inputs.rulings import AnswerSerializer, QuestionSerializer, RulingsQuerySerializer
from leagues.outputs.rulings import AskedRuling, RulingPage, asked_rulings


@extend_schema(tags=["leagues"])
class RulingsView(ApiView):
    """The questions about the games of a season."""

    @extend_schema(
        operation_id="rulings_list",
        summary="Questions to the organisers, and their rulings",
        parameters=[RulingsQuerySerializer, IF_NONE_MATCH],
        responses={200: RulingPage, 304: UNCHANGED},
    )
    def get(self, request: Request, season_id: UUID) -> HttpResponse:
        """Return the questions about your games, or as an organiser about all, newest first."""
        filters = read_input(RulingsQuerySerializer, request.query_params)
        user = requester(request)
        season = declaring.season_get(user=user, season_id=season_id)
        found = rulings.rulings_of(
            user=user, season=season, open_only=filters["open"], fixture=filters.get("fixture")
        )
        page = page_of(request, self, found, rulings.NEWEST_FIRST)
        body = RulingPage(list(asked_rulings(page.rows)), page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="ruling_ask",
        summary="Ask for a ruling",
        request=QuestionSerializer,
        responses={CREATED: AskedRuling},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Ask the organisers about a game in which you play."""
        members = read_input(QuestionSerializer, request.data)
        asked = rulings.ruling_ask(
            user=requester(request),
            season_id=season_id,
            fixture_id=members["fixture"],
            question=members["question"],
        )
        (body,) = asked_rulings([asked])
        return json_answer(body, CREATED)


@extend_schema(tags=["leagues"])
class RulingAnswerView(ApiView):
    """The answer to a question."""

    @extend_schema(
        operation_id="ruling_give",
        summary="Give a ruling",
        request=AnswerSerializer,
        responses={CREATED: AskedRuling},
    )
    def post(self, request: Request, season_id: UUID, ruling_id: UUID) -> HttpResponse:
        """Answer a question as an organiser, with reasons; end its game if need be."""
        members = read_input(AnswerSerializer, request.data)
        given = rulings.ruling_give(
            user=requester(request), season_id=season_id, ruling_id=ruling_id, **members
        )
        (body,) = asked_rulings([given])
        return json_answer(body, CREATED)
