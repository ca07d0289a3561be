"""The clocks of a game after its entries, folded at once or one by one."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from games.clocks.controls import Bank, NoClock, PerDecision, Total
from games.clocks.entries import Entry, Forfeited, Missed, Moved, Paused, Resumed, Seated, Vacated
from games.clocks.folding import MOST_CHARGES, Circumstances, advance, fold
from games.clocks.notified import DecisionNotice
from games.clocks.outages import SILENCE
from games.clocks.reckoning import reckon
from games.clocks.spans import DAY, HOUR, MINUTE, Span
from games.clocks.states import ClockState, initial_clocks
from tests.games.clocks.strategies import FEW, Case, cases, controls, quarters
from tests.games.clocks.timelines import NOTIFIED, at, seat_time

NOON = at("2026-06-01 12:00")
SEATS = 3


def entry(kind: str, now: int, seat: int, awaited: tuple[int | None, ...]) -> Entry:
    entries: dict[str, Entry] = {
        "moved": Moved(now, awaited, decided=(seat,)),
        "substituted": Moved(now, awaited, substituted=(seat,)),
        "missed": Missed(now, seat),
        "vacated": Vacated(now, seat, 3 * DAY),
        "seated": Seated(now, seat, "substitute"),
        "house": Seated(now, seat, "house"),
        "returned": Seated(now, seat, "returner"),
        "paused": Paused(now, now + 2 * DAY),
        "resumed": Resumed(now),
        "forfeited": Forfeited(now, seat),
    }
    return entries[kind]


KINDS = ("missed", "vacated", "seated", "house", "returned", "paused", "resumed", "forfeited",
         "substituted", "moved", "moved", "moved", "moved")  # fmt: skip
histories = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        quarters(0, 2 * 96),
        st.integers(0, SEATS - 1),
        st.sets(st.sampled_from([0, 1, 2, None]), min_size=1).map(tuple),
    ),
    max_size=30,
)


@FEW
@given(cases(), histories)
def test_folding_at_once_and_with_restarts_after_every_entry_are_equal(
    case: Case, history: list[tuple[str, int, int, tuple[int | None, ...]]]
) -> None:
    now, entries = case.entries[-1].at, [*case.entries]
    state = fold(entries, SEATS, case.given)
    for kind, passed, seat, awaited in history:
        now += passed
        entries.append(entry(kind, now, seat, awaited))
        known = [each for each in case.given.outages if each.start < max(now, state.at)]
        needed = [each for each in known if each.end > state.looks_back_to]
        stored = msgspec.json.encode(state)
        state = msgspec.json.decode(stored, type=ClockState)
        state = advance(state, entries[-1], case.given._replace(outages=needed))
    assert state == fold(entries, SEATS, case.given)


@FEW
@given(
    st.sampled_from([Bank(DAY, HOUR, 2 * DAY), Total(3 * DAY), PerDecision(DAY)]),
    st.lists(
        st.tuples(st.sampled_from(["moved", "missed", "returned", "seated"]), st.integers(0, 9)),
        min_size=1,
        max_size=30,
    ),
    st.lists(st.tuples(st.integers(0, 90), st.integers(5, 60)), max_size=3),
)
def test_plays_in_a_silence_are_charged_for_it_only_until_it_is_known_to_be_an_outage(
    control: Bank, plays: list[tuple[str, int]], silences: list[tuple[int, int]]
) -> None:
    outages = [
        Span(NOON + start * MINUTE, NOON + (start + length) * MINUTE, "outage")
        for start, length in silences
    ]
    given = Circumstances(control, outages=outages)
    now, entries, state = NOON, [], initial_clocks(control, 2)
    for number, (kind, minutes) in enumerate([("moved", 0), *plays, ("moved", 9)]):
        now += minutes * MINUTE
        entries.append(entry(kind, now, number % 2, ((number + 1) % 2,)))
        known = [each for each in outages if each.start + SILENCE <= now]
        needed = [each for each in known if each.end > state.looks_back_to]
        state = advance(state, entries[-1], given._replace(outages=needed))
        reckoned = reckon(state, given._replace(outages=known), {}, now)
        assert not reckoned.flagged
    assert state == fold(entries, 2, given)


def test_the_time_of_an_outage_is_given_back_to_who_played_in_it() -> None:
    given = Circumstances(Total(DAY), outages=[Span(NOON, NOON + HOUR, "outage")])
    entries: list[Entry] = [
        Moved(NOON - HOUR, (0,)),
        Moved(NOON + 3 * MINUTE, (1,), decided=(0,)),
        Moved(NOON + 4 * MINUTE, (0,), decided=(1,)),
    ]
    state = fold(entries, 2, given)
    assert state.seats[0].bank == DAY - HOUR - 3 * MINUTE
    shows = reckon(state, given, {0: NOTIFIED}, NOON + HOUR).seats[0]
    assert shows.left == DAY - HOUR
    entries.append(Moved(NOON + 2 * HOUR, (1,), decided=(0,)))
    state = fold(entries, 2, given)
    assert [seat.bank for seat in state.seats] == [DAY - 2 * HOUR, DAY]


def test_the_charges_that_are_kept_are_few_however_fast_people_play() -> None:
    entries = [Moved(NOON + n, (n % 2,), decided=((n + 1) % 2,)) for n in range(100)]
    assert len(fold(entries, 2, Circumstances(Bank())).charges) == MOST_CHARGES


def test_the_state_is_no_larger_after_300_entries_than_after_ten() -> None:
    given = Circumstances(Bank())
    state, sizes = initial_clocks(given.control, 2), []
    for n in range(300):
        moved = Moved(NOON + n * HOUR, (n % 2,), decided=((n + 1) % 2,))
        state = advance(state, moved, given)
        sizes.append(len(msgspec.json.encode(state)))
    assert abs(sizes[299] - sizes[10]) < 10


def test_a_bank_never_holds_more_than_its_cap() -> None:
    entries = [Moved(NOON + n * MINUTE, (0,), decided=(0,)) for n in range(20)]
    assert fold(entries, 1, Circumstances(Bank())).seats[0].bank == 7 * DAY


def test_a_total_only_falls() -> None:
    given = Circumstances(Total(2 * DAY))
    entries = [Moved(NOON, (0,)), Moved(NOON + HOUR, (1,), decided=(0,))]
    assert fold(entries, 2, given).seats[0].bank == 47 * HOUR


def test_a_free_action_leaves_the_clock_running() -> None:
    clock = seat_time([Moved(NOON, (0,)), Moved(NOON + HOUR, (0,))], NOON + 3 * HOUR)
    assert clock.used == 3 * HOUR


def test_each_of_several_who_decide_at_once_has_a_clock_of_their_own() -> None:
    entries = [Moved(NOON, (0, 1)), Moved(NOON + HOUR, (1,), decided=(0,))]
    state = fold(entries, 2, Circumstances(Bank()))
    assert state.seats[0].bank == 5 * DAY + 11 * HOUR
    assert state.seats[1].decision is not None
    assert state.seats[1].decision.opened == NOON


def test_a_decision_that_the_players_own_action_opened_needs_no_notice() -> None:
    entries = [Moved(NOON, (0,)), Moved(NOON + HOUR, (0,), decided=(0,))]
    deadline = NOON + HOUR + 3 * DAY
    clock = seat_time(entries, deadline, Circumstances(PerDecision(3 * DAY)), DecisionNotice())
    assert clock.flagged


def test_clocks_stand_while_a_clock_that_was_put_back_catches_up() -> None:
    entries = [Moved(NOON, (0,))]
    clock = seat_time(entries, NOON - 2 * HOUR)
    assert (clock.used, clock.flagged) == (0, False)


def test_time_in_a_vacant_seats_wait_is_nobodys() -> None:
    entries: list[Entry] = [
        Moved(NOON, (0, 1)),
        Vacated(NOON + HOUR, 1, 3 * DAY),
        Seated(NOON + 50 * HOUR, 1, "substitute"),
    ]
    assert seat_time(entries, NOON + 51 * HOUR).used == 2 * HOUR
    assert seat_time(entries[:2], NOON + 30 * HOUR).why == "seat_vacant"


def test_an_offered_seat_is_due_when_its_time_is_over_and_an_outage_prolongs_it() -> None:
    entries: list[Entry] = [Moved(NOON, (0,)), Vacated(NOON, 0, 3 * DAY)]
    outage = Span(NOON + DAY, NOON + 2 * DAY, "outage")
    given = Circumstances(Bank(), outages=[outage])
    state = fold(entries, 2, given)
    assert reckon(state, given, {}, NOON + 2 * DAY).due_at == NOON + 4 * DAY


def test_a_substitute_begins_with_a_full_clock_and_no_more_than_that() -> None:
    given = Circumstances(PerDecision(6 * HOUR))
    entries: list[Entry] = [
        Moved(NOON, (0,)),
        Missed(NOON + 6 * HOUR, 0),
        Vacated(NOON + 6 * HOUR, 0, 3 * DAY),
        Seated(NOON + 9 * HOUR, 0, "substitute"),
    ]
    assert seat_time(entries, NOON + 9 * HOUR, given).left == 6 * HOUR
    returned = [*entries[:3], Seated(NOON + 9 * HOUR, 0, "returner")]
    assert seat_time(returned, NOON + 9 * HOUR, given).left == DAY


def test_ten_decisions_in_time_earn_an_excuse_back() -> None:
    entries: list[Entry] = [Moved(NOON, (0,)), Missed(NOON + 6 * DAY, 0)]
    moment = NOON + 6 * DAY
    entries += [Moved(moment + n, (0,), decided=(0,)) for n in range(9)]
    given = Circumstances(Bank())
    assert fold(entries, 1, given).seats[0].record.missed == 1
    entries.append(Moved(moment + 9, (0,), decided=(0,)))
    assert fold(entries, 1, given).seats[0].record.missed == 0


def test_a_game_without_clock_is_called_off_60_days_after_the_last_action() -> None:
    given = Circumstances(NoClock())
    state = fold([Moved(NOON, (0,))], 2, given)
    reckoned = reckon(state, given, {0: NOTIFIED}, NOON + DAY)
    assert reckoned.called_off_at == reckoned.due_at == NOON + 60 * DAY
    assert reckoned.seats[0].why == "no_clock"


@FEW
@given(controls)
def test_spectators_have_a_day_under_every_control(control: Bank) -> None:
    given = Circumstances(control)
    state = fold([Moved(NOON, (None,))], 2, given)
    assert reckon(state, given, {}, NOON).seats[0].deadline == NOON + DAY
    assert reckon(state, given, {}, NOON + DAY).flagged == (None,)
