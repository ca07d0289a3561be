"""The views for leaving a running game and for taking a leaver's seat."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.inputs import EmptySerializer, read_input
from api.paging import PageQuerySerializer, page_of
from games import leaving, lists
from games.api.base import GameView, read_table
from games.inputs.playing import ChoiceSerializer
from games.outputs import games as outputs


@extend_schema(tags=["tables"])
class OpenSeatsView(GameView):
    """Seats of running games that wait for a substitute."""

    @extend_schema(
        operation_id="open_seats_list",
        summary="Find a seat to take over",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.OpenSeatPage, 304: UNCHANGED},
    )
    def get(self, request: Request) -> HttpResponse:
        """Return the open seats of public games that you have not sat at."""
        read_input(PageQuerySerializer, request.query_params)
        user = requester(request)
        page = page_of(request, self, lists.open_seats(user=user), lists.NEWEST_FIRST)
        body = outputs.OpenSeatPage(outputs.open_seats(user, page.rows), page.next)
        return without_secrets(tagged_answer(request, body))


@extend_schema(tags=["tables"])
class LeaveView(GameView):
    """Leaving a running game."""

    @extend_schema(
        operation_id="game_leave_for_good",
        summary="Leave a running game",
        request=EmptySerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Leave the game; the table's `leavers` says what happens to your seat."""
        read_input(EmptySerializer, request.data)
        leaving.game_leave(user=requester(request), game_id=game_id)
        return _answer(request, game_id)


@extend_schema(tags=["tables"])
class TakeSeatView(GameView):
    """A seat whose player has left."""

    @extend_schema(
        operation_id="seat_take_over",
        summary="Take over a seat",
        request=EmptySerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID, seat: int) -> HttpResponse:
        """Take a seat as a substitute, or take your own seat back; from the house only once."""
        read_input(EmptySerializer, request.data)
        leaving.open_seat_take(user=requester(request), game_id=game_id, seat=seat)
        return _answer(request, game_id)


@extend_schema(tags=["tables"])
class WinOfferView(GameView):
    """The win that is offered to the last side with people."""

    @extend_schema(
        operation_id="win_offer_answer",
        summary="Win, or play on against the house",
        request=ChoiceSerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Choose to win, once no other side has people left, or to play on against the house.

        Without an answer you win in the end, unless you have no time left for a decision of your
        own: then the game is called off (`unanswered` of the event `WinOffered`).
        """
        choice = read_input(ChoiceSerializer, request.data)["choice"]
        leaving.win_choose(user=requester(request), game_id=game_id, choice=choice)
        return _answer(request, game_id)


def _answer(request: Request, game_id: UUID) -> HttpResponse:
    return json_answer(outputs.game(read_table(request, game_id)))
