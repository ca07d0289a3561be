"""The end of a game: who won, the visitor's place, and the turning points if they are known."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, Final, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from games.language import active_language
from games.outputs.advice import Analysis, describe_analysis
from games.play import advice
from games.play.results import adjudication_of
from games.reading.selectors import LoggedEvent, game_history
from games.reading.tables import Table
from games.refusals import TableError
from illimat_core.events import GameEnded, PlayerForfeited, SeatLeft
from illimat_core.messages import Language, capitalize
from illimat_core.picture import PAGE, arches, wreath
from illimat_core.views import Observation
from illimat_core.words.solo import solo_end
from web.after.rematch import rematch_address
from web.after.scores import ScoredSide, Scores, collect_scores
from web.frame.history import ToldEvent, tell_events

DECISIONS: Final = 50  # of an analysis on a page
LAST: Final = 10  # events
TAIL: Final = 50  # events, more than the command has that ends a game


class Ending(NamedTuple):
    """The end of a game: a headline, what follows it, the last events, and a drawing.

    What follows is the visitor's place, or what a win of a solo game takes. The drawing is a wreath
    for the winner, or the luminaries claimed. All are empty for games not played to their end.
    """

    headline: str
    own: str
    last: list[ToldEvent]
    drawing: SafeString


class ToldTurningPoint(NamedTuple):
    """A moment that decided a game: its version, what it was worth, and what was done then."""

    version: int
    text: str
    did: str


def ending_context(table: Table, view: Observation, language: Language) -> dict[str, Any]:
    """Return the template context of a game that is over; `view` is what its visitor sees."""
    scores, analysis = collect_scores(table, language), find_analysis(table)
    return {
        "scores": scores,
        "ending": _ending(table, view, scores, language),
        "analysis": analysis,
        "turning_points": turning_points(table, analysis, language),
        "again": rematch_address(table),
    }


def find_analysis(table: Table, after: int = 0) -> Analysis | None:
    """Return what is known of a finished game's analysis, with a page of the decisions.

    None for visitors without a log-in, as in the API, and if nobody has asked for it.
    """
    if table.viewer is None or not table.game.over:
        return None
    try:
        _, made = advice.analysis_get(user=table.viewer, game_id=table.game.pk)
    except TableError:
        return None
    verdicts = advice.decisions_after(made, after, DECISIONS)
    return describe_analysis(table, made, verdicts, None, active_language().spelled)


def turning_points(
    table: Table, made: Analysis | None, language: Language
) -> list[ToldTurningPoint]:
    if made is None or not made.turning_points:
        return []
    history = game_history(table=table, limit=table.game.version)
    return [
        ToldTurningPoint(
            point.version, point.text, _done_at(history, point.version, table, language)
        )
        for point in made.turning_points
    ]


def _done_at(history: Sequence[LoggedEvent], version: int, table: Table, language: Language) -> str:
    """Return the first sentence about the command that followed a version."""
    first, rest = history[version : version + 1], history[version + 1 :]
    command = [*first, *takewhile(lambda each: each.stored.command_id is None, rest)]
    return next((each.sentence for each in tell_events(command, table, language.spelled)), "")


def _ending(table: Table, view: Observation, scores: Scores, language: Language) -> Ending:
    if adjudication_of(table.game) or table.game.state != table.game.State.FINISHED:
        return Ending("", "", [], mark_safe(""))
    last = _last(table, scores, language)
    if alone := solo_end(view, language):
        return Ending(alone.reached, alone.goal, last, _drawn_alone(view, language))
    seats = table.game.winners or []
    won = [side for side in scores.ranked if side.place == 1] if seats else []
    own = next((side for side in scores.ranked if side.own), None)
    return Ending(
        headline=_headline(won, language),
        own=_own(own, won) if own else "",
        last=last,
        drawing=mark_safe(wreath(won[0].score, PAGE) if won else ""),  # noqa: S308 - a number
    )


def _drawn_alone(view: Observation, language: Language) -> SafeString:
    """Return the luminaries claimed where claiming wins, or a wreath for a winner otherwise."""
    if view.options.mode_rules.won_by_claiming:
        drawn = arches(view.claimed[0], language, PAGE)
    else:
        drawn = wreath(view.scores[0], PAGE) if view.winner else ""
    return mark_safe(drawn)  # noqa: S308 - drawn by the core


def _last(table: Table, scores: Scores, language: Language) -> list[ToldEvent]:
    """Return what ended the game: who left or, if it was played out, the scoring and the rest."""
    version = table.game.version
    scored = scores.rounds[-1].version if scores.rounds else version
    since = max(0, min(scored - 1, version - TAIL))
    tail = game_history(table=table, after=since, limit=version)
    begins = max((n for n, each in enumerate(tail) if each.stored.command_id), default=0)
    leaving: list[LoggedEvent] = []
    if any(isinstance(each.event, PlayerForfeited) for each in tail[begins:]):
        leaving = _leaving(game_history(table=table, limit=version))
    rest = [each for each in tail if each.stored.sequence >= scored]
    unsaid = [each for each in rest if not isinstance(each.event, GameEnded)]
    return tell_events(leaving or unsaid[:LAST], table, language.spelled)


def _leaving(history: Sequence[LoggedEvent]) -> list[LoggedEvent]:
    """Return the departures of those who forfeited."""
    left = {each.event.seat: each for each in history if isinstance(each.event, SeatLeft)}
    out = [each.event.seat for each in history if isinstance(each.event, PlayerForfeited)]
    return [left[seat] for seat in out if seat in left]


def _headline(won: list[ScoredSide], language: Language) -> str:
    if not won:
        return gettext("Nobody wins.")
    if won[0].own and len(won) == 1:
        return gettext("You win with {score}").format(score=won[0].score)
    names = language.form("and", [side.name for side in won])
    said = ngettext("{names} wins with {score}", "{names} win with {score}", len(won))
    return capitalize(said.format(names=names, score=won[0].score))


def _own(own: ScoredSide, won: list[ScoredSide]) -> str:
    if own in won or own.place is None:
        return ""
    return ngettext(
        "You finish in place {place} with {score} point.",
        "You finish in place {place} with {score} points.",
        own.score,
    ).format(place=own.place, score=own.score)
