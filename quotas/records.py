"""The quotas: how much one person or address may have at once or do in a period.

Each quota is one record. Its limit is read from the environment variable that `setting` names.
"""

from datetime import timedelta
from typing import NamedTuple

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class Quota(NamedTuple):
    """A limit on uses per `period` or, without a period, on things that exist at the same time.

    `detail` is the message to a person who reaches the limit; `{limit}` stands for the number.
    """

    name: str
    default: int
    period: timedelta | None
    detail: str

    @property
    def setting(self) -> str:
        """The environment variable that sets the limit."""
        return f"QUOTA_{self.name.upper()}"


OPEN_TABLES = Quota(
    "open_tables",
    10,
    None,
    "{limit} tables of yours are waiting for players. Start one or call one off first.",
)
GAMES_AT_ONCE = Quota(
    "games_at_once",
    100,
    None,
    "{limit} tables and games that you made are still going on. Finish one or call one off first.",
)
SOLO_GAMES = Quota(
    "solo_games",
    10,
    None,
    "{limit} of your games for one player are still going on. Finish one or call one off first.",
)
GAMES_A_DAY = Quota(
    "games_a_day", 100, DAY, "You may make {limit} tables a day. Make the next one tomorrow."
)
SUBMISSIONS_A_MINUTE = Quota(
    "submissions_a_minute",
    300,
    MINUTE,
    "You may send {limit} requests with an Idempotency-Key a minute. Wait a moment.",
)
SUBMISSIONS_A_DAY = Quota(
    "submissions_a_day",
    5_000,
    DAY,
    "You may send {limit} requests with an Idempotency-Key a day. Play on tomorrow.",
)
SIGN_UPS_A_DAY = Quota(
    "sign_ups_a_day",
    50,
    DAY,
    "Too many people have signed up from your network today. Try again tomorrow.",
)
REQUESTS_AT_ONCE = Quota(
    "requests_at_once",
    6,
    None,
    "{limit} requests of yours are being answered just now. Wait for one of them.",
)
LOG_INS_A_DAY = Quota(
    "log_ins_a_day",
    1_000,
    DAY,
    "There were too many attempts to log in from your network today. Try again tomorrow.",
)
MAILS_A_DAY = Quota(
    "mails_a_day", 100, DAY, "An address gets at most {limit} mails a day. The others wait."
)

QUOTAS = (
    OPEN_TABLES,
    GAMES_AT_ONCE,
    SOLO_GAMES,
    GAMES_A_DAY,
    SUBMISSIONS_A_MINUTE,
    SUBMISSIONS_A_DAY,
    SIGN_UPS_A_DAY,
    LOG_INS_A_DAY,
    MAILS_A_DAY,
    REQUESTS_AT_ONCE,
)
