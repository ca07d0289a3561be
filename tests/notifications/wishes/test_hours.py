"""When messages may leave: laws of quiet hours and digests, and days on which clocks change."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.clocks.calendars import local
from games.clocks.spans import DAY, HOUR, MINUTE
from illimat_core.sealing import microseconds
from notifications.wishes.hours import LEEWAY, MOST_QUIET, QuietSpan, Timing, leaves_at

YEAR_2026 = microseconds(datetime.fromisoformat("2026-01-01T00:00:00+00:00"))
BERLIN = "Europe/Berlin"
ZONES = ("UTC", BERLIN, "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata")
minutes = st.integers(0, 24 * 60 - 1)
quiet_hours = st.builds(
    lambda start, length: QuietSpan(start, (start + length) % (24 * 60)),
    minutes,
    st.integers(1, MOST_QUIET),
)
timings = st.builds(Timing, st.sampled_from(ZONES), st.none() | quiet_hours, st.none() | minutes)
moments = st.integers(YEAR_2026, YEAR_2026 + 365 * DAY)
deadlines = st.none() | st.integers(0, 5 * DAY)
waits = st.integers(0, 3 * DAY)


def at(text: str, zone: str = BERLIN) -> int:
    """Return the moment of a local time."""
    return microseconds(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)))


def is_quiet(timing: Timing, moment: int) -> bool:
    """Return whether the clock on the person's wall shows quiet hours."""
    if timing.quiet is None:
        return False
    shown = local(moment, timing.zone)
    since = (shown.hour * 60 + shown.minute - timing.quiet.start) % (24 * 60)
    return since < timing.quiet.minutes


def is_day_of_change(timing: Timing, moment: int) -> bool:
    """Return whether the zone's clocks are put forward or back near a moment."""
    around = [local(moment + days * DAY, timing.zone).utcoffset() for days in (-1, 0, 1)]
    return len(set(around)) > 1


@given(timings, moments, waits, deadlines)
def test_nothing_leaves_in_quiet_hours_unless_time_would_run_short(
    timing: Timing, ready: int, waited: int, left: int | None
) -> None:
    now = ready + waited
    deadline = None if left is None else now + left
    leaves = leaves_at(timing, ready, now, deadline)
    assume(not is_day_of_change(timing, leaves))
    if is_quiet(timing, leaves):
        assert leaves == now
        assert deadline is not None
        later = range(now, deadline - LEEWAY + 1, 15 * MINUTE)
        assert all(is_quiet(timing, moment) for moment in later)


@given(timings, moments, waits, deadlines)
def test_everything_leaves_in_the_end(
    timing: Timing, ready: int, waited: int, left: int | None
) -> None:
    now = ready + waited
    deadline = None if left is None else now + left
    leaves = leaves_at(timing, ready, now, deadline)
    assert now <= leaves <= now + 2 * DAY
    assert leaves_at(timing, ready, leaves, deadline) == leaves  # it is not put off again


@given(timings, moments, waits, st.integers(0, 5 * DAY))
def test_every_awaited_player_is_told_early_enough(
    timing: Timing, ready: int, waited: int, left: int
) -> None:
    now = ready + waited
    leaves = leaves_at(timing, ready, now, now + left)
    assert leaves == now or leaves + LEEWAY <= now + left


@given(timings, moments, waits)
def test_all_that_is_ready_by_the_time_of_a_digest_leaves_with_it(
    timing: Timing, ready: int, waited: int
) -> None:
    assume(timing.digest is not None)
    first = leaves_at(timing, ready, ready)
    for later in (ready, min(ready + waited, first)):
        assert first <= leaves_at(timing, later, later) or later < first
    assert leaves_at(timing, ready, first) == first
    early = leaves_at(timing, ready, min(ready + waited, first))
    assert early == first


@given(timings, moments, deadlines, st.integers(0, HOUR))
def test_a_hold_is_kept_unless_time_would_run_short(
    timing: Timing, now: int, left: int | None, hold: int
) -> None:
    deadline = None if left is None else now + left
    leaves = leaves_at(timing, now, now, deadline, not_before=now + hold)
    if leaves < now + hold:
        assert leaves == now
        assert deadline is not None
        assert now + hold + LEEWAY > deadline or is_quiet(timing, now + hold)
    assert leaves_at(timing, now, leaves, deadline, not_before=now + hold) == leaves


@given(moments, waits, deadlines)
def test_without_a_choice_messages_are_sent_at_once(
    ready: int, waited: int, left: int | None
) -> None:
    now = ready + waited
    assert leaves_at(Timing(), ready, now, None if left is None else now + left) == now


@pytest.mark.parametrize(
    ("now", "leaves"),
    [
        ("2026-06-01 21:59", "2026-06-01 21:59"),
        ("2026-06-01 22:00", "2026-06-02 08:00"),
        ("2026-06-02 03:00", "2026-06-02 08:00"),
        ("2026-06-02 08:00", "2026-06-02 08:00"),
        ("2026-03-28 23:00", "2026-03-29 08:00"),  # clocks are put forward that night
        ("2026-03-29 03:30", "2026-03-29 08:00"),
        ("2026-10-24 23:00", "2026-10-25 08:00"),  # and back that night
        ("2026-10-25 02:30", "2026-10-25 08:00"),
    ],
)
def test_a_night_ends_by_the_clock_on_the_wall(now: str, leaves: str) -> None:
    timing = Timing(BERLIN, QuietSpan(22 * 60, 8 * 60))
    assert leaves_at(timing, at(now), at(now)) == at(leaves)


@pytest.mark.parametrize(
    ("left", "waits_for_the_morning"), [(HOUR, False), (12 * HOUR, False), (13 * HOUR, True)]
)
def test_a_deadline_soon_after_the_night_is_told_in_the_night(
    left: int, waits_for_the_morning: bool
) -> None:
    night = at("2026-06-01 22:00")
    timing = Timing(BERLIN, QuietSpan(22 * 60, 8 * 60))
    leaves = leaves_at(timing, night, night, night + left)
    assert leaves == (night + 10 * HOUR if waits_for_the_morning else night)


@pytest.mark.parametrize(
    ("ready", "left", "leaves"),
    [
        ("2026-06-01 09:00", 5 * DAY, "2026-06-01 18:00"),
        ("2026-06-01 18:00", 5 * DAY, "2026-06-01 18:00"),
        ("2026-06-01 18:01", 5 * DAY, "2026-06-02 18:00"),
        ("2026-03-28 18:01", 5 * DAY, "2026-03-29 18:00"),
        ("2026-06-01 09:00", 11 * HOUR, "2026-06-01 09:00"),  # the digest would be too late
        ("2026-06-01 23:00", 18 * HOUR, "2026-06-02 08:00"),  # and here the end of the night is not
    ],
)
def test_a_digest_has_an_hour_of_its_own(ready: str, left: int, leaves: str) -> None:
    timing = Timing(BERLIN, QuietSpan(22 * 60, 8 * 60), digest=18 * 60)
    found = leaves_at(timing, at(ready), at(ready), at(ready) + left)
    assert found == at(leaves)
    late = found + 5 * MINUTE
    assert leaves_at(timing, at(ready), late, at(ready) + left) == late
