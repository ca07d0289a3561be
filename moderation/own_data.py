"""What moderation holds about people, for the file of their own data."""

from accounts.own_data.held import HeldRows, held_add
from accounts.own_data.of_accounts import BY_OTHERS

held_add(
    HeldRows(
        "reports_made",
        "moderation.Complaint.by",
        ("report__kind", "report__about", "report__text", "reason", "comment", "text", "at"),
        {"report": "What the moderators do about it is not part of it."},
        note="Only those that no moderator has handled yet: then it is forgotten who made them.",
    ),
    HeldRows(
        "reports_handled",
        "moderation.Report.handled_by",
        ("kind", "about", "note", "handled_at"),
        dict.fromkeys(("text", "place", "author", "opened_at", "state"), BY_OTHERS),
    ),
    hidden={"moderation.Report.author": BY_OTHERS},
)
