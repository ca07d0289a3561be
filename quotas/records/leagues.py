"""What organisers and entrants may do in a period."""

from django.utils.translation import ngettext_lazy

from quotas.quota import DAY, HOUR, Quota

LEAGUES = Quota(
    "leagues",
    10,
    None,
    ngettext_lazy(
        "You organise {limit} league. Hand it over first.",
        "You organise {limit} leagues. Hand one over first.",
        "limit",
    ),
)
LEAGUE_CHANGES_A_DAY = Quota(
    "league_changes_a_day",
    500,
    DAY,
    ngettext_lazy(
        "You may change leagues, register and withdraw {limit} time a day. Do it tomorrow.",
        "You may change leagues, register and withdraw {limit} times a day. Do it tomorrow.",
        "limit",
    ),
)
RULINGS_A_DAY = Quota(
    "rulings_a_day",
    20,
    DAY,
    ngettext_lazy(
        "You may ask for {limit} ruling a day. Ask again tomorrow.",
        "You may ask for {limit} rulings a day. Ask again tomorrow.",
        "limit",
    ),
)
SEASON_MESSAGES_A_DAY = Quota(
    "season_messages_a_day",
    5,
    DAY,
    ngettext_lazy(
        "You may write to the entrants of seasons {limit} time a day. Write again tomorrow.",
        "You may write to the entrants of seasons {limit} times a day. Write again tomorrow.",
        "limit",
    ),
)
LEAGUE_MESSAGES_A_DAY = Quota(
    "league_messages_a_day",
    10,
    DAY,
    ngettext_lazy(
        "The organisers of a league may write {limit} message a day. Write again tomorrow.",
        "The organisers of a league may write {limit} messages a day. Write again tomorrow.",
        "limit",
    ),
)
LEAGUE_SEASONS_A_DAY = Quota(
    "league_seasons_a_day",
    20,
    DAY,
    ngettext_lazy(
        "The organisers of a league may declare {limit} season a day. Declare another tomorrow.",
        "The organisers of a league may declare {limit} seasons a day. Declare another tomorrow.",
        "limit",
    ),
)
SEASON_EXPORTS_AN_HOUR = Quota(
    "season_exports_an_hour",
    20,
    HOUR,
    ngettext_lazy(
        "You may export seasons {limit} time an hour. Do it later.",
        "You may export seasons {limit} times an hour. Do it later.",
        "limit",
    ),
)
