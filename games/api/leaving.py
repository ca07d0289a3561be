"""The views for leaving a running game and for taking a leaver's seat."""

from uuid import UUID

from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import Members, operation
from api.paging import PageQuerySerializer, page_of
from games.actors import CommandSource
from games.api.base import GameView, read_game
from games.inputs.playing import ChoiceSerializer
from games.outputs import games as outputs
from games.play import leavers, vacancies
from games.reading import lists


class OpenSeatsView(GameView, tag="tables"):
    """Seats of running games that wait for a substitute."""

    @operation(
        "open_seats_list",
        "Find a seat to take over",
        PageQuerySerializer,
        tagged=True,
        secretless=True,
    )
    def get(self, request: Request) -> outputs.OpenSeatPage:
        """Return the open seats of public games that you have not sat at."""
        user = requester(request)
        page = page_of(request, self, lists.open_seats(user=user), lists.NEWEST_FIRST)
        return outputs.OpenSeatPage(outputs.open_seats(user, page.rows), page.next)


class LeaveView(GameView, tag="tables"):
    """Leaving a running game."""

    @operation("game_leave_for_good", "Leave a running game")
    def post(self, request: Request, game_id: UUID) -> outputs.Game:
        """Leave the game; the table's `leavers` says what happens to your seat."""
        leavers.game_leave(user=requester(request), game_id=game_id, source=CommandSource.API)
        return read_game(request, game_id)


class TakeSeatView(GameView, tag="tables"):
    """A seat whose player has left."""

    @operation("seat_take_over", "Take over a seat")
    def post(self, request: Request, game_id: UUID, seat: int) -> outputs.Game:
        """Take a seat as a substitute, or take your own seat back; from the house only once."""
        vacancies.open_seat_take(
            user=requester(request), game_id=game_id, seat=seat, source=CommandSource.API
        )
        return read_game(request, game_id)


class WinOfferView(GameView, tag="tables"):
    """The win that is offered to the last side with people."""

    @operation(
        "win_offer_answer",
        "Win, or play on against the house",
        ChoiceSerializer,
    )
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Game:
        """Choose to win, once no other side has people left, or to play on against the house.

        Without an answer you win in the end, unless you have no time left for a decision of your
        own: then the game is called off (`unanswered` of the event `WinOffered`).
        """
        vacancies.win_choose(
            user=requester(request),
            game_id=game_id,
            choice=members["choice"],
            source=CommandSource.API,
        )
        return read_game(request, game_id)
