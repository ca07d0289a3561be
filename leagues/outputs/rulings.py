"""Rulings: questions about games, and what organisers answered."""

from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

import msgspec

from api.schemas import Moment, NextPage
from illimat_core.annotations import says
from leagues.models.rulings import Ruling


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


def asked_rulings(rows: Iterable[Ruling]) -> Iterable[AskedRuling]:
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
