"""Taking, ending and cancelling vacations, within a yearly allowance."""

from typing import Final

import msgspec

from games.clocks.calendars import ONE_DAY, Calendar, Vacation
from games.clocks.errors import ClockError
from games.clocks.spans import DAY, MINUTE


class VacationRules(msgspec.Struct, frozen=True):
    """The most days and vacations in a calendar year, and the most days at a stretch."""

    days: int = 28
    vacations: int = 6
    longest: int = 21
    ahead: int = 366  # days; how early a vacation can be planned
    late: int = 5  # minutes; a start that is past no longer than that means now


RULES: Final = VacationRules()


def take(
    calendar: Calendar, vacation: Vacation, now: int, rules: VacationRules = RULES
) -> Calendar:
    """Return the calendar with one more vacation, its last.

    A start that is past by a few minutes means now, as requests take time to arrive. Raises
    ClockError if the vacation starts earlier, overlaps another one or exceeds what `rules` allow. A
    day that two vacations touch counts once; a vacation that spans New Year counts as one in either
    year.
    """
    if vacation.start < now - rules.late * MINUTE:
        raise ClockError("start", "A vacation cannot start in the past.")
    if vacation.start > now + rules.ahead * DAY:
        raise ClockError("start", "Plan a vacation at most {days} days ahead.", days=rules.ahead)
    begun = msgspec.structs.replace(vacation, start=max(vacation.start, now))
    return _add_vacation(calendar, begun, rules)


def change_end(
    calendar: Calendar, vacation: Vacation, end: int, now: int, rules: VacationRules = RULES
) -> Calendar:
    """Raise ClockError if the vacation is over, `end` is past, or it breaks `rules` or overlaps."""
    if vacation.end <= now:
        raise ClockError("end", "This vacation is over.")
    if end <= now:
        raise ClockError("end", "A vacation cannot end in the past. To end it now, delete it.")
    changed = msgspec.structs.replace(vacation, end=end)
    return _add_vacation(_replace_vacation(calendar, vacation), changed, rules)


def end(calendar: Calendar, now: int) -> Calendar:
    """End the vacation that lasts now, whose other days may be taken again; or raise ClockError."""
    for vacation in calendar.vacations:
        if vacation.start <= now < vacation.end:
            rest = () if vacation.start == now else (msgspec.structs.replace(vacation, end=now),)
            return _replace_vacation(calendar, vacation, *rest)
    raise ClockError("end", "You are not on vacation now.")


def cancel(calendar: Calendar, vacation: Vacation, now: int) -> Calendar:
    """Raise ClockError for a vacation that is not in the calendar or has begun."""
    if vacation not in calendar.vacations:
        raise ClockError("start", "No such vacation is planned.")
    if vacation.start <= now:
        raise ClockError("start", "This vacation has begun. End it instead.")
    return _replace_vacation(calendar, vacation)


def _add_vacation(calendar: Calendar, vacation: Vacation, rules: VacationRules) -> Calendar:
    if vacation.end - vacation.start > (rules.longest + 1) * DAY:  # before its days are listed
        raise _too_long(rules)
    if any(
        other.start < vacation.end and vacation.start < other.end for other in calendar.vacations
    ):
        raise ClockError("start", "This vacation overlaps another one of yours.")
    vacations = (*calendar.vacations, vacation)
    if _stretch(vacation, vacations) > rules.longest:
        raise _too_long(rules)
    for year in {day.year for day in vacation.days}:
        _check_year(year, vacations, rules)
    return msgspec.structs.replace(calendar, vacations=vacations)


def _stretch(vacation: Vacation, vacations: tuple[Vacation, ...]) -> int:
    """Return the number of days in a row that are taken, including all days of `vacation`."""
    taken = {day for each in vacations for day in each.days}
    first, last = vacation.days[0], vacation.days[-1]
    while first - ONE_DAY in taken:
        first -= ONE_DAY
    while last + ONE_DAY in taken:
        last += ONE_DAY
    return (last - first).days + 1


def _replace_vacation(calendar: Calendar, vacation: Vacation, *instead: Vacation) -> Calendar:
    others = tuple(each for each in calendar.vacations if each != vacation)
    return msgspec.structs.replace(calendar, vacations=(*others, *instead))


def _check_year(year: int, vacations: tuple[Vacation, ...], rules: VacationRules) -> None:
    days = [{day for day in each.days if day.year == year} for each in vacations]
    if sum(map(bool, days)) > rules.vacations:
        raise ClockError("start", "You may take {most} vacations a year.", most=rules.vacations)
    taken = len(set().union(*days))
    if taken > rules.days:
        raise ClockError(
            "end",
            "You may take {most} vacation days a year; in {year} it would be {taken}.",
            most=rules.days,
            year=year,
            taken=taken,
        )


def _too_long(rules: VacationRules) -> ClockError:
    return ClockError(
        "end", "A vacation lasts at most {days} days at a stretch.", days=rules.longest
    )
