"""The routes of what one wants to be told."""

from django.urls import path

from notifications.choosing.views import GameNotificationsView, NotificationsView

urlpatterns = [
    path("me/notifications", NotificationsView.as_view(), name="my-notifications"),
    path(
        "games/<uuid:game_id>/notifications",
        GameNotificationsView.as_view(),
        name="game-notifications",
    ),
]
