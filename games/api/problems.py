"""Problems about games, and the conversion of the games app's and the core's errors to them."""

from http import HTTPStatus
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import NotFound, PermissionDenied, ValidationError

from api.models import epoch
from api.problems import IdempotencyKeyReusedProblem, Problem, add_problems
from games.clocks.errors import ClockError
from games.language import detail_of
from games.refusals import (
    GameFrozenError,
    GameNotFoundError,
    GameOverError,
    HistoryChangedError,
    NotAllowedError,
    OptionsError,
    RuleError,
    StaleVersionError,
    TableError,
)
from games.stream.store import AlreadyThereError, NotStoredError
from illimat_core import BudgetSpentError


class StaleVersionProblem(Problem):
    """Somebody else acted first; the member `current_version` is the game's version now."""

    title = gettext_lazy("The game has moved on")
    default_code = StaleVersionError.code
    default_detail = StaleVersionError.told
    kept = True

    def __init__(self, detail: str | None = None, *, current_version: int) -> None:
        super().__init__(detail, current_version=current_version)


class HistoryChangedProblem(Problem):
    """The client has read a history that the server no longer tells; the members say which it is.

    `epoch` is the present one, `current_version` the game's version now.
    """

    title = gettext_lazy("The history has changed")
    default_code = HistoryChangedError.code
    default_detail = gettext_lazy(
        "The server does not have the events that you have read. It may have been restored from a "
        "backup since. Discard what you know of this game, and read it anew from the beginning."
    )


class GameOverProblem(Problem):
    """The game has ended, or was called off."""

    title = gettext_lazy("The game is over")
    default_code = "game_over"
    default_detail = gettext_lazy("The game is over; nobody acts any more.")
    kept = True


class TableProblem(Problem):
    """The table is not in a state that allows the request; the refusal says why."""

    title = gettext_lazy("The table is not ready for this")
    kept = True

    def __init__(self, refusal: TableError) -> None:
        self.default_code = refusal.code
        super().__init__(str(refusal))


class NotAwaitedProblem(Problem):
    """The game waits for another seat, or for another kind of action, or for one action only."""

    title = gettext_lazy("The game does not wait for this")
    default_code = "not_awaited"
    kept = True


class RefusedProblem(Problem):
    """A rule of the game forbids the action."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    title = gettext_lazy("The rules refuse this action")
    default_code = "refused"
    kept = True


class TooHardProblem(Problem):
    """Checking the action takes more steps than one request may take."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    title = gettext_lazy("The check takes too long")
    default_code = "too_hard"
    default_detail = gettext_lazy(
        "To check whether these items can be taken together takes too long. Take fewer at once."
    )


class DamageProblem(Problem):
    """The stored events of a game or a season were changed; a member of the answer names it.

    There is no Retry-After: the server's operator has to repair it.
    """

    status_code = HTTPStatus.SERVICE_UNAVAILABLE


class GameFrozenProblem(DamageProblem):
    """The stored events of a game were changed; the member `game` names the game."""

    title = gettext_lazy("The game is frozen")
    default_code = "game_frozen"

    def __init__(self, error: GameFrozenError) -> None:
        game = error.game_id
        super().__init__(
            gettext(
                "What is stored of game {game} is not what was written, so nobody can see or play "
                "it until the server's operator has looked into it. Other games go on."
            ).format(game=game),
            game=game,
        )


class NotStoredProblem(Problem):
    """The database accepted events but did not store them; its operator has to look into it."""

    status_code = HTTPStatus.SERVICE_UNAVAILABLE
    title = gettext_lazy("The database stores nothing")
    default_code = "not_stored"
    default_detail = gettext_lazy(
        "The database has not stored what you did, so it is not done. "
        "The server's operator has to look into it."
    )


def _rule_problem(error: RuleError) -> Problem:
    problem = NotAwaitedProblem if error.rule == "R-TURN-1" else RefusedProblem
    members: dict[str, Any] = {"rule": error.rule, "index": error.index}
    if member := error.message.arguments.get("member"):
        members["pointer"] = f"#/{member}"
    return problem(detail_of(error), **members)


def _options_problem(error: OptionsError) -> ValidationError:
    detail: Any = [detail_of(error)]
    path = [] if error.member == "options" else error.member.split("/")
    for name in reversed(["options", *path]):
        detail = {name: detail}
    return ValidationError(detail)


add_problems(
    {
        GameNotFoundError: lambda _: NotFound(),
        NotAllowedError: lambda error: PermissionDenied(str(error)),
        StaleVersionError: lambda error: StaleVersionProblem(
            str(error.told), current_version=error.current
        ),
        HistoryChangedError: lambda error: HistoryChangedProblem(
            epoch=epoch(), current_version=error.version
        ),
        GameOverError: lambda _: GameOverProblem(),
        TableError: TableProblem,
        AlreadyThereError: lambda _: (
            IdempotencyKeyReusedProblem()
        ),  # its stored response was deleted
        GameFrozenError: GameFrozenProblem,
        NotStoredError: lambda _: NotStoredProblem(),
        OptionsError: _options_problem,
        ClockError: lambda error: ValidationError({error.member: [detail_of(error)]}),
        RuleError: _rule_problem,
        BudgetSpentError: lambda _: TooHardProblem(),
    }
)
