"""When people want to be told: their stored quiet hours, digest and reminders."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from accounts.models import User
from notifications.models import Delivery, Notice, Preferences
from notifications.timing import QuietHours, Timing
from quotas.records.messages import NOTIFICATION_CHANGES_A_DAY
from quotas.services import spend

REMINDER_KEY: Final = "reminder"
"""The key of the kind that `reminders` are about."""
MOST_REMINDERS: Final = 5
SHORTEST_LEAD: Final = timedelta(minutes=15)
LONGEST_LEAD: Final = timedelta(days=7)


def preferences_of(person: User) -> Preferences:
    """Return what a person chose, or an empty, unsaved row."""
    found = Preferences.objects.filter(person=person).first() or Preferences()
    found.person = person
    return found


def timing_of(person: User) -> Timing:
    """Return when a person wants to be told, in their time zone."""
    return timing_chosen(preferences_of(person))


def timing_chosen(chosen: Preferences) -> Timing:
    """Return when the person of these preferences wants to be told, in their time zone."""
    start, end = chosen.quiet_start, chosen.quiet_end
    quiet = None if start is None or end is None else QuietHours(start, end)
    return Timing(chosen.person.time_zone, quiet, chosen.digest_at)


@transaction.atomic
def preferences_change(*, person: User, **changes: Any) -> None:
    """Change the `quiet_hours`, `digest_at` (a time of day in minutes) or `reminders` (in seconds).

    None stands for no quiet hours, no digest, and the server's choice of a reminder. What is held
    back, or is to remind of an open decision, is asked about again. Raises QuotaError above
    `notification_changes_a_day`.
    """
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # one change after the other
    chosen = preferences_of(person)
    before = timing_chosen(chosen), chosen.reminders
    if "quiet_hours" in changes:
        quiet: QuietHours | None = changes["quiet_hours"]
        chosen.quiet_start, chosen.quiet_end = quiet or (None, None)
    if "digest_at" in changes:
        chosen.digest_at = changes["digest_at"]
    if "reminders" in changes:
        leads: Sequence[int] | None = changes["reminders"]
        chosen.reminders = None if leads is None else sorted(leads, reverse=True)
    chosen.save()
    if (timing_chosen(chosen), chosen.reminders) != before:
        spend(str(person.pk), NOTIFICATION_CHANGES_A_DAY)
        ask_again(person=person)
    if chosen.reminders != before[1]:
        _spread_again(person)


def ask_again(*, person: User) -> None:
    """Let what is held back for a person be asked about again, since its time may have changed."""
    held = Delivery.objects.waiting().filter(is_held=True, notice__person=person)
    held.update(not_before=Now())


def _spread_again(person: User) -> None:
    """Have the reminders of open decisions written and asked about by what the person now wants."""
    of_person = Notice.objects.filter(person=person, kind=REMINDER_KEY)
    newer = of_person.filter(game=OuterRef("notice__game"), version__gt=OuterRef("notice__version"))
    unwanted = Delivery.objects.filter(
        ~Exists(newer), notice__in=of_person, reason=Delivery.Reason.OUTDATED
    )
    unwanted.wait_again(reason="")  # those of decisions that are over are superseded again
    open_ones = Delivery.objects.waiting().filter(notice__in=of_person)
    open_ones.update(not_before=Now())
    of_person.filter(deliveries__in=open_ones.values("pk")).update(is_spread=False)
