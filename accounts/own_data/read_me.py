"""The sentences at the top of the file of one's own data: what is in it, and how to read it."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User

SENTENCES: Final = (
    gettext_lazy(
        "Open this file in a browser or a text editor; programs read it as JSON. Keep it to "
        "yourself: it has your mail address, and says from where you logged in."
    ),
    gettext_lazy(
        "The file has a list for each kind of thing, mostly with the newest first. An empty "
        "list means that the server holds nothing of that kind about you. Times are in UTC."
    ),
    gettext_lazy(
        "Your account: account, addresses, failing_addresses (where mail did not arrive), "
        "handles, sessions (where you are logged in), second_factors, changes, suspensions, "
        "routines (your days off and sleeping hours), vacations, reliability, blocks, "
        "calendar_feed and data_file (this file)."
    ),
    gettext_lazy(
        "Your use of the server: answered_requests (so that what is sent twice is done once) "
        "and quotas (what you have used of each limit)."
    ),
    gettext_lazy(
        "Games: games (your seats), games_left, games_made, game_invitations, hints, "
        "analyses, ratings and rated_games."
    ),
    gettext_lazy(
        "Leagues: leagues_organised, league_invitations, league_invitations_made, "
        "season_entries, season_acts (what you did in seasons), partner_wishes, "
        "season_messages (which you wrote), rulings_asked (your questions) and rulings_given "
        "(your answers)."
    ),
    gettext_lazy(
        "What you are told: notification_settings, notification_choices, notices, deliveries "
        "(their ways to you), account_mails (about your account), webhooks and push_browsers."
    ),
    gettext_lazy(
        "Reports: reports_made. Only people who help to run the server have something in "
        "groups, rights, staff_actions, suspensions_made and reports_handled."
    ),
    gettext_lazy(
        "The part “about” explains some of the lists, and says what the server holds but "
        "leaves out here, and why."
    ),
    gettext_lazy(
        "You can correct or delete most of this in the settings of the server. For the rest, "
        "ask the server's operator."
    ),
)
"""What a person should know before they read their file; it names all sections."""


def read_me(user: User) -> list[str]:
    """Return the sentences for a person, in the active language."""
    held = gettext("This is what the Illimat server {server} holds about {handle}.")
    return [held.format(server=settings.BASE_URL, handle=user.handle), *map(str, SENTENCES)]
