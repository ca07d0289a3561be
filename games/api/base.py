"""The base class of game views, and conditional responses about a game."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.log_in.authentication import requester
from api.answers import allow_compression, answer_unless_seen, json_answer
from api.models import epoch
from api.views import ApiView
from games.inputs.playing import LogPoint
from games.outputs import games as outputs
from games.reading.tables import Table, table_get
from games.refusals import GameFrozenError, HistoryChangedError
from games.stream import integrity

FORMAT = "8"  # increase it when responses change shape, so that clients drop cached ones


class GameView(ApiView):
    """A view that freezes a game if an error shows that its stored events were changed."""

    def handle_exception(self, exc: Exception) -> Response:
        """Return the problem for an error; a frozen game is logged once, when it is frozen."""
        error = integrity.freeze_if_damaged(exc)
        answer = super().handle_exception(error)
        if isinstance(error, GameFrozenError):
            integrity.do_not_log(answer)
        return answer


def read_table(request: Request, game_id: UUID) -> Table:
    """Raise GameNotFoundError for a game that the requester may not see."""
    return table_get(user=requester(request), game_id=game_id)


def known_upto(table: Table, place: LogPoint) -> int:
    """Return the sequence of the last event that a client knows.

    Raises HistoryChangedError if the server does not have it, or another one in its place.
    """
    if place.epoch not in {"", epoch()} or place.sequence > table.game.version:
        raise HistoryChangedError(table.game.version)
    return place.sequence


def read_game(request: Request, game_id: UUID) -> outputs.Game:
    """Return a game as the requester may see it, after what they did; raises GameNotFoundError."""
    return outputs.game(read_table(request, game_id))


def table_answer(
    request: Request, table: Table, body: Callable[[], Struct], *, depends_on: object = None
) -> HttpResponse:
    """Respond with the result of `body` as JSON, or with 304 without calling it.

    Once the game is over it hides nothing, and may be compressed. See `answer_unless_known`.
    """
    answer = answer_unless_known(request, table, lambda: json_answer(body()), depends_on=depends_on)
    return allow_compression(answer) if table.game.ended_at else answer


def answer_unless_known(
    request: Request, table: Table, answer: Callable[[], HttpResponse], *, depends_on: object
) -> HttpResponse:
    """Respond with the result of `answer`, or with 304 without calling it.

    A response about a game depends on the epoch, its URL, the viewer, the game's revision and head,
    and on the seat, name, wish to end the game, vacation and reliability of each person at the
    table. Pass anything else that it shows as `depends_on`. It also depends on whom the viewer has
    blocked there.
    """
    game = table.game
    version = [FORMAT, epoch(), request.build_absolute_uri(), requester(request).pk, depends_on]
    version += [game.revision, game.head, game.creator, sorted(table.blocks.own.values())]
    version += [
        (a.number, str(a.user), a.wants_end, a.away_until, a.reliability) for a in table.assignments
    ]
    return answer_unless_seen(request, version, answer)
