"""Requests, whatever they are for."""

from django.utils.translation import ngettext_lazy

from quotas.quota import DAY, MINUTE, Quota

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
ANSWER_BYTES_A_DAY = Quota(
    "answer_bytes_a_day",
    5_000_000,
    DAY,
    ngettext_lazy(
        "The answers kept for your requests may take {limit} byte a day. Play on tomorrow.",
        "The answers kept for your requests may take {limit} bytes a day. Play on tomorrow.",
        "limit",
    ),
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
