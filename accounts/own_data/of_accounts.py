"""What is held about people in their accounts, for the file of their own data."""

from allauth.account.models import EmailAddress
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.own_data.held import HeldRows, held_add

ACTS_AS_YOU = gettext_lazy(
    "Secrets with which somebody could act as you: the hash of your password, and keys of "
    "sessions, second factors, your calendar, webhooks and push messages."
)
BY_OTHERS = gettext_lazy(
    "What others have said or done, such as who has blocked you, and what moderators noted."
)
WORK = gettext_lazy(
    "Bookkeeping of the server, such as how far a worker has come, and copies of what this file "
    "has in another place."
)


def addresses_of(user: User) -> list[str]:
    """Return the addresses that a person has proven."""
    proven = EmailAddress.objects.filter(user=user, verified=True)
    return list(proven.values_list("email", flat=True))


def _subject(user: User) -> list[str]:
    return [str(user.pk)]


held_add(
    HeldRows(
        "account",
        "accounts.User.pk",
        (
            *("handle", "email", "time_zone", "language", "game_mails", "reminders"),
            *("on_leaderboards", "date_joined", "last_login", "is_active", "closed_at"),
            *("is_staff", "is_superuser"),
        ),
        {"password": ACTS_AS_YOU},
    ),
    HeldRows("groups", "accounts.User_groups.user", ("group__name",)),
    HeldRows("rights", "accounts.User_user_permissions.user", ("permission__codename",)),
    HeldRows("addresses", "account.EmailAddress.user", ("email", "verified", "primary")),
    HeldRows(
        "failing_addresses",
        "accounts.FailingAddress.address",
        ("address", "reason", "since", "tried_again", "changed_at"),
        is_one_of=addresses_of,
    ),
    HeldRows(
        "handles",
        "accounts.HeldHandle.user",
        ("folded", "given_up_at"),
        note=gettext_lazy(
            "The handle that you have, and those that you gave up lately: nobody else can take "
            "them, or one that looks alike. So they are in a form that is the same for all that "
            "look alike."
        ),
    ),
    HeldRows(
        "sessions",
        "accounts.Session.user",
        ("began_at", "seen_at", "expire_date", "ip", "program"),
        {"session_key": ACTS_AS_YOU, "session_data": ACTS_AS_YOU},
    ),
    HeldRows(
        "second_factors",
        "mfa.Authenticator.user",
        ("type", "created_at", "last_used_at"),
        {"data": ACTS_AS_YOU},
    ),
    HeldRows("changes", "accounts.AccountChange.user", ("kind", "address", "at", "undone_at")),
    HeldRows(
        "suspensions",
        "accounts.Suspension.user",
        ("reason", "began_at", "ends_at", "lifted_at"),
        dict.fromkeys(("by", "lifted_by"), BY_OTHERS),
    ),
    HeldRows(
        "suspensions_made",
        "accounts.Suspension.by",
        ("user__handle", "reason", "began_at", "ends_at", "lifted_at"),
        {"lifted_by": BY_OTHERS},
    ),
    HeldRows(
        "routines",
        "accounts.Routine.user",
        ("since", "time_zone", "weekend", "sleep_start", "sleep_end"),
    ),
    HeldRows("vacations", "accounts.Vacation.user", ("start", "end", "time_zone")),
    HeldRows(
        "reliability",
        "accounts.Reliability.user",
        ("outcomes",),
        note=gettext_lazy(
            "Your latest decisions in games with clocks, the newest first: 1 was made in time, 0 "
            "was not."
        ),
    ),
    HeldRows("blocks", "accounts.Block.blocker", ("blocked__handle", "created_at")),
    HeldRows("calendar_feed", "accounts.CalendarFeed.user", ("entries",), {"digest": ACTS_AS_YOU}),
    HeldRows(
        "data_file",
        "accounts.DataFile.user",
        ("asked_at",),
        dict.fromkeys(("lease_until", "ready_at", "section", "after", "rows", "size"), WORK),
    ),
    HeldRows(
        "answered_requests",
        "api.IdempotencyKey.user",
        ("key", "status", "language", "created_at"),
        dict.fromkeys(("fingerprint", "body"), WORK),
    ),
    HeldRows("quotas", "quotas.Usage.subject", ("quota", "since", "used"), is_one_of=_subject),
    HeldRows(
        "staff_actions",
        "admin.LogEntry.user",
        ("action_time", "action_flag", "content_type__model"),
        dict.fromkeys(("object_id", "object_repr", "change_message"), BY_OTHERS),
    ),
    hidden={
        "accounts.Block.blocked": BY_OTHERS,
        "account.EmailConfirmation.email_address": WORK,
    },
)
