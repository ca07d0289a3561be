"""The routes of the ratings API."""

from django.urls import path

from ratings.views import HouseRatingsView, LeaderboardView, RatingHistoryView, RatingsView

PLAYER = "players/<str:handle>/ratings"

urlpatterns = [
    path(PLAYER, RatingsView.as_view(), name="player-ratings"),
    path(f"{PLAYER}/history", RatingHistoryView.as_view(), name="player-ratings-history"),
    path("leaderboards/<str:mode>", LeaderboardView.as_view(), name="leaderboard"),
    path("leaderboards/<str:mode>/house", HouseRatingsView.as_view(), name="house-ratings"),
]
