"""The views for pauses of a game, by consent of all who play."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import json_answer
from api.inputs import EmptySerializer, read_input
from games import pausing
from games.api.base import GameView, read_table
from games.inputs.tables import PauseSerializer
from games.outputs import games as outputs

OK = 200  # drf-spectacular assumes 204 of every DELETE


@extend_schema(tags=["tables"])
class PauseView(GameView):
    """A pause: proposed, agreed to, withdrawn."""

    @extend_schema(
        operation_id="game_pause",
        summary="Propose a pause, or agree to one",
        request=PauseSerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Agree to a pause. Once all who play agree, no clock runs until the pause ends."""
        members = read_input(PauseSerializer, request.data)
        pausing.pause_agree(user=requester(request), game_id=game_id, **members)
        return json_answer(outputs.game(read_table(request, game_id)))

    @extend_schema(
        operation_id="game_pause_withdraw",
        summary="Take back my consent",
        request=None,
        responses={OK: outputs.Game},
    )
    def delete(self, request: Request, game_id: UUID) -> HttpResponse:
        """Withdraw your consent to the proposed pause, or to ending the pause early."""
        pausing.pause_withdraw(user=requester(request), game_id=game_id)
        return json_answer(outputs.game(read_table(request, game_id)))


@extend_schema(tags=["tables"])
class ResumeView(GameView):
    """The early end of a pause."""

    @extend_schema(
        operation_id="game_resume",
        summary="Agree to end the pause",
        request=EmptySerializer,
        responses=outputs.Game,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Agree to end the pause, which ends once all who play agree."""
        read_input(EmptySerializer, request.data)
        pausing.resume_agree(user=requester(request), game_id=game_id)
        return json_answer(outputs.game(read_table(request, game_id)))
