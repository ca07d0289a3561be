"""What the views of games have in common: reading, refusing, and answering with tagged bytes."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.crypto import salted_hmac
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.exceptions import APIException, NotFound, PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import requester
from accounts.serializers import StrictSerializer
from accounts.slots import slot_of
from games import freezing
from games.api.errors import (
    GameFrozenProblem,
    GameOverProblem,
    IdempotencyKeyReusedProblem,
    NotStoredProblem,
    Problem,
    QuotaProblem,
    StaleVersionProblem,
    TooHardProblem,
    rule_problem,
)
from games.refusals import (
    GameFrozenError,
    GameNotFoundError,
    GameOverError,
    KeyReusedError,
    NotAllowedError,
    OptionsError,
    RuleError,
    TableError,
)
from games.selectors import Table, table_get
from games.store import AlreadyThereError, NotStoredError, StaleVersionError
from illimat_core import BudgetSpentError
from quotas.services import QuotaError

IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The ETag of what you have; 304 if that is all there is.",
)
UNCHANGED = OpenApiResponse(description="Nothing has changed; what you have is right.")
MAY_BE_COMPRESSED = "may_be_compressed"  # an attribute of answers that may be compressed
FORMAT = "2"  # to be raised with every change of what the same game's answers look like


class TableProblem(Problem):
    """The table is not in a state for it."""

    title = "The table is not ready for this"

    def __init__(self, refusal: TableError) -> None:
        self.default_code = refusal.code
        super().__init__(str(refusal))


class GameView(APIView):
    """A view that answers in bytes, with the server's time, and with problems for refusals.

    One person is answered so many times at once and no more.
    """

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer, and let go of the slot that this took."""
        with ExitStack() as self.held:
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """See who asks, and take one of their slots; raises QuotaError."""
        super().initial(request, *args, **kwargs)
        self.held.enter_context(slot_of(request))

    def handle_exception(self, exc: Exception) -> Response:
        """Answer a refusal of the games' own with the problem that it is."""
        error = freezing.frozen_by(exc)
        answer = super().handle_exception(problem_of(error) or error)
        if isinstance(error, GameFrozenError):
            freezing.do_not_log(answer)
        return answer

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Add what every answer about games carries."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers["Server-Time"] = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        return final


def read_input(kind: type[StrictSerializer], given: Any) -> dict[str, Any]:
    """Return the members of a body or a query; raises ValidationError."""
    wish = kind(data=given)
    wish.is_valid(raise_exception=True)
    members: dict[str, Any] = wish.validated_data
    return members


def read_table(request: Request, game_id: UUID) -> Table:
    """Return the table that a request is about; raises GameNotFoundError."""
    return table_get(user=requester(request), game_id=game_id)


def json_answer(body: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """Return an answer with `body` as JSON; where it names the next page, so does a header."""
    answer = HttpResponse(msgspec.json.encode(body), "application/json", status)
    if following := body.get("next"):
        answer.headers["Link"] = f'<{following}>; rel="next"'
    return answer


def without_secrets(answer: HttpResponse) -> HttpResponse:
    """Mark an answer that nobody could learn a secret from, so that it may be compressed."""
    setattr(answer, MAY_BE_COMPRESSED, True)
    return answer


def tagged_answer(request: Request, body: Mapping[str, Any]) -> HttpResponse:
    """Return `body` under the hash of its bytes, or 304 to who has them already."""
    answer = json_answer(body)
    etag = f'"{salted_hmac("games.api", answer.content, algorithm="sha256").hexdigest()}"'
    return _unless_known(request, etag, lambda: answer)


def table_answer(
    request: Request, table: Table, body: Callable[[], Mapping[str, Any]]
) -> HttpResponse:
    """Return what `body` gives, or 304 to who has it already, which is told without asking `body`.

    The tag is drawn from all that an answer about this game can depend on: where the request goes,
    who asks, the game's revision and head, and who sits where with which name and wish.
    """
    game = table.game
    seen = [FORMAT, request.build_absolute_uri(), requester(request).pk]
    seen += [game.revision, game.head, game.creator]
    seen += [(a.number, str(a.user), a.wants_end) for a in table.assignments]
    etag = f'"{salted_hmac("games.api", repr(seen), algorithm="sha256").hexdigest()}"'
    return _unless_known(request, etag, lambda: json_answer(body()))


def problem_of(error: Exception) -> APIException | None:
    """Return the problem that says what `error` says, None for what is no refusal of ours."""
    return next((say(error) for kind, say in SAID.items() if isinstance(error, kind)), None)


def _options_refused(error: OptionsError) -> ValidationError:
    about_all = error.member == "options"
    return ValidationError(
        {"options": [error.detail] if about_all else {error.member: [error.detail]}}
    )


SAID: dict[type[Exception], Callable[[Any], APIException]] = {
    GameNotFoundError: lambda _: NotFound(),
    NotAllowedError: lambda error: PermissionDenied(str(error)),
    StaleVersionError: lambda error: StaleVersionProblem(current_version=error.current),
    GameOverError: lambda _: GameOverProblem(),
    TableError: TableProblem,
    KeyReusedError: lambda _: IdempotencyKeyReusedProblem(),
    AlreadyThereError: lambda _: IdempotencyKeyReusedProblem(),  # its answer was forgotten
    GameFrozenError: lambda error: GameFrozenProblem(game=str(error.game_id)),
    NotStoredError: lambda _: NotStoredProblem(),
    OptionsError: _options_refused,
    QuotaError: QuotaProblem,
    RuleError: rule_problem,
    BudgetSpentError: lambda _: TooHardProblem(),
}


def _unless_known(request: Request, etag: str, answer: Callable[[], HttpResponse]) -> HttpResponse:
    """Answer with `etag`, or 304 to who has what it names."""
    known: HttpResponse | None = get_conditional_response(request._request, etag=etag)
    given = answer() if known is None else known
    given.headers["ETag"] = etag
    return given
