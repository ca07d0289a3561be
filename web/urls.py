"""Routes of the pages."""

from django.contrib.auth.decorators import login_required
from django.urls import include, path, register_converter
from django.views.generic import RedirectView

from accounts.log_in import code_pages
from web.account import (
    account_pages,
    calendar_feed,
    closing,
    installation,
    push,
    settings,
    webhooks,
)
from web.after import analysis, replay
from web.frame import unsent_forms, waiting_games
from web.games import game, guided_game, hints
from web.home import api_guide, home, leaders, lobby, my_games, people, rules
from web.mailed import mail, notice_choices
from web.mailed.invitation import AnswerView
from web.moderation.reports import ReportPage
from web.table import creation, table_pages

register_converter(waiting_games.Waiting, "waiting")

OF_GAME = [
    path("hint", hints.hint, name="game-hint-page"),
    path("table", table_pages.act_at_table, name="game-table"),
    # Mails lead here: to a game by way of the log-in, without which its player could only watch.
    path("mine", login_required(RedirectView.as_view(pattern_name="game-page")), name="game-mine"),
    path("notifications", notice_choices.own_choices, name="game-notices"),
    path("log", replay.log, name="game-log"),
    path("check", replay.check, name="game-check"),
    path("game.json", replay.file, name="game-file"),
    path("scores", replay.scores, name="game-scores"),
    path("analysis", analysis.analysis, name="game-analysis"),
    path("board/<int:version>", replay.board_at, name="game-board-at"),
    path("replay", replay.replay, name="game-replay"),
    path("replay/<int:version>", replay.replay_step, name="game-replay-step"),
]

# Routes are tried one after the other: those asked for most come first.
urlpatterns = [
    path("", home.home, name="home"),
    path("games/<uuid:game_id>", game.game, name="game-page"),
    path("games/<uuid:game_id>/", include(OF_GAME)),
    path("api/guide/", api_guide.page, name="api-guide"),
    path("api/guide/<path:name>", api_guide.page, name="api-guide-page"),
    path(
        "accounts/confirm-email/",
        code_pages.ConfirmEmailView.as_view(),
        name="account_email_verification_sent",
    ),
    path(
        "accounts/password/reset/confirm/",
        code_pages.ConfirmPasswordResetView.as_view(),
        name="account_confirm_password_reset_code",
    ),
    path("accounts/sessions/", account_pages.SessionsPageView.as_view(), name="account-sessions"),
    path("accounts/undo/<str:token>/", account_pages.UndoView.as_view(), name="account-undo"),
    path("accounts/push/end", push.end, name="push-end"),
    path("manifest.webmanifest", installation.manifest, name="manifest"),
    path("offline", installation.offline, name="offline"),
    path("worker.js", installation.worker, name="worker"),
    path("turns", waiting_games.turns, name="turns"),
    path("turns/<waiting:waiting>.svg", waiting_games.turns_icon, name="turns-icon"),
    path("unsent", unsent_forms.unsent, name="unsent"),
    path("settings", settings.settings, name="settings"),
    *(
        path(f"settings/{page}", settings.settings_page, {"page": page}, name=f"settings-{page}")
        for page in settings.PAGES
    ),
    path("settings/calendar", calendar_feed.calendar_feed, name="settings-calendar"),
    path("settings/data", account_pages.own_data, name="settings-data"),
    path("settings/data/file", account_pages.own_data_file, name="settings-data-file"),
    path("settings/close", closing.close_account, name="settings-close"),
    path("settings/zone", settings.own_zone, name="settings-zone"),
    path("settings/notifications", notice_choices.own_choices, name="settings-notifications"),
    path("settings/webhooks", webhooks.webhooks, name="settings-webhooks"),
    path("settings/webhooks/<uuid:webhook_id>", webhooks.webhook, name="settings-webhook"),
    path("people/<str:handle>", people.person, name="person"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("leaders/<slug:mode>", leaders.leaders, name="leaders"),
    path("people/<str:handle>/results/<slug:mode>", people.results, name="person-results"),
    path("report/<slug:kind>/<str:id>", ReportPage.as_view(), name="report"),
    path("mails/stop/<str:token>", mail.StopView.as_view(), name="mail-stop"),
    path("mails/choices/<str:token>", mail.ChoicesView.as_view(), name="mail-choices"),
    path("mails/accept/<str:token>", AnswerView.as_view(), name="mail-accept"),
    path("mails/decline/<str:token>", AnswerView.as_view(prefers="decline"), name="mail-decline"),
    path("games/", lobby.tables, name="game-tables"),
    path("games/running", lobby.running, name="games-running"),
    path("games/mine", my_games.my_games, name="my-games"),
    path("games/new", creation.new_table, name="game-new"),
    path("games/practice", creation.practice, name="game-practice"),
    path("first", guided_game.first, name="first"),
    path("first/board/<path:played>", guided_game.board, name="first-board"),
    path("first/<path:played>", guided_game.first, name="first-played"),
    path("rules/", rules.rules, name="rules"),
    path(
        "rules/drawings/<str:language>/<str:theme>/<slug:name>/<int:played>.svg",
        rules.rules_drawing,
        name="rules-drawing",
    ),
    path("luminaries/<slug:code>", rules.luminary, name="luminary"),
    path("", include("web.leagues.urls")),
]
