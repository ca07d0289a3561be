"""Signing up, logging in, and what people change of their own."""

from django.utils.translation import gettext_lazy, ngettext_lazy

from quotas.quota import DAY, HOUR, Quota

SIGN_UPS_A_DAY = Quota(
    "sign_ups_a_day",
    50,
    DAY,
    gettext_lazy("Too many people have signed up from your network today. Try again tomorrow."),
)
LOG_INS_A_DAY = Quota(
    "log_ins_a_day",
    1_000,
    DAY,
    gettext_lazy(
        "There were too many attempts to log in from your network today. Try again tomorrow."
    ),
)
HANDLES = Quota(
    "handles",
    5,
    None,
    ngettext_lazy(
        "At most {limit} handle is kept for you. Choose one that you had, or wait for some months.",
        "At most {limit} handles are kept for you, with those that you gave up. Choose one of "
        "them, or wait for some months.",
        "limit",
    ),
)
HANDLE_CHANGES_A_DAY = Quota(
    "handle_changes_a_day",
    3,
    DAY,
    ngettext_lazy(
        "You may change your handle {limit} time a day. Change it again tomorrow.",
        "You may change your handle {limit} times a day. Change it again tomorrow.",
        "limit",
    ),
)
BLOCKS = Quota(
    "blocks",
    200,
    None,
    ngettext_lazy(
        "You have blocked {limit} person. Unblock them before you block somebody else.",
        "You have blocked {limit} people. Unblock one of them first.",
        "limit",
    ),
)
BLOCKS_A_DAY = Quota(
    "blocks_a_day",
    100,
    DAY,
    ngettext_lazy(
        "You may block {limit} person a day. Block others tomorrow.",
        "You may block {limit} people a day. Block others tomorrow.",
        "limit",
    ),
)
REPORTS_A_DAY = Quota(
    "reports_a_day",
    10,
    DAY,
    ngettext_lazy(
        "You may report something {limit} time a day. Do it tomorrow.",
        "You may report something {limit} times a day. Do it tomorrow.",
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
CALENDAR_READS_AN_HOUR = Quota(
    "calendar_reads_an_hour",
    60,
    HOUR,
    ngettext_lazy(
        "Your calendar of deadlines may be read {limit} time an hour. Read it again later.",
        "Your calendar of deadlines may be read {limit} times an hour. Read it again later.",
        "limit",
    ),
)
DATA_FILES_A_DAY = Quota(
    "data_files_a_day",
    2,
    DAY,
    ngettext_lazy(
        "You may ask for the file of your data {limit} time a day. Ask again tomorrow.",
        "You may ask for the file of your data {limit} times a day. Ask again tomorrow.",
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
