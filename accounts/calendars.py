"""Stored routines and vacations of users; the app `games` validates them."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Now

from accounts.models import Routine, User, Vacation
from accounts.signals import calendar_changed, calendar_changing, calendar_settled
from quotas.records.accounts import CALENDAR_CHANGES_A_DAY
from quotas.services import spend


def routine_of(user: User) -> Routine:
    """Return the current routine of `user`, or an empty, unsaved one if none was ever set."""
    newest = user.routines.order_by("-since", "-pk").first()
    return newest or Routine(user=user, time_zone=user.time_zone)


def routine_set(user: User, **members: Any) -> None:
    """Store a routine of `user` that applies from now on.

    Earlier ones stay stored as long as games need them (`games.time.availability.routines_forget`).
    `members` are the fields to change. If nothing changes, no row is added.
    """
    held = routine_of(user)
    kept: dict[str, Any] = {
        name: getattr(held, name) for name in ("weekend", "sleep_start", "sleep_end")
    }
    wanted = kept | {"time_zone": user.time_zone} | members
    if all(getattr(held, name) == value for name, value in wanted.items()):
        return
    calendar_lock(user)
    Routine.objects.create(user=user, since=Now(), **wanted)  # by the database's clock
    calendar_announce(user, routine=True)


def calendar_lock(user: User) -> None:
    """Lock the games of `user`, whose calendar is about to change.

    The change must not count from an earlier moment: a game that went on after that moment, before
    it was locked, did so by the old calendar.
    """
    calendar_changing.send(User, user=user)


def calendar_announce(user: User, *, routine: bool = False) -> None:
    """Announce that what clocks know of `user` changes: all their games are looked at again.

    `routine` is whether a routine was added. `calendar_lock` must have been called before. Raises
    QuotaError above `calendar_changes_a_day`.
    """
    spend(str(user.pk), CALENDAR_CHANGES_A_DAY)
    calendar_changed.send(User, user=user, routine=routine)
    calendar_settled.send(User, user=user)


def zone_apply(user: User) -> None:
    """Apply the zone to the routine, too; raises QuotaError above `calendar_changes_a_day`."""
    if user.routines.exists():
        routine_set(user)
    else:
        spend(str(user.pk), CALENDAR_CHANGES_A_DAY)
        calendar_settled.send(User, user=user)


def vacations_of(user: User) -> Sequence[Vacation]:
    """Return the vacations of `user`, ordered by start."""
    return list(user.vacations.all())


def end_of_vacation(user: str = "user") -> Subquery:
    """Return an annotation for rows with a `user`: the end of their current vacation, or None."""
    lasting = Vacation.objects.filter(user=OuterRef(user), start__lte=Now(), end__gt=Now())
    return _latest_end(lasting)


def end_of_last_vacation() -> Subquery:
    """Return an annotation for rows with a `user`: when their last vacation ends, or None."""
    return _latest_end(Vacation.objects.filter(user=OuterRef("user")))


def exists_routine() -> Exists:
    """Return an annotation for rows with a `user`: whether they have ever set a routine."""
    return Exists(Routine.objects.filter(user=OuterRef("user")))


def _latest_end(vacations: QuerySet[Vacation]) -> Subquery:
    latest = vacations.order_by().values("user").annotate(latest=Max("end"))
    return Subquery(latest.values("latest"))
