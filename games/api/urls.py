"""The routes of the games' API."""

from django.urls import path

from games.api.about import MetaView
from games.api.advice import AnalysisView, HintView
from games.api.calendars import CalendarView, VacationsView, VacationView
from games.api.deals import ExportView, FairDealView, SealsView
from games.api.feeds import CalendarFeedView, DeadlinesView
from games.api.leaving import LeaveView, OpenSeatsView, TakeSeatView, WinOfferView
from games.api.pauses import PauseView, ResumeView
from games.api.people import PlayerView
from games.api.pictures import BoardPngView, BoardSvgView
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
    HousePlayersView,
    HousePlayerView,
    InvitationsView,
    InvitationView,
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
    path("me/calendar", CalendarView.as_view(), name="my-calendar"),
    path("me/calendar-feed", CalendarFeedView.as_view(), name="my-calendar-feed"),
    path("me/deadlines.ics", DeadlinesView.as_view(), name="my-deadlines"),
    path("me/vacations", VacationsView.as_view(), name="my-vacations"),
    path("me/vacations/<int:vacation_id>", VacationView.as_view(), name="my-vacation"),
    path("players/<str:handle>", PlayerView.as_view(), name="player"),
    path("games", GamesView.as_view(), name="games"),
    path(GAME, GameDetailView.as_view(), name="game"),
    path(f"{GAME}/board.svg", BoardSvgView.as_view(), name="game-board-svg"),
    path(f"{GAME}/board.png", BoardPngView.as_view(), name="game-board-png"),
    path(f"{GAME}/seats", SeatsView.as_view(), name="game-seats"),
    path("open-seats", OpenSeatsView.as_view(), name="open-seats"),
    path(f"{GAME}/leave", LeaveView.as_view(), name="game-resign"),
    path(f"{GAME}/win-offer", WinOfferView.as_view(), name="game-win-offer"),
    path(f"{GAME}/seats/<int:seat>", TakeSeatView.as_view(), name="game-seat"),
    path(f"{GAME}/seats/me", OwnSeatView.as_view(), name="game-own-seat"),
    path(f"{GAME}/house", HousePlayersView.as_view(), name="game-house"),
    path(f"{GAME}/house/<str:name>", HousePlayerView.as_view(), name="game-house-player"),
    path(f"{GAME}/invitations/me", OwnInvitationView.as_view(), name="game-own-invitation"),
    path(f"{GAME}/invitations", InvitationsView.as_view(), name="game-invitations"),
    path(f"{GAME}/invitations/<str:handle>", InvitationView.as_view(), name="game-invitation"),
    path(f"{GAME}/start", StartView.as_view(), name="game-start"),
    path(f"{GAME}/call-off", CallOffView.as_view(), name="game-call-off"),
    path(f"{GAME}/pause", PauseView.as_view(), name="game-pause"),
    path(f"{GAME}/resume", ResumeView.as_view(), name="game-resume"),
    path(f"{GAME}/legal-actions", LegalActionsView.as_view(), name="game-legal-actions"),
    path(f"{GAME}/preview", PreviewView.as_view(), name="game-preview"),
    path(f"{GAME}/actions", ActionsView.as_view(), name="game-actions"),
    path(f"{GAME}/hint", HintView.as_view(), name="game-hint"),
    path(f"{GAME}/analysis", AnalysisView.as_view(), name="game-analysis"),
    path(f"{GAME}/events", EventsView.as_view(), name="game-events"),
    path(f"{GAME}/deal", FairDealView.as_view(), name="game-deal"),
    path(f"{GAME}/export", ExportView.as_view(), name="game-export"),
    path("deals", SealsView.as_view(), name="deals"),
    path(f"{GAME}/at/<int:version>", AtVersionView.as_view(), name="game-at"),
]
