"""When people want to be told: their stored quiet hours and digest."""

from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from notifications.manners import Manners, QuietHours
from notifications.models import Delivery, Preferences
from quotas.records import CALENDAR_CHANGES_A_DAY
from quotas.services import spend


def preferences_of(person: User) -> Preferences:
    """Return what a person chose, or an empty, unsaved row."""
    found = Preferences.objects.filter(person=person).first()
    return found or Preferences(person=person)


def manners_of(person: User) -> Manners:
    """Return what a person chose, in their time zone."""
    chosen = preferences_of(person)
    start, end = chosen.quiet_start, chosen.quiet_end
    quiet = None if start is None or end is None else QuietHours(start, end)
    return Manners(person.time_zone, quiet, chosen.digest_at)


@transaction.atomic
def preferences_change(*, person: User, **changes: Any) -> None:
    """Change the `quiet_hours` or `digest_at`, a time of day in minutes; None for neither.

    What is held back is asked about again. Raises QuotaError above `calendar_changes_a_day`.
    """
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # one change after the other
    chosen = preferences_of(person)
    before = manners_of(person)
    if "quiet_hours" in changes:
        quiet: QuietHours | None = changes["quiet_hours"]
        chosen.quiet_start, chosen.quiet_end = quiet or (None, None)
    if "digest_at" in changes:
        chosen.digest_at = changes["digest_at"]
    chosen.save()
    if manners_of(person) != before:
        spend(str(person.pk), CALENDAR_CHANGES_A_DAY)
        ask_again(person=person)


def ask_again(*, person: User) -> None:
    """Let what is held back for a person be asked about again, since its time may have changed."""
    held = Delivery.objects.waiting().filter(is_held=True, notice__person=person)
    held.update(not_before=Now())
