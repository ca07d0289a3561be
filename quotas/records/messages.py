"""What is sent to one address, browser or host, and the changes of it."""

from django.utils.translation import ngettext_lazy

from quotas.quota import DAY, HOUR, Quota

NOTIFICATION_CHANGES_A_DAY = Quota(
    "notification_changes_a_day",
    200,
    DAY,
    ngettext_lazy(
        "You may change your notifications {limit} time a day. Change them again tomorrow.",
        "You may change your notifications {limit} times a day. Change them again tomorrow.",
        "limit",
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
CODES_A_DAY = Quota(
    "codes_a_day",
    30,
    DAY,
    ngettext_lazy(
        "An address gets at most {limit} mail with a code a day.",
        "An address gets at most {limit} mails with codes a day.",
        "limit",
    ),
)
UNPROVEN_MAILS_A_DAY = Quota(
    "unproven_mails_a_day",
    6,
    DAY,
    ngettext_lazy(
        "An address that nobody has proven gets at most {limit} mail a day.",
        "An address that nobody has proven gets at most {limit} mails a day.",
        "limit",
    ),
)
CODES_FROM_A_NETWORK_A_DAY = Quota(
    "codes_from_a_network_a_day",
    3,
    DAY,
    ngettext_lazy(
        "From one network, an address that nobody has proven gets at most {limit} code a day.",
        "From one network, an address that nobody has proven gets at most {limit} codes a day.",
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
        "You may create, change, test or replay webhooks {limit} time a day. Do it tomorrow.",
        "You may create, change, test or replay webhooks {limit} times a day. Do it tomorrow.",
        "limit",
    ),
)
WEBHOOK_CONFIRMATIONS_A_DAY = Quota(
    "webhook_confirmations_a_day",
    10,
    DAY,
    ngettext_lazy(
        "Your webhooks that are not confirmed may get {limit} ping a day. Ping again tomorrow.",
        "Your webhooks that are not confirmed may get {limit} pings a day. Ping again tomorrow.",
        "limit",
    ),
)
WEBHOOK_POSTS_AN_HOUR = Quota(
    "webhook_posts_an_hour",
    600,
    HOUR,
    ngettext_lazy(
        "A host gets at most {limit} message an hour, no matter who has it sent. The others wait.",
        "A host gets at most {limit} messages an hour, no matter who has them sent. The others "
        "wait.",
        "limit",
    ),
)
PUSH_SUBSCRIPTIONS = Quota(
    "push_subscriptions",
    10,
    None,
    ngettext_lazy(
        "Push messages go to {limit} browser of yours. Switch them off there first.",
        "Push messages go to {limit} browsers of yours. Switch them off in one of them first.",
        "limit",
    ),
)
PUSH_REQUESTS_A_DAY = Quota(
    "push_requests_a_day",
    30,
    DAY,
    ngettext_lazy(
        "You may switch push messages on {limit} time a day. Do it tomorrow.",
        "You may switch push messages on {limit} times a day. Do it tomorrow.",
        "limit",
    ),
)
PUSH_POSTS_AN_HOUR = Quota(
    "push_posts_an_hour",
    60,
    HOUR,
    ngettext_lazy(
        "An unknown push service gets at most {limit} message an hour. The others wait.",
        "An unknown push service gets at most {limit} messages an hour. The others wait.",
        "limit",
    ),
)
