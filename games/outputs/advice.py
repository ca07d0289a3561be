"""Response bodies about hints and analyses."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec

from api.schemas import REFERENCE, Moment, NextPage, refers_to
from games.language import active_language
from games.models.advice import GameAnalysis, HintRequest
from games.reading.tables import Table
from illimat_core.annotations import says
from illimat_core.messages import Language
from illimat_core.players import analysis, hints
from illimat_core.players.remarks import Remark
from illimat_core.records import converter
from illimat_core.words.narration import Names

AnAction = Annotated[dict[str, Any], refers_to("Action", "An action.")]


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What the strong house player would do in your place; all but `version` null until found."""

    version: Annotated[int, says("The version of the game that the hint is for.")]
    action: Annotated[
        Any,
        msgspec.Meta(
            description="The action, as you submit it.",
            extra_json_schema={
                "anyOf": [{"$ref": REFERENCE.format(name="Action")}, {"type": "null"}]
            },
        ),
    ] = None
    margin: Annotated[
        float | None,
        says(
            "The margin, in points, by which you can expect to win the round with this "
            "action; negative if you can expect to lose."
        ),
    ] = None
    ahead: Annotated[
        float | None,
        says(
            "How many points better this action is than the next best; null if it is the only one."
        ),
    ] = None
    remarks: Annotated[
        list[str], says("The reasons: what the action wins, and what it leaves to others.")
    ] = []


class AnalysedDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, beside what the strong house player would have done with the same knowledge."""

    version: Annotated[int, says("The version of the game at which the decision was made.")]
    round: int
    seat: int
    played: AnAction
    best: Annotated[AnAction, says("What the strong house player would have done.")]
    swing: Annotated[
        float,
        says(
            "How many points `best` would have added to the margin by which the seat wins "
            "or loses the round."
        ),
    ]
    error: Annotated[float, says("The standard error of `swing`.")]
    certain: Annotated[bool, says("Whether the swing is large and certain enough to be mentioned.")]
    remarks: Annotated[list[str], says("What `best` wins, if it is certain.")]
    estimate: Annotated[
        list[float] | None,
        says(
            "The score that each seat could expect at the end of the round, judged by what "
            "everybody knew; null in the middle of a turn."
        ),
    ]


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment that decided the game."""

    version: int
    seat: int
    points: Annotated[float, says("The number of points it was worth.")]
    text: Annotated[str, says("What happened, in a sentence.")]


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the analysis of a game."""

    done_at: Annotated[
        Moment | None, says("When the analysis was finished; null while it is in progress.")
    ]
    decided: Annotated[int, says("The number of decisions analysed so far.")]
    turning_points: Annotated[
        list[TurningPoint],
        says("The turning points in the order of the game; empty until the analysis is finished."),
    ]
    results: list[AnalysedDecision]
    next: NextPage


_convert_hint = converter(hints.Hint)
_convert_point = converter(analysis.TurningPoint)


def describe_hint(asked: HintRequest, names: Names, language: Language | None = None) -> Hint:
    """Return a hint in a language, or what is known of it while a worker looks for it."""
    if asked.answer is None:
        return Hint(version=asked.version)
    found = _convert_hint(asked.answer)
    return Hint(
        version=asked.version,
        action=found.action,
        margin=found.margin,
        ahead=found.ahead,
        remarks=_tell_remarks(found.remarks, names, language),
    )


def describe_analysis(
    table: Table,
    made: GameAnalysis,
    verdicts: Sequence[analysis.Verdict],
    following: str | None,
    language: Language | None = None,
) -> Analysis:
    names = table.addressed
    points = [_convert_point(each) for each in made.turning_points]
    done_at: datetime | None = made.done_at
    return Analysis(
        done_at=done_at,
        decided=made.decisions.count(),
        turning_points=[
            TurningPoint(
                each.version,
                each.seat,
                each.points,
                _tell_remarks([each.remark], names, language)[0],
            )
            for each in points
        ],
        results=[
            AnalysedDecision(
                version=each.version,
                round=each.round,
                seat=each.seat,
                played=each.played,
                best=each.best,
                swing=each.swing,
                error=each.error,
                certain=each.certain,
                remarks=_tell_remarks(each.remarks, names, language),
                estimate=None if each.estimate is None else list(each.estimate),
            )
            for each in verdicts
        ],
        next=following,
    )


def _tell_remarks(remarks: Sequence[Remark], names: Names, language: Language | None) -> list[str]:
    return [each.tell(names, language or active_language()) for each in remarks]
