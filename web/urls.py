"""Routes of the pages."""

from django.urls import path

from web import account, guide, mail, views

urlpatterns = [
    path("", views.home, name="home"),
    path("api/guide/", guide.page, name="api-guide"),
    path("api/guide/<path:name>", guide.page, name="api-guide-page"),
    path("accounts/sessions/", account.SessionsView.as_view(), name="account-sessions"),
    path("accounts/undo/<str:token>/", account.UndoView.as_view(), name="account-undo"),
    path("mails/stop/<str:token>", mail.StopView.as_view(), name="mail-stop"),
    path("mails/choices/<str:token>", mail.ChoicesView.as_view(), name="mail-choices"),
    path("games/<uuid:game_id>", views.game, name="game-page"),
]
