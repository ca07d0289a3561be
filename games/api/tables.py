"""Tables: made, found, joined, left, started, called off."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from accounts.models import User
from games import selectors, services
from games.api import examples, outputs
from games.api.base import (
    IF_NONE_MATCH,
    UNCHANGED,
    GameView,
    json_answer,
    read_input,
    read_table,
    table_answer,
)
from games.api.idempotent import HEADER, OPTIONAL_KEY, answer_repeatably, read_key
from games.api.inputs import (
    EmptySerializer,
    GamesQuerySerializer,
    MyGamesQuerySerializer,
    SeatSerializer,
    TableSerializer,
)
from games.api.paging import page_of

CREATED = 201
NO_CONTENT = 204


@extend_schema(tags=["tables"])
class GamesView(GameView):
    """All games that everybody may see, and new ones."""

    @extend_schema(
        operation_id="games_list",
        summary="Find games",
        parameters=[GamesQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.GamePageSerializer, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Answer with public games, the newest first; or with your own, as GET /me/games does."""
        filters = read_input(GamesQuerySerializer, request.query_params)
        if filters.get("mine"):
            games = selectors.games_of(user=requester(request), filters=filters)
        else:
            games = selectors.games_public(filters=filters)
        return page_of(request, self, games)

    @extend_schema(
        operation_id="games_create",
        summary="Make a table and sit down",
        parameters=[OPTIONAL_KEY],
        request=TableSerializer,
        responses={CREATED: outputs.GameSerializer},
        examples=[examples.TABLE],
    )
    def post(self, request: Request) -> HttpResponse:
        """Answer with the new game. With an Idempotency-Key, repeating this makes no second one."""
        wish = read_input(TableSerializer, request.data)
        user = requester(request)

        def make() -> tuple[UUID, dict[str, Any]]:
            made = services.game_create(user=user, **wish)
            return made.id, _shown(user, made.id)

        if HEADER in request.headers:
            return answer_repeatably(request, read_key(request), make, status=CREATED)
        return json_answer(make()[1], CREATED)


@extend_schema(tags=["tables"])
class GameDetailView(GameView):
    """One game."""

    @extend_schema(
        operation_id="game_get",
        summary="Look at a game",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.GameSerializer, 304: UNCHANGED},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Answer with the game as you may see it: the board, what it waits for, your menu."""
        table = read_table(request, game_id)
        return table_answer(request, table, lambda: outputs.game(table))


@extend_schema(tags=["tables"])
class SeatsView(GameView):
    """The seats of a game that has not begun."""

    @extend_schema(
        operation_id="game_join",
        summary="Sit down",
        request=SeatSerializer,
        responses=outputs.GameSerializer,
        examples=[examples.SEAT],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Answer with the game, which has begun if that was the last seat."""
        wish = read_input(SeatSerializer, request.data)
        services.seat_take(user=requester(request), game_id=game_id, **wish)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["tables"])
class OwnSeatView(GameView):
    """One's own seat of a game that has not begun."""

    @extend_schema(
        operation_id="game_leave",
        summary="Get up again",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Leave the table; once the game has begun, one forfeits instead."""
        services.seat_leave(user=requester(request), game_id=game_id)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["tables"])
class OwnInvitationView(GameView):
    """One's own invitation to a game that has not begun."""

    @extend_schema(
        operation_id="invitation_decline",
        summary="Decline an invitation",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Decline, and tell the table so; until the game begins you may still change your mind."""
        services.invitation_decline(user=requester(request), game_id=game_id)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["tables"])
class StartView(GameView):
    """The start of a game, at its creator's wish."""

    @extend_schema(
        operation_id="game_start",
        summary="Start with those who are here",
        request=EmptySerializer,
        responses=outputs.GameSerializer,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Start your game, also with seats left empty if as many as are there may play it."""
        read_input(EmptySerializer, request.data)
        services.game_start(user=requester(request), game_id=game_id)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["tables"])
class CallOffView(GameView):
    """The end of a game without a winner."""

    @extend_schema(
        operation_id="game_call_off",
        summary="Call a game off",
        request=EmptySerializer,
        responses=outputs.GameSerializer,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Before the start its creator calls it off; later it ends when all who play wish it."""
        read_input(EmptySerializer, request.data)
        services.game_call_off(user=requester(request), game_id=game_id)
        return json_answer(_shown(requester(request), game_id))

    @extend_schema(
        operation_id="game_call_off_withdraw",
        summary="Play on after all",
        request=None,
        responses=outputs.GameSerializer,
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take back your wish to call the game off."""
        services.game_call_off_withdraw(user=requester(request), game_id=game_id)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["me"])
class MyGamesView(GameView):
    """One's own games."""

    @extend_schema(
        operation_id="me_games_list",
        summary="My games",
        parameters=[MyGamesQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.MyGamePageSerializer, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Answer with your games: those that wait for you longest first, others newest first."""
        filters = read_input(MyGamesQuerySerializer, request.query_params)
        user = requester(request)
        games = selectors.games_of(user=user, filters=filters)
        longest_first = filters.get("state") == "my_turn"
        ordering = selectors.OLDEST_FIRST if longest_first else selectors.NEWEST_FIRST
        waiting = selectors.games_waiting_count(user=user)
        return page_of(request, self, games, ordering, waiting_count=waiting)


def _shown(user: User, game_id: UUID) -> dict[str, Any]:
    return outputs.game(selectors.table_get(user=user, game_id=game_id))
