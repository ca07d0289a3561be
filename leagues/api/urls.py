"""The routes of the leagues' API."""

from django.urls import path

from leagues.api.leagues import (
    CloseLeagueView,
    LeagueInvitationsView,
    LeagueInvitationView,
    LeaguesView,
    LeagueView,
    MyLeagueInvitationsView,
    OrganisersView,
    OrganiserView,
    OwnLeagueInvitationView,
    OwnOfferView,
)
from leagues.api.messages import SeasonMessagesView
from leagues.api.results import ResultsView
from leagues.api.rulings import RulingAnswerView, RulingsView
from leagues.api.seasons import (
    AttendanceView,
    CallOffSeasonView,
    DivisionConsentView,
    DivisionView,
    EntrantsView,
    HiatusView,
    OpenSeasonView,
    OwnEntrantView,
    RemovalView,
    SeasonsView,
    SeasonView,
    StartSeasonView,
    SubstitutesView,
)
from leagues.api.standings import (
    ByesView,
    CrosstableView,
    CsvExportView,
    FixturesView,
    JsonExportView,
    PlayerSeasonsView,
    ScheduleView,
    StandingsView,
    StepsView,
)

LEAGUE = "leagues/<uuid:league_id>"
SEASON = "seasons/<uuid:season_id>"

urlpatterns = [
    path("leagues", LeaguesView.as_view(), name="leagues"),
    path(LEAGUE, LeagueView.as_view(), name="league"),
    path(f"{LEAGUE}/close", CloseLeagueView.as_view(), name="league-close"),
    path(f"{LEAGUE}/organisers", OrganisersView.as_view(), name="league-organisers"),
    path(f"{LEAGUE}/organisers/me", OwnOfferView.as_view(), name="league-own-offer"),
    path(f"{LEAGUE}/organisers/<str:handle>", OrganiserView.as_view(), name="league-organiser"),
    path(f"{LEAGUE}/invitations", LeagueInvitationsView.as_view(), name="league-invitations"),
    path(
        f"{LEAGUE}/invitations/me",
        OwnLeagueInvitationView.as_view(),
        name="league-own-invitation",
    ),
    path(
        "me/league-invitations",
        MyLeagueInvitationsView.as_view(),
        name="my-league-invitations",
    ),
    path(
        f"{LEAGUE}/invitations/<str:handle>",
        LeagueInvitationView.as_view(),
        name="league-invitation",
    ),
    path(f"{LEAGUE}/seasons", SeasonsView.as_view(), name="league-seasons"),
    path(SEASON, SeasonView.as_view(), name="season"),
    path(f"{SEASON}/open", OpenSeasonView.as_view(), name="season-open"),
    path(f"{SEASON}/call-off", CallOffSeasonView.as_view(), name="season-call-off"),
    path(f"{SEASON}/entrants", EntrantsView.as_view(), name="season-entrants"),
    path(f"{SEASON}/entrants/me", OwnEntrantView.as_view(), name="season-own-entrant"),
    path(
        f"{SEASON}/entrants/<uuid:entrant_id>/removal",
        RemovalView.as_view(),
        name="season-entrant-removal",
    ),
    path(
        f"{SEASON}/entrants/<uuid:entrant_id>/division",
        DivisionView.as_view(),
        name="season-entrant-division",
    ),
    path(
        f"{SEASON}/division-consent",
        DivisionConsentView.as_view(),
        name="season-division-consent",
    ),
    path(f"{SEASON}/substitutes", SubstitutesView.as_view(), name="season-substitutes"),
    path(f"{SEASON}/hiatus", HiatusView.as_view(), name="season-hiatus"),
    path(f"{SEASON}/attendance", AttendanceView.as_view(), name="season-attendance"),
    path(f"{SEASON}/start", StartSeasonView.as_view(), name="season-start"),
    path(f"{SEASON}/messages", SeasonMessagesView.as_view(), name="season-messages"),
    path(f"{SEASON}/fixtures", FixturesView.as_view(), name="season-fixtures"),
    path(f"{SEASON}/byes", ByesView.as_view(), name="season-byes"),
    path(f"{SEASON}/standings", StandingsView.as_view(), name="season-standings"),
    path(f"{SEASON}/crosstable", CrosstableView.as_view(), name="season-crosstable"),
    path(f"{SEASON}/schedule", ScheduleView.as_view(), name="season-schedule"),
    path(f"{SEASON}/steps", StepsView.as_view(), name="season-steps"),
    path(f"{SEASON}/export.csv", CsvExportView.as_view(), name="season-export-csv"),
    path(f"{SEASON}/export.json", JsonExportView.as_view(), name="season-export-json"),
    path("players/<str:handle>/seasons", PlayerSeasonsView.as_view(), name="player-seasons"),
    path(f"{SEASON}/fixtures/<uuid:fixture_id>/results", ResultsView.as_view(), name="results"),
    path(f"{SEASON}/rulings", RulingsView.as_view(), name="season-rulings"),
    path(
        f"{SEASON}/rulings/<uuid:ruling_id>/answer",
        RulingAnswerView.as_view(),
        name="season-ruling-answer",
    ),
]
