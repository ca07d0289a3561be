"""What is held about what people are told, for the file of their own data."""

from django.utils.translation import gettext_lazy

from accounts.own_data.held import HeldRows, held_add
from accounts.own_data.of_accounts import ACTS_AS_YOU, WORK, addresses_of

TEXTS = gettext_lazy(
    "The texts of messages: they are deleted once they are sent, and may hold a code or a link "
    "with which somebody could act as you."
)
DELIVERED = ("channel", "state", "reason", "not_before", "attempts", "sent_at", "address", "error")
SENDING = dict.fromkeys(("lease_until", "queued_until", "is_held"), WORK)

held_add(
    HeldRows(
        "notification_settings",
        "notifications.Preferences.person",
        ("quiet_start", "quiet_end", "digest_at", "combined"),
    ),
    HeldRows(
        "notification_choices",
        "notifications.Choice.person",
        ("kind", "channel", "game", "wanted"),
    ),
    HeldRows(
        "notices",
        "notifications.Notice.person",
        ("id", "kind", "game", "about", "version", "address", "created_at"),
        {
            **dict.fromkeys(("subject", "body_text", "body_html"), TEXTS),
            **dict.fromkeys(("key", "is_spread", "request"), WORK),
        },
    ),
    HeldRows(
        "deliveries",
        "notifications.Delivery.notice__person",
        ("notice", "endpoint", "replayed_at", *DELIVERED),
        SENDING,
    ),
    HeldRows(
        "account_mails",
        "notifications.Delivery.address",
        ("notice__kind", "notice__created_at", "endpoint", "replayed_at", *DELIVERED),
        SENDING,
        is_one_of=addresses_of,
        only={"notice__person": None},
    ),
    HeldRows(
        "webhooks",
        "notifications.Webhook.user",
        (
            *("id", "url", "rolled_at", "created_at", "confirmed_at", "failing_since"),
            *("paused_until", "disabled"),
        ),
        {"secret": ACTS_AS_YOU, "old_secret": ACTS_AS_YOU},
    ),
    HeldRows(
        "push_browsers",
        "notifications.PushSubscription.user",
        (
            *("id", "created_at", "renewed_at", "confirmed_at", "failing_since"),
            "paused_until",
        ),
        dict.fromkeys(("session", "endpoint", "digest", "public_key", "auth"), ACTS_AS_YOU),
    ),
    hidden={"notifications.Notice.subject": TEXTS},
)
