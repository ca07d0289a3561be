"""Problems about leagues, and the conversion of the app's errors to them."""

from typing import Any

from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import NotFound, ValidationError

from api.problems import Problem, add_problems, problem_of
from games.api.problems import DamageProblem
from leagues.contest.errors import LeagueError, SeasonOptionsError
from leagues.refusals import (
    DamagedSeasonError,
    LeagueNotFoundError,
    PlanChangedError,
    SeasonError,
)
from leagues.rules import SeasonRules
from leagues.season.wording import text_of


class SeasonProblem(Problem):
    """The league or season is not in a state that allows the request; the refusal says why."""

    title = gettext_lazy("The league is not ready for this")
    kept = True

    def __init__(self, refusal: SeasonError) -> None:
        self.default_code = refusal.code
        super().__init__(str(refusal))


class PlanChangedProblem(Problem):
    """What would happen now is not what was planned."""

    title = gettext_lazy("The plan has changed")
    default_code = "plan_changed"
    default_detail = gettext_lazy(
        "Since you saw the plan, somebody has registered, withdrawn, been moved or confirmed that "
        "they will play, or dates or ratings have changed. Ask for it again, then confirm it."
    )


class SeasonDamagedProblem(DamageProblem):
    """The stored events of a season were changed; the member `season` names the season."""

    title = gettext_lazy("The season is damaged")
    default_code = "season_damaged"

    def __init__(self, error: DamagedSeasonError) -> None:
        season = error.season_id
        super().__init__(
            gettext(
                "What is stored of season {season} is not what was written, so it can neither "
                "start nor end until the server's operator has looked into it."
            ).format(season=season),
            season=season,
        )


def _in_rules(error: LeagueError) -> ValidationError:
    """Return the errors at their members, one for each; those of the rules are inside `rules`.

    A member may be a path, such as `seats/0/left`.
    """
    detail: dict[str, Any] = {}
    for each in (error, *error.others):
        *path, member = each.member.split("/")
        if (*path, member)[0] in SeasonRules.__struct_fields__:
            path = ["rules", *path]
        inside = detail
        for name in path:
            inside = inside.setdefault(name, {})
        inside.setdefault(member, [text_of(each)])
    return ValidationError(detail)


def _in_options(error: SeasonOptionsError) -> ValidationError:
    problem = problem_of(error.refused)
    return ValidationError({"rules": problem.detail if problem else [str(error)]})


add_problems(
    {
        LeagueNotFoundError: lambda _: NotFound(),
        SeasonError: SeasonProblem,
        PlanChangedError: lambda error: PlanChangedProblem(str(error) or None),
        DamagedSeasonError: SeasonDamagedProblem,
        LeagueError: _in_rules,
        SeasonOptionsError: _in_options,
    }
)
