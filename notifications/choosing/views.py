"""The views for what one wants to be told."""

from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import json_answer
from api.inputs import read_input
from api.views import ApiView
from games.api.base import GameView, read_table
from games.models import Game
from games.refusals import NotAllowedError
from notifications.choices import choices_change
from notifications.choosing import outputs
from notifications.choosing.inputs import GameNotificationsSerializer, NotificationsSerializer
from notifications.preferences import preferences_change


@extend_schema(tags=["me"])
class NotificationsView(ApiView):
    """What one wants to be told."""

    @extend_schema(
        operation_id="me_notifications_get",
        summary="My notification settings",
        responses=outputs.Notifications,
    )
    def get(self, request: Request) -> HttpResponse:
        """Return which notices you want, by which channels, and when."""
        return json_answer(outputs.notifications(requester(request)))

    @extend_schema(
        operation_id="me_notifications_update",
        summary="Change my notification settings",
        request=NotificationsSerializer,
        responses=outputs.Notifications,
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change the members that you send; a game may have choices of its own."""
        changes = read_input(NotificationsSerializer, request.data)
        person = requester(request)
        with transaction.atomic():
            choices_change(person=person, answers=changes.pop("choices", {}))
            if changes:
                preferences_change(person=person, **changes)
        return json_answer(outputs.notifications(person))


@extend_schema(tags=["me"])
class GameNotificationsView(GameView):
    """What one wants to be told about a game."""

    @extend_schema(
        operation_id="game_notifications_get",
        summary="My notification settings for this game",
        responses=outputs.GameNotifications,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Return which notices about this game you want; only for the people at its table."""
        return json_answer(outputs.game_notifications(requester(request), _game(request, game_id)))

    @extend_schema(
        operation_id="game_notifications_update",
        summary="Change my notification settings for this game",
        request=GameNotificationsSerializer,
        responses=outputs.GameNotifications,
    )
    def patch(self, request: Request, game_id: UUID) -> HttpResponse:
        """Change the members that you send, for this game only; null undoes a change."""
        changes = read_input(GameNotificationsSerializer, request.data)
        person, game = requester(request), _game(request, game_id)
        choices_change(person=person, game=game, answers=changes.get("choices", {}))
        return json_answer(outputs.game_notifications(person, game))


def _game(request: Request, game_id: UUID) -> Game:
    """Return a game at whose table the requester sits; raises NotAllowedError for any other."""
    table = read_table(request, game_id)
    if table.own is None:
        raise NotAllowedError(gettext("Only the people at the table get notices about the game."))
    return table.game
