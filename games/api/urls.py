"""The routes of the games' API."""

from django.urls import include, path

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

OF_GAME = [
    path("actions", ActionsView.as_view(), name="game-actions"),
    path("events", EventsView.as_view(), name="game-events"),
    path("preview", PreviewView.as_view(), name="game-preview"),
    path("legal-actions", LegalActionsView.as_view(), name="game-legal-actions"),
    path("board.svg", BoardSvgView.as_view(), name="game-board-svg"),
    path("board.png", BoardPngView.as_view(), name="game-board-png"),
    path("seats", SeatsView.as_view(), name="game-seats"),
    path("leave", LeaveView.as_view(), name="game-resign"),
    path("win-offer", WinOfferView.as_view(), name="game-win-offer"),
    path("seats/<int:seat>", TakeSeatView.as_view(), name="game-seat"),
    path("seats/me", OwnSeatView.as_view(), name="game-own-seat"),
    path("house", HousePlayersView.as_view(), name="game-house"),
    path("house/<str:name>", HousePlayerView.as_view(), name="game-house-player"),
    path("invitations/me", OwnInvitationView.as_view(), name="game-own-invitation"),
    path("invitations", InvitationsView.as_view(), name="game-invitations"),
    path("invitations/<str:handle>", InvitationView.as_view(), name="game-invitation"),
    path("start", StartView.as_view(), name="game-start"),
    path("call-off", CallOffView.as_view(), name="game-call-off"),
    path("pause", PauseView.as_view(), name="game-pause"),
    path("resume", ResumeView.as_view(), name="game-resume"),
    path("hint", HintView.as_view(), name="game-hint"),
    path("analysis", AnalysisView.as_view(), name="game-analysis"),
    path("deal", FairDealView.as_view(), name="game-deal"),
    path("export", ExportView.as_view(), name="game-export"),
    path("at/<int:version>", AtVersionView.as_view(), name="game-at"),
]

# Routes are tried one after the other: those asked for most come first.
urlpatterns = [
    path("games/<uuid:game_id>", GameDetailView.as_view(), name="game"),
    path("games/<uuid:game_id>/", include(OF_GAME)),
    path("meta", MetaView.as_view(), name="meta"),
    path("me/games", MyGamesView.as_view(), name="my-games"),
    path("me/calendar", CalendarView.as_view(), name="my-calendar"),
    path("me/calendar-feed", CalendarFeedView.as_view(), name="my-calendar-feed"),
    path("me/deadlines.ics", DeadlinesView.as_view(), name="my-deadlines"),
    path("me/vacations", VacationsView.as_view(), name="my-vacations"),
    path("me/vacations/<int:vacation_id>", VacationView.as_view(), name="my-vacation"),
    path("players/<str:handle>", PlayerView.as_view(), name="player"),
    path("games", GamesView.as_view(), name="games"),
    path("open-seats", OpenSeatsView.as_view(), name="open-seats"),
    path("deals", SealsView.as_view(), name="deals"),
]
