"""The routes of the games' API."""

from django.urls import path

from games.api.about import MetaView
from games.api.playing import (
    ActionsView,
    AtVersionView,
    EventsView,
    LegalActionsView,
    PreviewView,
)
from games.api.tables import (
    CallOffView,
    GameDetailView,
    GamesView,
    MyGamesView,
    OwnInvitationView,
    OwnSeatView,
    SeatsView,
    StartView,
)

GAME = "games/<uuid:game_id>"

urlpatterns = [
    path("meta", MetaView.as_view(), name="meta"),
    path("me/games", MyGamesView.as_view(), name="my-games"),
    path("games", GamesView.as_view(), name="games"),
    path(GAME, GameDetailView.as_view(), name="game"),
    path(f"{GAME}/seats", SeatsView.as_view(), name="game-seats"),
    path(f"{GAME}/seats/me", OwnSeatView.as_view(), name="game-own-seat"),
    path(f"{GAME}/invitations/me", OwnInvitationView.as_view(), name="game-own-invitation"),
    path(f"{GAME}/start", StartView.as_view(), name="game-start"),
    path(f"{GAME}/call-off", CallOffView.as_view(), name="game-call-off"),
    path(f"{GAME}/legal-actions", LegalActionsView.as_view(), name="game-legal-actions"),
    path(f"{GAME}/preview", PreviewView.as_view(), name="game-preview"),
    path(f"{GAME}/actions", ActionsView.as_view(), name="game-actions"),
    path(f"{GAME}/events", EventsView.as_view(), name="game-events"),
    path(f"{GAME}/at/<int:version>", AtVersionView.as_view(), name="game-at"),
]
