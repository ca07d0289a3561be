"""The time within which every game ends, whatever its players do.

It counts everything but outages: weekends, sleeping hours, vacations, pauses, late notices,
vacant seats and excused decisions. It is an upper bound, not an estimate.
"""

from typing import Final

from games.clocks.calendars import MOST_DAYS_OFF, MOST_SLEEP
from games.clocks.controls import Bank, Control, NoClock, PerDecision, Total
from games.clocks.errors import ClockError
from games.clocks.folding import AT_LEAST
from games.clocks.leavers import MOST_VACANCIES, LeaverRules
from games.clocks.notified import FAILING, LEAD
from games.clocks.pauses import PauseRules
from games.clocks.records import STREAK
from games.clocks.spans import DAY, HOUR, MINUTE, WEEK
from games.clocks.vacations import VacationRules

CHANGE: Final = 2 * HOUR  # the most by which a zone changes its clocks in a week
AWAKE: Final = (7 - MOST_DAYS_OFF) * (DAY - MOST_SLEEP * MINUTE) - CHANGE  # the least in a week
REST: Final = MOST_DAYS_OFF * DAY + MOST_SLEEP * MINUTE + 2 * CHANGE  # the most at a stretch
YEAR: Final = 365 * DAY
LONGEST_DAY: Final = DAY + CHANGE
MOST_STAYS: Final = 2 * (1 + MOST_VACANCIES)
"""Of people at one seat: each occupant may return from the house, once."""
MOST_HELD_UP: Final = MOST_VACANCIES + 2
"""Vacancies of one seat that hold the game up, offered wins included: the last two are final."""


def stretched(length: int) -> int:
    """Return the longest time in which a clock runs for `length`, after at most `REST`.

    Given weekends and sleeping hours, it runs for at least `AWAKE` in each week.
    """
    return -(-length * WEEK // AWAKE)


def time_given(control: Bank | Total, decisions: int, seats: int, excuses: int) -> int:
    """Return the longest time that all clocks of a game together can run for `decisions`.

    After each excuse, those earned back included, and after a return, a decision has `AT_LEAST`.
    A return opens a decision again.
    """
    occupants = seats * (1 + MOST_VACANCIES)
    excused = seats * MOST_STAYS * (excuses + 1) + decisions // STREAK
    if isinstance(control, Bank):
        banks = occupants * control.initial + decisions * control.increment
    else:
        banks = occupants * control.time
    return banks + excused * AT_LEAST


def bound(
    control: Control,
    *,
    decisions: int,
    seats: int,
    leavers: LeaverRules,
    pauses: PauseRules,
    vacations: VacationRules,
    house_delay: int,
    notice_delay: int,
) -> int:
    """Return the time within which a game with at most `decisions` ends, in microseconds.

    `decisions` includes those of all seats and of spectators. `house_delay` is the longest that the
    house takes for a decision, and `notice_delay` that a notice takes to leave the server or to
    fail. Each outage adds its length and `REST` at most.
    Raises ClockError for rules under which a game need not end.
    """
    pausing = pauses.most * (pauses.longest + REST)
    held_up = max(leavers.vacant_for, leavers.win_after) + notice_delay + REST  # told again
    vacancies = seats * MOST_HELD_UP * held_up
    if isinstance(control, NoClock):
        return (decisions + 1) * control.idle + decisions * house_delay + pausing + vacancies
    opened = decisions + seats * (MOST_STAYS - 1)  # sitting down opens the decision anew
    untold = notice_delay + FAILING + stretched(LEAD)  # beyond which a decision is never open
    if isinstance(control, PerDecision):
        deciding = opened * max(stretched(max(control.time, AT_LEAST)), untold)
    else:
        given = time_given(control, decisions, seats, leavers.excuses)
        deciding = stretched(given) + opened * untold
    deciding += opened * (REST + house_delay)
    return _with_vacations(deciding + pausing + vacancies, seats, vacations)


def _with_vacations(playing: int, seats: int, rules: VacationRules) -> int:
    """Return how long `playing` takes if everybody takes every vacation they can.

    In a time t, vacations take at most `a_year * (t / YEAR + 2)`, since t touches at most that many
    calendar years; each substitute adds a year's allowance that the leaver had used up. Solved for
    t = playing + vacations.
    """
    a_year = seats * (rules.days * LONGEST_DAY + rules.vacations * REST)
    if a_year >= YEAR:
        raise ClockError("days", "With so many vacation days a game need not end.")
    return -(-(playing + (2 + MOST_VACANCIES) * a_year) * YEAR // (YEAR - a_year))
