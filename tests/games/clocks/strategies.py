"""Random decisions, calendars, outages and notices, on a grid of quarters of an hour."""

from typing import NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from games.clocks.calendars import Calendar, Routine, Sleep, Vacation
from games.clocks.controls import Bank, Control, PerDecision, Total
from games.clocks.entries import Entry, Moved, Paused, Resumed
from games.clocks.folding import Circumstances, fold
from games.clocks.notified import DecisionNotice
from games.clocks.reckoning import SeatTime, reckon
from games.clocks.spans import DAY, MINUTE, Cause, Span
from games.clocks.states import ClockState
from tests.games.clocks.timelines import at

FEW = settings(max_examples=40, deadline=None)
QUARTER = 15 * MINUTE
START = at("2026-01-01 00:00")
ZONES = (
    "Africa/Casablanca",
    "America/New_York",
    "America/St_Johns",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Europe/London",
    "Pacific/Auckland",
    "Pacific/Chatham",
)


def quarters(least: int, most: int) -> st.SearchStrategy[int]:
    """Return lengths between two numbers of quarters of an hour."""
    return st.integers(least, most).map(lambda many: many * QUARTER)


moments = quarters(0, 370 * 96).map(lambda length: START + length)
lengths = quarters(1, 6 * 96)
nights = st.builds(
    lambda start, length: Sleep(start * 15, (start + length) * 15 % 1440),
    st.integers(20 * 4, 23 * 4),
    st.integers(9 * 4, 10 * 4),  # until after the clocks are changed
)
routines = st.builds(
    Routine,
    zone=st.sampled_from(ZONES),
    weekend=st.sampled_from([(), (5, 6), (4, 5), (6,)]),
    sleep=st.none() | nights,
)
controls: st.SearchStrategy[Control] = st.one_of(
    st.builds(PerDecision, lengths),
    st.builds(Total, lengths),
    st.builds(Bank, lengths, quarters(0, 96), st.just(7 * DAY)),
)


def spans(why: Cause, after: int) -> st.SearchStrategy[list[Span]]:
    """Return up to three spans that begin between a day before a moment and 12 days after it."""
    starts = quarters(-96, 12 * 96).map(lambda length: after + length)
    one = st.builds(lambda start, length: Span(start, start + length, why), starts, lengths)
    return st.lists(one, max_size=3)


def vacations(after: int) -> st.SearchStrategy[tuple[Vacation, ...]]:
    """Return up to three vacations, which may overlap."""
    return spans("vacation", after).map(
        lambda some: tuple(Vacation(span.start, span.end) for span in some)
    )


class Case(NamedTuple):
    """A decision of seat 0 in a game of two, what its clock depends on, and its notice."""

    opened: int
    entries: tuple[Entry, ...]
    given: Circumstances
    notice: DecisionNotice

    @property
    def state(self) -> ClockState:
        return fold(self.entries, 2, self.given)

    def shows(self, now: int) -> SeatTime:
        """Return what the clock of seat 0 shows at a moment."""
        return reckon(self.state, self.given, {0: self.notice}, now).seats[0]


@st.composite
def notices(draw: st.DrawFn, opened: int) -> DecisionNotice:
    """Notices that left, are held back, failed, or are not known of."""
    later = st.none() | quarters(0, 5 * 96).map(lambda length: opened + length)
    return DecisionNotice(draw(st.booleans()), draw(later), draw(later), draw(later))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Open decisions, with pauses that lie before and after their opening."""
    opened = draw(moments)
    entries: list[Entry] = []
    for pause in draw(spans("paused", opened)):
        start = max([pause.start, *(entry.at for entry in entries)])
        entries += [Paused(start, start + 12 * DAY), Resumed(max(start, pause.end))]
    entries = sorted([*entries, Moved(opened, (0, 1))], key=lambda entry: entry.at)
    calendar = Calendar((draw(routines),), draw(vacations(opened)))
    given = Circumstances(draw(controls), {0: calendar}, draw(spans("outage", opened)))
    return Case(opened, tuple(entries), given, draw(notices(opened)))
