"""The analysis of a finished game: asking for it, its turning points, and what could be better."""

from http import HTTPStatus
from itertools import takewhile
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import localize
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games.language import active_language
from games.outputs.advice import Analysis
from games.play import advice
from games.reading.selectors import PastChoice, game_outcomes
from games.reading.tables import Table, table_get
from quotas.services import QuotaError
from web.after.ending import DECISIONS, find_analysis, turning_points
from web.after.scores import draw_expected_scores
from web.frame.access import game_page, visitor_of
from web.frame.history import foretold
from web.frame.queries import number_in


class Better(NamedTuple):
    """A decision that could have been better, in words; `name` is whose it was.

    `played` and `best` are sentences about what was done and what would have been better; `best` is
    empty if checking either takes too long.
    """

    version: int
    round: int
    name: str
    played: str
    best: str
    worth: str
    remarks: list[str]


@require_http_methods(["GET", "HEAD", "POST"])
@game_page
def analysis(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the analysis from a version on, or ask for it; asked twice, it is made once."""
    user = visitor_of(request)
    if user is None:
        return redirect_to_login(request.get_full_path())
    table, refusal = table_get(user=user, game_id=game_id), ""
    if not table.game.over:
        raise Http404
    if request.method == "POST":
        try:
            advice.analysis_ask(user=user, game_id=game_id)
        except QuotaError as error:
            refusal = str(error)
        else:
            return redirect("game-analysis", game_id)
    page = render(request, "web/analysis.html", _shown(request, table) | {"refusal": refusal})
    if refusal:
        page.status_code = HTTPStatus.TOO_MANY_REQUESTS
    return page


def _shown(request: HttpRequest, table: Table) -> dict[str, object]:
    after = number_in(request, "after")
    made, language = find_analysis(table, after), active_language()
    results = made.results if made else []
    return {
        "table": table,
        "game": table.game,
        "analysis": made,
        "turning_points": turning_points(table, made, language),
        "course": draw_expected_scores(table, language) if made else "",
        "decisions": _better(made, table) if made and made.done_at else None,
        "following": results[-1].version if len(results) == DECISIONS else None,
    }


def _better(made: Analysis, table: Table) -> list[Better]:
    """Return the decisions of a page of an analysis that could certainly have been better."""
    certain = [each for each in made.results if each.certain]
    choices = [
        PastChoice(each.version, each.seat, action)
        for each in certain
        for action in (each.played, each.best)
    ]
    names, language = table.addressed, active_language().spelled
    outcomes = game_outcomes(table=table, choices=choices)
    told = [foretold(events, names, language) for events in outcomes]
    worth = gettext("It was worth {points} points more.")
    return [
        Better(
            each.version,
            each.round,
            gettext("You") if each.seat == table.seat else table.names[each.seat],
            *_apart(played, best),
            worth.format(points=localize(round(each.swing, 1))),
            each.remarks,
        )
        for each, played, best in zip(certain, told[::2], told[1::2], strict=True)
    ]


def _apart(played: list[str], best: list[str]) -> tuple[str, str]:
    """Return two outcomes as one text each: as many sentences as it takes to tell them apart."""
    same = len(list(takewhile(lambda both: both[0] == both[1], zip(played, best, strict=False))))
    return " ".join(played[: same + 1]), " ".join(best[: same + 1])
