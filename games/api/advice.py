"""The views for hints and analyses, which workers make: 202 until they are done."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.answers import RETRY_AFTER, json_answer
from api.models import epoch
from api.operations import ACCEPTED, OK, Members, operation
from api.paging import address_of
from games.api.base import GameView, known_upto, read_table
from games.inputs.playing import BEGINNING, EventsQuerySerializer, LogPoint
from games.models.advice import HintRequest
from games.outputs.advice import Analysis, Hint, describe_analysis, describe_hint
from games.play import advice
from games.reading.tables import Table

HINT_TAKES, ANALYSIS_TAKES = 1, 10  # seconds until one should ask again


class HintView(GameView, tag="playing"):
    """A hint in a practice game."""

    @operation(
        "hint_ask", "Ask for a hint", answers={OK: Hint, ACCEPTED: Hint}, parameters=[RETRY_AFTER]
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Ask what the strong house player would do in your place, in a practice game.

        A worker looks for it: while the answer is 202, GET it again after `Retry-After` seconds.
        """
        asked = advice.hint_ask(user=requester(request), game_id=game_id)
        return _hint(asked, read_table(request, game_id))

    @operation(
        "hint_get",
        "The hint I asked for",
        answers={OK: Hint, ACCEPTED: Hint},
        parameters=[RETRY_AFTER],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return the hint that you asked for, as long as you have not acted since."""
        asked = advice.hint_get(user=requester(request), game_id=game_id)
        return _hint(asked, read_table(request, game_id))


class AnalysisView(GameView, tag="playing"):
    """The analysis of a finished game."""

    @operation(
        "analysis_ask",
        "Ask for an analysis",
        answers={OK: Analysis, ACCEPTED: Analysis},
        parameters=[RETRY_AFTER],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Ask for the analysis of a finished game that you may see; it takes a few minutes."""
        advice.analysis_ask(user=requester(request), game_id=game_id)
        return self._page(request, game_id, after=BEGINNING, limit=20)

    @operation(
        "analysis_get",
        "The analysis",
        EventsQuerySerializer,
        answers={OK: Analysis, ACCEPTED: Analysis},
        parameters=[RETRY_AFTER],
    )
    def get(self, request: Request, game_id: UUID, members: Members) -> HttpResponse:
        """Return the analysis: the decisions after a version, as far as they have been judged.

        202 means that it is still being made: ask again after `Retry-After` seconds.
        """
        return self._page(request, game_id, **members)

    def _page(
        self, request: Request, game_id: UUID, *, after: LogPoint, limit: int
    ) -> HttpResponse:
        table, made = advice.analysis_get(user=requester(request), game_id=game_id)
        known = known_upto(table, after)
        verdicts = advice.decisions_after(made, known, limit + 1)
        page, more = verdicts[:limit], len(verdicts) > limit
        last = LogPoint(epoch(), page[-1].version if page else known)
        following = address_of(request, limit=limit, after=last) if more else None
        body = describe_analysis(table, made, page, following)
        return _until_done(body, done=made.done_at is not None, takes=ANALYSIS_TAKES)


def _hint(asked: HintRequest, table: Table) -> HttpResponse:
    body = describe_hint(asked, table.addressed)
    return _until_done(body, done=asked.answer is not None, takes=HINT_TAKES)


def _until_done(body: Hint | Analysis, *, done: bool, takes: int) -> HttpResponse:
    answer = json_answer(body, OK if done else ACCEPTED)
    if not done:
        answer.headers["Retry-After"] = str(takes)
    return answer
