"""The views for tables: find, create, join, leave, start and call off games."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from accounts.models import User
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.idempotency import HEADER, OPTIONAL_KEY, answer_repeatably, read_key
from api.inputs import EmptySerializer, read_input
from api.paging import page_of
from games import invitations, lists, services, tables
from games.api import examples
from games.api.base import GameView, read_table, table_answer
from games.inputs.tables import (
    GamesQuerySerializer,
    HousePlayerSerializer,
    InvitationSerializer,
    MyGamesQuerySerializer,
    SeatSerializer,
    TableSerializer,
)
from games.outputs import games as outputs
from games.outputs.clocks import clocks

CREATED = 201
OK = 200  # drf-spectacular assumes 204 of every DELETE
NO_CONTENT = 204


@extend_schema(tags=["tables"])
class GamesView(GameView):
    """The list of public games, and the creation of games."""

    @extend_schema(
        operation_id="games_list",
        summary="Find games",
        parameters=[GamesQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.GamePage, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return public games, the newest first; or your own games, as GET /me/games does."""
        filters = read_input(GamesQuerySerializer, request.query_params)
        if filters.get("mine"):
            games = lists.games_of(user=requester(request), filters=filters)
        else:
            games = lists.games_public(filters=filters)
        page = page_of(request, self, games, lists.NEWEST_FIRST)
        listed = tables.tables_of(user=requester(request), games=page.rows)
        shown = listed if filters.get("mine") else tables.without_blocked(listed)
        body = outputs.GamePage(results=outputs.summaries(shown), next=page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="games_create",
        summary="Make a table and sit down",
        parameters=[OPTIONAL_KEY],
        request=TableSerializer,
        responses={CREATED: outputs.Game},
        examples=[examples.TABLE, examples.PRACTICE],
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a game. With an Idempotency-Key, repeating the request makes no second one."""
        members = read_input(TableSerializer, request.data)
        user = requester(request)

        def make() -> outputs.Game:
            return _shown(user, services.game_create(user=user, **members).id)

        if HEADER in request.headers:
            return answer_repeatably(request, user, read_key(request), make, status=CREATED)
        return json_answer(make(), CREATED)


@extend_schema(tags=["tables"])
class GameDetailView(GameView):
    """One game."""

    @extend_schema(
        operation_id="game_get",
        summary="Look at a game",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.Game, 304: UNCHANGED},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return the game as you may see it: the board, the open decisions, your menu."""
        table = read_table(request, game_id)
        shown = clocks(table)
        return table_answer(
            request,
            table,
            lambda: outputs.game(table, shown),
            depends_on=(shown, table.season),
        )


@extend_schema(tags=["tables"])
class SeatsView(GameView):
    """The seats of a game that has not begun."""

    @extend_schema(
        operation_id="game_join",
        summary="Sit down",
        request=SeatSerializer,
        responses=outputs.Game,
        examples=[examples.SEAT],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Take a seat and return the game, which has begun if that was the last seat."""
        members = read_input(SeatSerializer, request.data)
        services.seat_take(user=requester(request), game_id=game_id, **members)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["tables"])
class HousePlayersView(GameView):
    """The house players at a table whose game has not begun."""

    @extend_schema(
        operation_id="house_player_add",
        summary="Seat a house player",
        request=HousePlayerSerializer,
        responses=outputs.Game,
        examples=[examples.HOUSE_PLAYER],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give a seat of your table to the house; the game begins if that was the last seat."""
        members = read_input(HousePlayerSerializer, request.data)
        services.house_player_add(user=requester(request), game_id=game_id, **members)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["tables"])
class HousePlayerView(GameView):
    """A house player at a table whose game has not begun."""

    @extend_schema(
        operation_id="house_player_remove",
        summary="Remove a house player",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, game_id: UUID, name: str) -> HttpResponse:
        """Free the seat of a house player, named as in `players`, at your table."""
        services.house_player_remove(user=requester(request), game_id=game_id, name=name)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["tables"])
class OwnSeatView(GameView):
    """One's own seat of a game that has not begun."""

    @extend_schema(
        operation_id="seat_give_up",
        summary="Get up again",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Give up your seat before the game begins; POST /games/{game_id}/leave is for later."""
        services.seat_leave(user=requester(request), game_id=game_id)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["tables"])
class InvitationsView(GameView):
    """The invitations to a table whose game has not begun."""

    @extend_schema(
        operation_id="invitation_make",
        summary="Invite somebody",
        request=InvitationSerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Invite a person to your table, and mail them; again changes nothing."""
        members = read_input(InvitationSerializer, request.data)
        invitations.invitation_make(user=requester(request), game_id=game_id, **members)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["tables"])
class InvitationView(GameView):
    """An invitation to a table whose game has not begun."""

    @extend_schema(
        operation_id="invitation_withdraw",
        summary="Withdraw an invitation",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, game_id: UUID, handle: str) -> HttpResponse:
        """Withdraw an invitation to your table; a private table is hidden from them again."""
        invitations.invitation_withdraw(user=requester(request), game_id=game_id, handle=handle)
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
        """Decline, which the table can see; you may still join until the game begins."""
        invitations.invitation_decline(user=requester(request), game_id=game_id)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["tables"])
class StartView(GameView):
    """The start of a game by its creator."""

    @extend_schema(
        operation_id="game_start",
        summary="Start with those who are here",
        request=EmptySerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Start your game; seats may stay empty if the game allows that number of players."""
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
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Call the game off: before the start as its creator, later once all who play wish it."""
        read_input(EmptySerializer, request.data)
        services.game_call_off(user=requester(request), game_id=game_id)
        return json_answer(_shown(requester(request), game_id))

    @extend_schema(
        operation_id="game_call_off_withdraw",
        summary="Play on after all",
        request=None,
        responses={OK: outputs.Game},
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Withdraw your wish to call the game off."""
        services.game_call_off_withdraw(user=requester(request), game_id=game_id)
        return json_answer(_shown(requester(request), game_id))


@extend_schema(tags=["me"])
class MyGamesView(GameView):
    """One's own games."""

    @extend_schema(
        operation_id="me_games_list",
        summary="My games",
        parameters=[MyGamesQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.MyGamePage, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return your games, the newest first; with `my_turn`, those whose time ends first."""
        filters = read_input(MyGamesQuerySerializer, request.query_params)
        user = requester(request)
        games = lists.games_of(user=user, filters=filters)
        waiting = lists.games_waiting_count(user=user)
        page = page_of(request, self, games, lists.order_of(filters.get("state")))
        results = outputs.summaries(tables.tables_of(user=user, games=page.rows))
        body = outputs.MyGamePage(results=results, next=page.next, waiting_count=waiting)
        return without_secrets(tagged_answer(request, body))


def _shown(user: User, game_id: UUID) -> outputs.Game:
    return outputs.game(tables.table_get(user=user, game_id=game_id))
