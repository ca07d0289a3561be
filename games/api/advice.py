"""The views for hints and analyses, which workers make: 202 until they are done."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import RETRY_AFTER, json_answer
from api.inputs import EmptySerializer, read_input
from api.paging import address_of
from games import advice
from games.advice_models import HintRequest
from games.api.base import GameView, read_table
from games.inputs.playing import EventsQuerySerializer
from games.outputs.advice import Analysis, Hint, shown_analysis, shown_hint
from games.tables import Table

OK, ACCEPTED = 200, 202
HINT_TAKES, ANALYSIS_TAKES = 1, 10  # seconds until one should ask again


@extend_schema(tags=["playing"])
class HintView(GameView):
    """A hint in a practice game."""

    @extend_schema(
        operation_id="hint_ask",
        summary="Ask for a hint",
        parameters=[RETRY_AFTER],
        request=EmptySerializer,
        responses={OK: Hint, ACCEPTED: Hint},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Ask what the strong house player would do in your place, in a practice game.

        A worker looks for it: while the answer is 202, GET it again after `Retry-After` seconds.
        """
        read_input(EmptySerializer, request.data)
        asked = advice.hint_ask(user=requester(request), game_id=game_id)
        return _hint(asked, read_table(request, game_id))

    @extend_schema(
        operation_id="hint_get",
        summary="The hint I asked for",
        parameters=[RETRY_AFTER],
        responses={OK: Hint, ACCEPTED: Hint},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return the hint that you asked for, as long as you have not acted since."""
        asked = advice.hint_get(user=requester(request), game_id=game_id)
        return _hint(asked, read_table(request, game_id))


@extend_schema(tags=["playing"])
class AnalysisView(GameView):
    """The analysis of a finished game."""

    @extend_schema(
        operation_id="analysis_ask",
        summary="Ask for an analysis",
        parameters=[RETRY_AFTER],
        request=EmptySerializer,
        responses={OK: Analysis, ACCEPTED: Analysis},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Ask for the analysis of a finished game that you may see; it takes a few minutes."""
        read_input(EmptySerializer, request.data)
        advice.analysis_ask(user=requester(request), game_id=game_id)
        return self._page(request, game_id, after=0, limit=20)

    @extend_schema(
        operation_id="analysis_get",
        summary="The analysis",
        parameters=[EventsQuerySerializer, RETRY_AFTER],
        responses={OK: Analysis, ACCEPTED: Analysis},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return the analysis: the decisions after a version, as far as they have been judged.

        202 means that it is still being made: ask again after `Retry-After` seconds.
        """
        return self._page(
            request, game_id, **read_input(EventsQuerySerializer, request.query_params)
        )

    def _page(self, request: Request, game_id: UUID, *, after: int, limit: int) -> HttpResponse:
        table, made = advice.analysis_get(user=requester(request), game_id=game_id)
        verdicts = advice.decisions_after(made, after, limit + 1)
        page, more = verdicts[:limit], len(verdicts) > limit
        last = page[-1].version if page else after
        following = address_of(request, limit=limit, after=last) if more else None
        body = shown_analysis(table, made, page, following)
        return _until_done(body, done=made.done_at is not None, takes=ANALYSIS_TAKES)


def _hint(asked: HintRequest, table: Table) -> HttpResponse:
    body = shown_hint(asked, table.addressed)
    return _until_done(body, done=asked.answer is not None, takes=HINT_TAKES)


def _until_done(body: Hint | Analysis, *, done: bool, takes: int) -> HttpResponse:
    answer = json_answer(body, OK if done else ACCEPTED)
    if not done:
        answer.headers["Retry-After"] = str(takes)
    return answer
