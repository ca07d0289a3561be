"""The views for rulings: players ask about a game, and organisers answer."""

from uuid import UUID

from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import CREATED, Members, operation
from api.paging import page_of
from api.views import ApiView
from leagues.inputs.rulings import AnswerSerializer, QuestionSerializer, RulingsQuerySerializer
from leagues.office import rulings
from leagues.outputs.rulings import AskedRuling, RulingPage, asked_rulings
from leagues.season import lookup


class RulingsView(ApiView, tag="leagues"):
    """The questions about the games of a season."""

    @operation(
        "rulings_list",
        "Questions to the organisers, and their rulings",
        RulingsQuerySerializer,
        tagged=True,
        secretless=True,
    )
    def get(self, request: Request, season_id: UUID, members: Members) -> RulingPage:
        """Return the questions about your games, or as an organiser about all, newest first."""
        user = requester(request)
        season = lookup.season_get(user=user, season_id=season_id)
        found = rulings.rulings_of(
            user=user, season=season, open_only=members["open"], fixture=members.get("fixture")
        )
        page = page_of(request, self, found, rulings.NEWEST_FIRST)
        return RulingPage(list(asked_rulings(page.rows)), page.next)

    @operation("ruling_ask", "Ask for a ruling", QuestionSerializer, status=CREATED)
    def post(self, request: Request, season_id: UUID, members: Members) -> AskedRuling:
        """Ask the organisers about a game in which you play."""
        asked = rulings.ruling_ask(
            user=requester(request),
            season_id=season_id,
            fixture_id=members["fixture"],
            question=members["question"],
        )
        (body,) = asked_rulings([asked])
        return body


class RulingAnswerView(ApiView, tag="leagues"):
    """The answer to a question."""

    @operation("ruling_give", "Give a ruling", AnswerSerializer, status=CREATED)
    def post(
        self, request: Request, season_id: UUID, ruling_id: UUID, members: Members
    ) -> AskedRuling:
        """Answer a question as an organiser, with reasons; end its game if need be."""
        given = rulings.ruling_give(
            user=requester(request), season_id=season_id, ruling_id=ruling_id, **members
        )
        (body,) = asked_rulings([given])
        return body
