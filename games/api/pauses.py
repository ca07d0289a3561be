"""The views for pauses of a game, by consent of all who play."""

from uuid import UUID

from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import Members, operation
from games.actors import CommandSource
from games.api.base import GameView, read_game
from games.inputs.tables import PauseSerializer
from games.outputs import games as outputs
from games.play import pauses


class PauseView(GameView, tag="tables"):
    """A pause: proposed, agreed to, withdrawn."""

    @operation("game_pause", "Propose a pause, or agree to one", PauseSerializer)
    def post(self, request: Request, game_id: UUID, members: Members) -> outputs.Game:
        """Agree to a pause. Once all who play agree, no clock runs until the pause ends."""
        pauses.pause_agree(
            user=requester(request), game_id=game_id, source=CommandSource.API, **members
        )
        return read_game(request, game_id)

    @operation("game_pause_withdraw", "Take back my consent")
    def delete(self, request: Request, game_id: UUID) -> outputs.Game:
        """Withdraw your consent to the proposed pause, or to ending the pause early."""
        pauses.pause_withdraw(user=requester(request), game_id=game_id)
        return read_game(request, game_id)


class ResumeView(GameView, tag="tables"):
    """The early end of a pause."""

    @operation("game_resume", "Agree to end the pause")
    def post(self, request: Request, game_id: UUID) -> outputs.Game:
        """Agree to end the pause, which ends once all who play agree."""
        pauses.resume_agree(user=requester(request), game_id=game_id, source=CommandSource.API)
        return read_game(request, game_id)
