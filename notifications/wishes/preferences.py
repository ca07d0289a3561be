"""When people want to be told: their stored quiet hours, digest and reminders."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from games.time.reminders import have_reminders_checked
from games.time.timer_setting import lock_games
from notifications.models import Delivery, Preferences
from notifications.wishes.hours import QuietSpan, Timing
from quotas.records.messages import NOTIFICATION_CHANGES_A_DAY
from quotas.services import spend

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
    quiet = None if start is None or end is None else QuietSpan(start, end)
    return Timing(chosen.person.time_zone, quiet, chosen.digest_at)


@transaction.atomic
def preferences_change(*, person: User, **changes: Any) -> None:
    """Change `quiet_hours`, `digest_at` (minutes), `combined` (a flag) or `reminders` (in seconds).

    None stands for no quiet hours, no digest, and the server's choice of a reminder. A digest
    combines mails, and ends if they are not to be combined. What is held back is asked about again,
    and whether it is time to remind of open decisions. Raises QuotaError above
    `notification_changes_a_day`.
    """
    stored = User.objects.select_for_update(no_key=True).get(pk=person.pk)  # one after the other
    if "reminders" in changes:
        lock_games(user=person)
    person.reminders = stored.reminders
    chosen = preferences_of(person)
    before = timing_chosen(chosen), chosen.combined
    if "quiet_hours" in changes:
        quiet: QuietSpan | None = changes["quiet_hours"]
        chosen.quiet_start, chosen.quiet_end = quiet or (None, None)
    if "digest_at" in changes:
        chosen.digest_at = changes["digest_at"]
        chosen.combined = chosen.combined or chosen.digest_at is not None
    if "combined" in changes:
        _combine(chosen, changes["combined"])
    if "reminders" in changes:
        leads: Sequence[int] | None = changes["reminders"]
        person.reminders = None if leads is None else sorted(leads, reverse=True)
    chosen.save()
    is_reminded_anew = person.reminders != stored.reminders
    if (timing_chosen(chosen), chosen.combined) != before or is_reminded_anew:
        spend(str(person.pk), NOTIFICATION_CHANGES_A_DAY)
        recheck_held(person=person)
    if is_reminded_anew:
        person.save(update_fields=["reminders"])
        have_reminders_checked(person)


@transaction.atomic
def preferences_stop_combining(*, person: User) -> None:
    """Let each mail to a person leave by itself; no quota keeps anybody from getting fewer."""
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # one change after the other
    chosen = preferences_of(person)
    if chosen.combined:
        _combine(chosen, combined=False)
        chosen.save()
        recheck_held(person=person)


def _combine(chosen: Preferences, combined: bool) -> None:
    chosen.combined = combined
    if not combined:
        chosen.digest_at = None


def recheck_held(*, person: User) -> None:
    """Let what is held back for a person be asked about again, since its time may have changed."""
    held = Delivery.objects.waiting().filter(is_held=True, notice__person=person)
    held.update(not_before=Now())
