"""The times when people do not play: stored routines and vacations, as calendars for clocks.

Each service is one transaction. It locks the person's row, so that it decides on their current
calendar. For a change that is not allowed it raises ClockError, which names the member at fault.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils import timezone

from accounts import models
from accounts.calendars import calendar_announce, calendar_lock, routine_set
from accounts.models import User
from accounts.services import user_update
from api import database_time
from games.clocks import vacations
from games.clocks.calendars import (
    Calendar,
    Routine,
    Sleep,
    Vacation,
    local,
)
from games.models import Game, SeatAssignment
from illimat_core.cards import Seat
from illimat_core.sealing import microseconds

OF_VACATIONS: Final = ("vacations", "vacations__start", "vacations__end", "vacations__time_zone")


def calendars_of(
    assignments: Sequence[SeatAssignment],
    *,
    since: datetime | None = None,
    at: datetime | None = None,
) -> dict[Seat, Calendar]:
    """Return the calendar of each seat whose person has one.

    Vacations that ended before `since` are left out, and of a person's routines all but the one in
    force `at` a moment. Each takes a query, unless the rows of the seats say that there are none.
    """
    calendars = _calendars(
        with_routine={each.user_id for each in assignments if each.has_routine},
        with_vacation=_vacationers(assignments, since),
        since=since,
        at=at,
    )
    return calendars_by_seat(assignments, calendars)


def vacations_by_user(
    assignments: Sequence[SeatAssignment], since: datetime
) -> Mapping[int | None, Calendar]:
    """Return people's vacations that end after `since`, as calendars without routines.

    They take a query, unless the rows of the seats say that there are none.
    """
    away = _vacationers(assignments, since)
    return _calendars(with_routine=set(), with_vacation=away, since=since)


def calendars_by_seat(
    assignments: Iterable[SeatAssignment], calendars: Mapping[int | None, Calendar]
) -> dict[Seat, Calendar]:
    found = ((each.number, calendars.get(each.user_id)) for each in assignments)
    return {seat: each for seat, each in found if seat is not None and each is not None}


def away_until(user: User) -> datetime | None:
    lasting = user.vacations.filter(start__lte=Now(), end__gt=Now())
    return lasting.values_list("end", flat=True).first()


def as_vacation(row: models.Vacation) -> Vacation:
    return Vacation(microseconds(row.start), microseconds(row.end), row.time_zone)


def days_taken(taken: Iterable[models.Vacation], year: int) -> int:
    days = {day for each in taken for day in as_vacation(each).days}
    return sum(day.year == year for day in days)


def current_year(user: User) -> int:
    """Return the current year in the time zone of `user`."""
    return local(microseconds(timezone.now()), user.time_zone).year


@transaction.atomic
def routine_change(*, user: User, **changes: Any) -> None:
    """Change the `weekend`, `sleep` (None removes it) or `time_zone` of `user` from now on.

    An open decision keeps the routine that it was opened with. Raises ValidationError for an
    unknown zone.
    """
    user = _lock_user(user)
    if "time_zone" in changes:
        user_update(user=user, time_zone=changes.pop("time_zone"))
    if "weekend" in changes:
        changes["weekend"] = sorted(Routine(weekend=tuple(changes["weekend"])).weekend)
    if "sleep" in changes:
        sleep: Sleep | None = changes.pop("sleep")
        changes["sleep_start"] = sleep.start if sleep else None
        changes["sleep_end"] = sleep.end if sleep else None
    routine_set(user, **changes)


@transaction.atomic
def vacation_take(*, user: User, end: datetime, start: datetime | None = None) -> models.Vacation:
    """Take a vacation, from now on by default; its days are counted in the zone of `user`."""
    user, now, held = _lock_user_and_games(user)
    wanted = Vacation(microseconds(start or now), microseconds(end), user.time_zone)
    vacations.take(_calendar(held), wanted, microseconds(now))
    begins = max(start or now, now)  # `take` has found that a start in the past means now
    taken = user.vacations.create(start=begins, end=end, time_zone=user.time_zone)
    calendar_announce(user)
    return taken


@transaction.atomic
def vacation_change_end(*, user: User, vacation_id: int, end: datetime) -> models.Vacation | None:
    """Move the end of a vacation that is planned or lasts now; return None if there is none."""
    user, now, held = _lock_user_and_games(user)
    found = next((each for each in held if each.pk == vacation_id), None)
    if found is None:
        return None
    vacations.change_end(_calendar(held), as_vacation(found), microseconds(end), microseconds(now))
    found.end = end
    found.save(update_fields=["end"])
    calendar_announce(user)
    return found


@transaction.atomic
def vacation_end(*, user: User, vacation_id: int) -> bool:
    """End a vacation now, or cancel one to come; return whether there is one, also if over."""
    user, now, held = _lock_user_and_games(user)
    found = next((each for each in held if each.pk == vacation_id), None)
    if found is None:
        return False
    if found.end <= now:
        return True
    if found.start >= now:
        found.delete()
    else:
        found.end = now
        found.save(update_fields=["end"])
    calendar_announce(user)
    return True


def routines_forget(user: User, games: QuerySet[SeatAssignment, UUID]) -> None:
    """Delete the routines of `user` that the clocks of no running game need.

    These are former ones that ended before the first of the games began, or in whose time none of
    them moved, so that they opened no decision. So a person has at most as many as their running
    games have events, and one more. `games` are all games of `user`, and are locked. Games that
    they have left count, too: they may return.
    """
    theirs = Q(pk__in=games) | Q(past_occupations__user=user)
    running = Game.objects.filter(theirs, state=Game.State.RUNNING)
    of_games = running.aggregate(began=Min("started_at"), moved=Max("moved_at"))
    began, moved = of_games["began"], of_games["moved"]
    newest_first = user.routines.order_by("-since", "-pk").values("pk")
    needless = user.routines.exclude(pk__in=newest_first[:1])
    if began is not None:
        at_start = newest_first.filter(since__lte=began)[:1]
        needless = needless.exclude(pk__in=at_start)
        needless = needless.filter(Q(since__lte=began) | Q(since__gt=moved))
    needless.delete()


def _vacationers(assignments: Iterable[SeatAssignment], since: datetime | None) -> set[int | None]:
    ends = ((each.user_id, each.last_vacation_end) for each in assignments)
    return {user for user, end in ends if end is not None and (since is None or end > since)}


def _calendars(
    *,
    with_routine: Set[int | None],
    with_vacation: Set[int | None],
    since: datetime | None,
    at: datetime | None = None,
) -> Mapping[int | None, Calendar]:
    """Return the calendars of people, in a query for each kind of entry that anybody may have."""
    taken = _vacations(with_vacation - {None}, since)
    routines = _routines(with_routine, at)
    owners = {each.user_id for each in routines} | {each.user_id for each in taken}
    return {
        owner: Calendar(
            tuple(_as_routine(each) for each in routines if each.user_id == owner),
            tuple(as_vacation(each) for each in taken if each.user_id == owner),
        )
        for owner in owners
    }


def _vacations(users: Set[int | None], since: datetime | None) -> list[models.Vacation]:
    if not users:
        return []  # compiling even a query that is never sent would take time
    ended = Q(end__lte=since) if since else Q(pk=None)
    return list(models.Vacation.objects.filter(user__in=users).exclude(ended))


def _routines(users: Set[int | None], at: datetime | None) -> list[models.Routine]:
    """Return all routines of people, or the one of each that is in force `at` a moment."""
    people = [user for user in users if user is not None]
    if not people:
        return []
    if at is None:
        return list(models.Routine.objects.filter(user__in=people).order_by("since", "pk"))
    held = models.Routine.objects.filter(user=OuterRef("pk"), since__lte=at)
    newest = Subquery(held.order_by("-since", "-pk").values("pk")[:1])
    in_force = User.objects.filter(pk__in=people).values(newest=newest)
    return list(models.Routine.objects.filter(pk__in=in_force))


def _calendar(held: Iterable[models.Vacation]) -> Calendar:
    return Calendar(vacations=tuple(map(as_vacation, held)))


def _as_routine(row: models.Routine) -> Routine:
    start, end = row.sleep_start, row.sleep_end
    sleep = None if start is None or end is None else Sleep(start, end)
    return Routine(row.time_zone, tuple(row.weekend), sleep, microseconds(row.since))


def _lock_user(user: User) -> User:
    return User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _lock_user_and_games(user: User) -> tuple[User, datetime, list[models.Vacation]]:
    """Lock the row of `user` and then their games; return the row, the time and their vacations.

    The time is the database's once all is locked; it and the vacations take one statement.
    """
    found = _lock_user(user)
    calendar_lock(found)
    rows = User.objects.filter(pk=found.pk).values_list(Now(), *OF_VACATIONS)
    held = [
        models.Vacation(pk=pk, user=found, start=start, end=end, time_zone=zone)
        for _, pk, start, end, zone in rows
        if pk is not None
    ]
    return found, database_time.as_moment(rows[0][0]), held
