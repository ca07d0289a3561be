"""The views for what one wants to be told."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import Members, operation
from api.views import ApiView
from games.api.base import GameView, read_table
from games.models import Game
from games.refusals import NotAllowedError
from notifications.choosing import outputs
from notifications.choosing.choices import choices_change
from notifications.choosing.inputs import GameNotificationsSerializer, NotificationsSerializer
from notifications.wishes.preferences import preferences_change


class NotificationsView(ApiView, tag="me"):
    """What one wants to be told."""

    @operation("me_notifications_get", "My notification settings")
    def get(self, request: Request) -> outputs.Notifications:
        """Return which notices you want, by which channels, and when."""
        return outputs.notifications(requester(request))

    @operation(
        "me_notifications_update", "Change my notification settings", NotificationsSerializer
    )
    def patch(self, request: Request, members: Members) -> outputs.Notifications:
        """Change the members that you send; a game may have choices of its own."""
        person = requester(request)
        with transaction.atomic():
            choices_change(person=person, answers=members.pop("choices", {}))
            if members:
                preferences_change(person=person, **members)
        return outputs.notifications(person)


class GameNotificationsView(GameView, tag="me"):
    """What one wants to be told about a game."""

    @operation("game_notifications_get", "My notification settings for this game")
    def get(self, request: Request, game_id: UUID) -> outputs.GameNotifications:
        """Return which notices about this game you want; only for the people at its table."""
        return outputs.game_notifications(requester(request), _game(request, game_id))

    @operation(
        "game_notifications_update",
        "Change my notification settings for this game",
        GameNotificationsSerializer,
    )
    def patch(self, request: Request, game_id: UUID, members: Members) -> outputs.GameNotifications:
        """Change the members that you send, for this game only; null undoes a change."""
        person, game = requester(request), _game(request, game_id)
        choices_change(person=person, game=game, answers=members.get("choices", {}))
        return outputs.game_notifications(person, game)


def _game(request: Request, game_id: UUID) -> Game:
    """Return a game at whose table the requester sits; raises NotAllowedError for any other."""
    table = read_table(request, game_id)
    if table.own is None:
        raise NotAllowedError(gettext("Only the people at the table get notices about the game."))
    return table.game
