"""The quotas: how much one person or address may have at once or do in a period.

Each quota is one record. Its limit is read from the environment variable that `setting` names.
"""

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy, ngettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class Quota(NamedTuple):
    """A limit on uses per `period` or, without a period, on things that exist at the same time.

    `detail` is the message to a person who reaches the limit; `{limit}` stands for the number.
    """

    name: str
    default: int
    period: timedelta | None
    detail: "StrOrPromise"

    @property
    def setting(self) -> str:
        """The environment variable that sets the limit."""
        return f"QUOTA_{self.name.upper()}"


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
CALENDAR_CHANGES_A_DAY = Quota(
    "calendar_changes_a_day",
    50,
    DAY,
    ngettext_lazy(
        "You may change your calendar {limit} time a day. Change it again tomorrow.",
        "You may change your calendar {limit} times a day. Change it again tomorrow.",
        "limit",
    ),
)
SUBMISSIONS_A_MINUTE = Quota(
    "submissions_a_minute",
    300,
    MINUTE,
    ngettext_lazy(
        "You may send {limit} request with an Idempotency-Key a minute. Wait a moment.",
        "You may send {limit} requests with an Idempotency-Key a minute. Wait a moment.",
        "limit",
    ),
)
SUBMISSIONS_A_DAY = Quota(
    "submissions_a_day",
    5_000,
    DAY,
    ngettext_lazy(
        "You may send {limit} request with an Idempotency-Key a day. Play on tomorrow.",
        "You may send {limit} requests with an Idempotency-Key a day. Play on tomorrow.",
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
SIGN_UPS_A_DAY = Quota(
    "sign_ups_a_day",
    50,
    DAY,
    gettext_lazy("Too many people have signed up from your network today. Try again tomorrow."),
)
REQUESTS_AT_ONCE = Quota(
    "requests_at_once",
    6,
    None,
    ngettext_lazy(
        "{limit} request of yours is being answered just now. Wait for it.",
        "{limit} requests of yours are being answered just now. Wait for one of them.",
        "limit",
    ),
)
LOG_INS_A_DAY = Quota(
    "log_ins_a_day",
    1_000,
    DAY,
    gettext_lazy(
        "There were too many attempts to log in from your network today. Try again tomorrow."
    ),
)
MAILS_A_DAY = Quota(
    "mails_a_day",
    100,
    DAY,
    ngettext_lazy(
        "An address gets at most {limit} mail a day. The others wait.",
        "An address gets at most {limit} mails a day. The others wait.",
        "limit",
    ),
)

WEBHOOKS = Quota(
    "webhooks",
    5,
    None,
    ngettext_lazy(
        "You have {limit} webhook. Delete it, or change its address.",
        "You have {limit} webhooks. Delete one, or change its address.",
        "limit",
    ),
)
WEBHOOK_REQUESTS_A_DAY = Quota(
    "webhook_requests_a_day",
    100,
    DAY,
    ngettext_lazy(
        "You may change or test your webhooks {limit} time a day. Do it tomorrow.",
        "You may change or test your webhooks {limit} times a day. Do it tomorrow.",
        "limit",
    ),
)
ADDRESS_RETRIES_A_DAY = Quota(
    "address_retries_a_day",
    3,
    DAY,
    ngettext_lazy(
        "You may have your address tried again {limit} time a day. Do it tomorrow.",
        "You may have your address tried again {limit} times a day. Do it tomorrow.",
        "limit",
    ),
)

QUOTAS = (
    OPEN_TABLES,
    GAMES_AT_ONCE,
    SOLO_GAMES,
    PRACTICE_GAMES,
    PRACTICE_GAMES_A_DAY,
    HINTS_AT_ONCE,
    HINTS_A_DAY,
    ANALYSES_AT_ONCE,
    ANALYSES_A_DAY,
    GAMES_A_DAY,
    CALENDAR_CHANGES_A_DAY,
    SUBMISSIONS_A_MINUTE,
    SUBMISSIONS_A_DAY,
    PICTURES_A_MINUTE,
    SIGN_UPS_A_DAY,
    LOG_INS_A_DAY,
    MAILS_A_DAY,
    REQUESTS_AT_ONCE,
    WEBHOOKS,
    WEBHOOK_REQUESTS_A_DAY,
    ADDRESS_RETRIES_A_DAY,
)
