"""Reporting things to the moderators, who never learn from whom a report is, and handling them."""

from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.signals import account_erasing
from moderation.kinds import KINDS, thing_find, writers_of
from moderation.models import Complaint, Report
from quotas.records.accounts import REPORTS_A_DAY
from quotas.services import spend

KEPT: Final = timedelta(days=180)  # after a report was handled


@transaction.atomic
def report_make(*, user: User, kind: str, id: str, reason: str, comment: str = "") -> Complaint:
    """Report a thing that `user` sees; while it is not handled, again changes what they said.

    Nobody else is told. Raises NotReportableError, ValidationError for what `user` may have
    written, and QuotaError above `reports_a_day`.
    """
    thing = thing_find(user=user, kind=kind, id=id)
    writers = writers_of(kind=kind, about=thing.about)
    if user.pk in writers:
        refusal = gettext("You cannot report yourself, or what you may have written.")
        raise ValidationError({"about": ValidationError(refusal, "own_thing")})
    spend(str(user.pk), REPORTS_A_DAY)
    author = next(iter(writers)) if len(writers) == 1 else None
    # The lock keeps the report from being handled before the complaint is part of it.
    report, _ = Report.objects.select_for_update().get_or_create(
        kind=kind,
        about=thing.about,
        state=Report.State.OPEN,
        defaults={"text": thing.text, "place": thing.place, "author_id": author},
    )
    said = {"reason": reason, "comment": comment, "at": timezone.now()}
    said["text"] = "" if thing.text == report.text else thing.text
    made, _ = Complaint.objects.update_or_create(report=report, by=user, defaults=said)
    return made


def has_reported(*, user: User, kind: str, about: str) -> bool:
    """Return whether `user` has reported a thing that no moderator has handled yet."""
    own = Complaint.objects.filter(by=user, report__kind=kind, report__about=about)
    return own.filter(report__state=Report.State.OPEN).exists()


@transaction.atomic
def report_handle(*, report: Report, by: User, note: str) -> bool:
    """Forget who made it; return False if somebody else has handled it meanwhile."""
    still_open = Report.objects.select_for_update().filter(pk=report.pk, state=Report.State.OPEN)
    if not still_open.exists():
        return False
    now = timezone.now()
    still_open.update(state=Report.State.HANDLED, note=note, handled_by=by, handled_at=now)
    Complaint.objects.filter(report=report).update(by=None)
    return True


@receiver(account_erasing)
def forget(*, user: User, **_: Any) -> None:
    """Delete reports about what is deleted with the account of `user`."""
    gone = [name for name, kind in KINDS.items() if kind.goes]
    Report.objects.filter(author=user, kind__in=gone).delete()
