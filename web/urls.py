"""The routes of the pages."""

from django.urls import path

from web import views

urlpatterns = [
    path("", views.home, name="home"),
    path("games/<uuid:game_id>", views.game, name="game-page"),
]
