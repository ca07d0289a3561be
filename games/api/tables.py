"""The views for tables: find, create, join, leave, start and call off games."""

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import CREATED, Members, operation
from api.paging import page_of
from games.actors import CommandSource
from games.api import examples
from games.api.base import GameView, read_game, read_table, table_answer
from games.inputs.tables import (
    CallOffSerializer,
    GamesQuerySerializer,
    HousePlayerSerializer,
    InvitationSerializer,
    MyGamesQuerySerializer,
    SeatSerializer,
    TableSerializer,
)
from games.making import invitations, services
from games.outputs import games as outputs
from games.outputs.clocks import clocks
from games.play import ends
from games.reading import lists, tables


class GamesView(GameView, tag="tables"):
    """The list of public games, and the creation of games."""

    @operation("games_list", "Find games", GamesQuerySerializer, tagged=True, secretless=True)
    def get(self, request: Request, members: Members) -> outputs.GamePage:
        """Return public games, the newest first; or your own games, as GET /me/games does."""
        if members.get("mine"):
            games = lists.games_of(user=requester(request), filters=members)
        else:
            games = lists.games_public(filters=members)
        page = page_of(request, self, games, lists.NEWEST_FIRST)
        listed = tables.tables_of(user=requester(request), games=page.rows)
        shown = listed if members.get("mine") else tables.without_blocked(listed)
        return outputs.GamePage(results=outputs.summaries(shown), next=page.next)

    @operation(
        "games_create",
        "Make a table and sit down",
        TableSerializer,
        status=CREATED,
        repeatable=True,
        examples=[examples.TABLE, examples.PRACTICE],
    )
    def post(self, request: Request, members: Members) -> outputs.Game:
        """Create a game. With an Idempotency-Key, repeating the request makes no second one."""
        made = services.game_create(
            user=requester(request), wanted=services.NewTable(**members), source=CommandSource.API
        )
        return read_game(request, made.id)


class GameDetailView(GameView, tag="tables"):
    """One game."""

    @operation("game_get", "Look at a game", answers=outputs.Game, tagged=True)
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


class SeatsView(GameView, tag="tables"):
    """The seats of a game that has not begun."""

    @operation("game_join", "Sit down", SeatSerializer, examples=[examples.SEAT])
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Game:
        """Take a seat and return the game, which has begun if that was the last seat."""
        services.seat_take(
            user=requester(request), game_id=game_id, source=CommandSource.API, **members
        )
        return read_game(request, game_id)


class HousePlayersView(GameView, tag="tables"):
    """The house players at a table whose game has not begun."""

    @operation(
        "house_player_add",
        "Seat a house player",
        HousePlayerSerializer,
        examples=[examples.HOUSE_PLAYER],
    )
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Game:
        """Give a seat of your table to the house; the game begins if that was the last seat."""
        services.house_player_add(
            user=requester(request), game_id=game_id, source=CommandSource.API, **members
        )
        return read_game(request, game_id)


class HousePlayerView(GameView, tag="tables"):
    """A house player at a table whose game has not begun."""

    @operation("house_player_remove", "Remove a house player")
    def delete(self, request: Request, game_id: UUID, name: str) -> None:
        """Free the seat of a house player, named as in `players`, at your table."""
        services.house_player_remove(user=requester(request), game_id=game_id, name=name)


class OwnSeatView(GameView, tag="tables"):
    """One's own seat of a game that has not begun."""

    @operation("seat_give_up", "Get up again")
    def delete(self, request: Request, game_id: UUID) -> None:
        """Give up your seat before the game begins; POST /games/{game_id}/leave is for later."""
        services.seat_leave(user=requester(request), game_id=game_id)


class InvitationsView(GameView, tag="tables"):
    """The invitations to a table whose game has not begun."""

    @operation("invitation_make", "Invite somebody", InvitationSerializer)
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Game:
        """Invite a person to your table, and mail them; again changes nothing."""
        invitations.invitation_make(user=requester(request), game_id=game_id, **members)
        return read_game(request, game_id)


class InvitationView(GameView, tag="tables"):
    """An invitation to a table whose game has not begun."""

    @operation("invitation_withdraw", "Withdraw an invitation")
    def delete(self, request: Request, game_id: UUID, handle: str) -> None:
        """Withdraw an invitation to your table; a private table is hidden from them again."""
        invitations.invitation_withdraw(user=requester(request), game_id=game_id, handle=handle)


class OwnInvitationView(GameView, tag="tables"):
    """One's own invitation to a game that has not begun."""

    @operation("invitation_decline", "Decline an invitation")
    def delete(self, request: Request, game_id: UUID) -> None:
        """Decline, which the table can see; you may still join until the game begins."""
        invitations.invitation_decline(user=requester(request), game_id=game_id)


class StartView(GameView, tag="tables"):
    """The start of a game by its creator."""

    @operation("game_start", "Start with those who are here")
    def post(self, request: Request, game_id: UUID) -> outputs.Game:
        """Start your game; seats may stay empty if the game allows that number of players."""
        services.game_start(user=requester(request), game_id=game_id, source=CommandSource.API)
        return read_game(request, game_id)


class CallOffView(GameView, tag="tables"):
    """The end of a game without a winner."""

    @operation("game_call_off", "Call a game off", CallOffSerializer)
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Game:
        """Call the game off: before the start as its creator, later once all who play wish it."""
        user = requester(request)
        if members["only_open"]:
            services.table_call_off(user=user, game_id=game_id)
        else:
            ends.end_wish(user=user, game_id=game_id, source=CommandSource.API)
        return read_game(request, game_id)

    @operation("game_call_off_withdraw", "Play on after all")
    def delete(self, request: Request, game_id: UUID) -> outputs.Game:
        """Withdraw your wish to call the game off."""
        ends.end_wish_withdraw(user=requester(request), game_id=game_id)
        return read_game(request, game_id)


class MyGamesView(GameView, tag="me"):
    """One's own games."""

    @operation("me_games_list", "My games", MyGamesQuerySerializer, tagged=True, secretless=True)
    def get(self, request: Request, members: Members) -> outputs.MyGamePage:
        """Return your games, the newest first; with `my_turn`, those whose time ends first."""
        user = requester(request)
        games = lists.games_of(user=user, filters=members)
        waiting = lists.games_waiting_count(user=user)
        page = page_of(request, self, games, lists.order_of(members.get("state")))
        results = outputs.summaries(tables.tables_of(user=user, games=page.rows))
        return outputs.MyGamePage(results=results, next=page.next, waiting_count=waiting)
