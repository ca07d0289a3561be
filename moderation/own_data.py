"""What moderation holds about people, for the file of their own data."""

from django.utils.translation import gettext_lazy

from accounts.own_data.held import HeldRows, held_add
from accounts.own_data.of_accounts import BY_OTHERS, WORK

REPORTED = gettext_lazy(
    "What others have reported of yours, with a copy of it: that would show that somebody reported "
    "you, and often who. Your own texts are where you wrote them."
)

held_add(
    HeldRows(
        "reports_made",
        "moderation.Complaint.by",
        ("report__kind", "report__place", "report__text", "reason", "comment", "text", "at"),
        {"report": BY_OTHERS},
        note=gettext_lazy(
            "Only those that no moderator has handled yet: then it is forgotten who made them."
        ),
    ),
    HeldRows(
        "reports_handled",
        "moderation.Report.handled_by",
        ("kind", "place", "note", "handled_at"),
        {"about": WORK, **dict.fromkeys(("text", "author", "opened_at", "state"), BY_OTHERS)},
    ),
    hidden={"moderation.Report.author": REPORTED},
)
