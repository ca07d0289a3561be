"""A view that tells how long the server takes to draw a game."""

from time import perf_counter
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.log_in.authentication import requester
from games.reading.pictures import draw_table
from games.reading.tables import table_get

TRIES = 3


class DrawnView(APIView):
    """Draws a game as its viewer may see it, from the stored events to the whole SVG."""

    def get(self, request: Request, game_id: UUID) -> Response:
        """Return the seconds of the shortest of some tries."""
        return Response({"seconds": min(_drawn(request, game_id) for _ in range(TRIES))})


def _drawn(request: Request, game_id: UUID) -> float:
    began = perf_counter()
    draw_table(table_get(user=requester(request), game_id=game_id), theme="light", width="phone")
    return perf_counter() - began
