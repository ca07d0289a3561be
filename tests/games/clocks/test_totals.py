"""What is left of a total is what counting quarters of an hour over the whole log finds."""

from hypothesis import given
from hypothesis import strategies as st

from games.clocks.calendars import Calendar
from games.clocks.controls import Total
from games.clocks.entries import Entry, Moved, Seated, Vacated
from games.clocks.folding import Circumstances, fold
from games.clocks.spans import DAY
from tests.games.clocks.strategies import (
    FEW,
    QUARTER,
    moments,
    quarters,
    routines,
    spans,
    vacations,
)
from tests.games.clocks.timelines import sleeps

TIME = 100 * DAY


@FEW
@given(moments, st.data())
def test_a_total_adds_up_over_a_whole_game(start: int, data: st.DataObject) -> None:
    calendars = [Calendar((data.draw(routines),), data.draw(vacations(start))) for _ in range(2)]
    outages = data.draw(spans("outage", start))
    now, used, entries = start, [0, 0], list[Entry]([Moved(start, (0,))])
    for number in range(data.draw(st.integers(1, 6))):
        seat, opened, still = number % 2, now, range(0)
        now += data.draw(quarters(0, 96))
        if data.draw(st.booleans()):
            stood = data.draw(quarters(1, 3 * 96))
            still = range(now, now + stood)
            entries += [Vacated(now, 2, 3 * DAY), Seated(now + stood, 2, "house")]
            now += stood + data.draw(quarters(0, 96))
        entries.append(Moved(now, (1 - seat,), decided=(seat,)))
        off = [*outages, *(each.span for each in calendars[seat].vacations)]
        used[seat] += QUARTER * sum(
            tick not in still
            and not any(span.start <= tick < span.end for span in off)
            and not sleeps(calendars[seat].routines[0], tick)
            for tick in range(opened, now, QUARTER)
        )
    after = Moved(now + DAY, (), substituted=(0, 1))  # by then all outages are known
    given_all = Circumstances(Total(TIME), dict(enumerate(calendars)), outages)
    state = fold([*entries, Moved(now, ()), after], 3, given_all)
    assert [seat.bank for seat in state.seats[:2]] == [TIME - each for each in used]
