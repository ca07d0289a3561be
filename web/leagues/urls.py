"""Routes of the pages of leagues."""

from django.urls import path

from web.leagues.entrants import EntrantDetailPage, EntrantsPage
from web.leagues.fixture import FixtureDetailPage
from web.leagues.league_management import LeagueManagementPage
from web.leagues.league_pages import LeagueDetailPage, LeaguesPage, NewLeaguePage
from web.leagues.messages import MessagesPage
from web.leagues.rulings import RulingDetailPage, RulingsPage
from web.leagues.season import SeasonDetailPage
from web.leagues.season_management import ChangeSeasonPage, NewSeasonPage, SeasonManagementPage
from web.leagues.season_rules import SeasonRulesPage
from web.leagues.seasons_played import SeasonsPlayedPage

LEAGUE = "leagues/<uuid:league_id>"
SEASON = "seasons/<uuid:season_id>"

urlpatterns = [
    path("leagues/", LeaguesPage.as_view(), name="leagues-page"),
    path("leagues/new", NewLeaguePage.as_view(), name="league-new-page"),
    path(LEAGUE, LeagueDetailPage.as_view(), name="league-page"),
    path(f"{LEAGUE}/organise", LeagueManagementPage.as_view(), name="league-organise-page"),
    path(f"{LEAGUE}/seasons/new", NewSeasonPage.as_view(), name="season-new-page"),
    path(SEASON, SeasonDetailPage.as_view(), name="season-page"),
    path(f"{SEASON}/rules", SeasonRulesPage.as_view(), name="season-rules-page"),
    path(f"{SEASON}/organise", SeasonManagementPage.as_view(), name="season-organise-page"),
    path(f"{SEASON}/change", ChangeSeasonPage.as_view(), name="season-change-page"),
    path(f"{SEASON}/entrants", EntrantsPage.as_view(), name="season-entrants-page"),
    path(
        f"{SEASON}/entrants/<uuid:entrant_id>",
        EntrantDetailPage.as_view(),
        name="season-entrant-page",
    ),
    path(
        f"{SEASON}/tables/<uuid:fixture_id>", FixtureDetailPage.as_view(), name="season-table-page"
    ),
    path(f"{SEASON}/rulings", RulingsPage.as_view(), name="season-rulings-page"),
    path(
        f"{SEASON}/rulings/<uuid:ruling_id>", RulingDetailPage.as_view(), name="season-ruling-page"
    ),
    path(f"{SEASON}/messages", MessagesPage.as_view(), name="season-messages-page"),
    path("people/<str:handle>/seasons", SeasonsPlayedPage.as_view(), name="player-seasons-page"),
]
