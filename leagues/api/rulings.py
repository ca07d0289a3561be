"""The views for rulings: players ask about a game, and organisers answer."""

from collections.abc import Iterable
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.inputs import Choice, Number, StrictSerializer, read_input
from api.paging import PageQuerySerializer, page_of
from api.schemas import Moment, NextPage
from api.views import ApiView
from games.adjudication import LONGEST_RULING
from illimat_core.annotations import says
from leagues import declaring, rulings
from leagues.api.results import CREATED, MOST_AT_TABLE
from leagues.ruling_models import LONGEST_QUESTION, Ruling
from leagues.rulings import Answer, Effect

NEWEST_FIRST = ("-asked_at", "-id")


class RulingsQuerySerializer(PageQuerySerializer):
    """Filters of the list of questions."""

    open = serializers.BooleanField(
        default=False, help_text="Only those that nobody has answered yet."
    )
    fixture = serializers.UUIDField(required=False, help_text="Only those about this fixture.")


class QuestionSerializer(StrictSerializer):
    """A question about a game."""

    fixture = serializers.UUIDField(help_text="The id of the game's fixture.")
    question = serializers.CharField(
        max_length=LONGEST_QUESTION, help_text="What the organisers are to decide, and why."
    )


class AnswerSerializer(StrictSerializer):
    """The answer to a question."""

    reasons = serializers.CharField(
        max_length=LONGEST_RULING, help_text="The answer, and the reasons for it."
    )
    effect = Choice(
        Effect.choices,
        default=Effect.NONE,
        help_text="What it does to the game: `none`, end it with `places`, or end it as `void`.",
    )
    places = serializers.ListField(
        child=Number(min_value=1, max_value=MOST_AT_TABLE),
        max_length=MOST_AT_TABLE,
        default=list,
        help_text="With the effect `places`: the place of each seat of the game; level seats "
        "share one, and so do partners.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the members as `answer`."""
        effect, places = Effect(attrs["effect"]), tuple(attrs["places"])
        return {"answer": Answer(attrs["reasons"], effect, places)}


class GivenAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What an organiser ruled."""

    reasons: Annotated[str, says("The answer, and the reasons for it.")]
    effect: Annotated[
        str, says("`none`, or how the ruling ended the game: with `places`, or as `void`.")
    ]
    places: Annotated[list[int], says("With the effect `places`: by seat of the game.")]
    by: Annotated[
        str | None,
        says("The organiser who answered; null for the server's operator, or a deleted account."),
    ]
    at: Annotated[Moment, says("When it was given.")]


class AskedRuling(msgspec.Struct, frozen=True, kw_only=True):
    """A question about a game, and the answer."""

    id: UUID
    fixture: Annotated[UUID, says("The id of the game's fixture.")]
    question: str
    by: Annotated[str, says("Who asked.")]
    at: Annotated[Moment, says("When they asked.")]
    answer: Annotated[GivenAnswer | None, says("The ruling; null until an organiser answers.")]


class RulingPage(msgspec.Struct, frozen=True):
    """A page of the list of questions."""

    results: list[AskedRuling]
    next: NextPage


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
        page = page_of(request, self, found, NEWEST_FIRST)
        body = RulingPage(list(shown(page.rows)), page.next)
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
        (body,) = shown([asked])
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
        (body,) = shown([given])
        return json_answer(body, CREATED)


def shown(rows: Iterable[Ruling]) -> Iterable[AskedRuling]:
    """Return questions and answers, whose people were read with them."""
    return (
        AskedRuling(
            id=row.pk,
            fixture=row.fixture_id,
            question=row.question,
            by=row.asked_by.handle,
            at=row.asked_at,
            answer=_answer(row),
        )
        for row in rows
    )


def _answer(row: Ruling) -> GivenAnswer | None:
    if row.answered_at is None:
        return None
    return GivenAnswer(
        reasons=row.reasons,
        effect=row.effect,
        places=row.places,
        by=row.answered_by.handle if row.answered_by else None,
        at=row.answered_at,
    )
