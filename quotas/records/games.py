"""How many tables and games one person may make, and what may be asked about them."""

from django.utils.translation import ngettext_lazy

from quotas.quota import DAY, MINUTE, Quota

OPEN_TABLES = Quota(
    "open_tables",
    10,
    None,
    ngettext_lazy(
        "{limit} table of yours is waiting for players. Start it or call it off first.",
        "{limit} tables of yours are waiting for players. Start one or call one off first.",
        "limit",
    ),
)
GAMES_AT_ONCE = Quota(
    "games_at_once",
    100,
    None,
    ngettext_lazy(
        "{limit} table or game that you made is still going on. Finish it or call it off first.",
        "{limit} tables and games that you made are still going on. "
        "Finish one or call one off first.",
        "limit",
    ),
)
SOLO_GAMES = Quota(
    "solo_games",
    10,
    None,
    ngettext_lazy(
        "{limit} of your games for one player is still going on. Finish it or call it off first.",
        "{limit} of your games for one player are still going on. "
        "Finish one or call one off first.",
        "limit",
    ),
)
PRACTICE_GAMES = Quota(
    "practice_games",
    10,
    None,
    ngettext_lazy(
        "{limit} of your practice games is still going on. Finish it or call it off first.",
        "{limit} of your practice games are still going on. Finish one or call one off first.",
        "limit",
    ),
)
PRACTICE_GAMES_A_DAY = Quota(
    "practice_games_a_day",
    50,
    DAY,
    ngettext_lazy(
        "You may begin {limit} practice game a day. Begin the next one tomorrow.",
        "You may begin {limit} practice games a day. Begin the next one tomorrow.",
        "limit",
    ),
)
GAMES_A_DAY = Quota(
    "games_a_day",
    100,
    DAY,
    ngettext_lazy(
        "You may make {limit} table a day. Make the next one tomorrow.",
        "You may make {limit} tables a day. Make the next one tomorrow.",
        "limit",
    ),
)
INVITATIONS_A_DAY = Quota(
    "invitations_a_day",
    100,
    DAY,
    ngettext_lazy(
        "You may invite {limit} person a day. Invite others tomorrow.",
        "You may invite {limit} people a day. Invite others tomorrow.",
        "limit",
    ),
)
HINTS_AT_ONCE = Quota(
    "hints_at_once",
    1,
    None,
    ngettext_lazy(
        "You wait for {limit} hint in another game already. Take it first.",
        "You wait for {limit} hints in other games already. Take them first.",
        "limit",
    ),
)
HINTS_A_DAY = Quota(
    "hints_a_day",
    200,
    DAY,
    ngettext_lazy(
        "You may ask for {limit} hint a day. Ask again tomorrow.",
        "You may ask for {limit} hints a day. Ask again tomorrow.",
        "limit",
    ),
)
ANALYSES_AT_ONCE = Quota(
    "analyses_at_once",
    1,
    None,
    ngettext_lazy(
        "{limit} analysis that you asked for is being made. Wait until it is done.",
        "{limit} analyses that you asked for are being made. Wait until one is done.",
        "limit",
    ),
)
ANALYSES_A_DAY = Quota(
    "analyses_a_day",
    20,
    DAY,
    ngettext_lazy(
        "You may ask for {limit} analysis a day. Ask again tomorrow.",
        "You may ask for {limit} analyses a day. Ask again tomorrow.",
        "limit",
    ),
)
PICTURES_A_MINUTE = Quota(
    "pictures_a_minute",
    30,
    MINUTE,
    ngettext_lazy(
        "You may have {limit} board drawn as PNG a minute. Wait a moment, or ask for the SVG.",
        "You may have {limit} boards drawn as PNG a minute. Wait a moment, or ask for the SVG.",
        "limit",
    ),
)
