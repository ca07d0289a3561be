"""The step after a missed decision or a leaver."""

import pytest

from games.clocks.leavers import (
    CallOff,
    Company,
    Forfeit,
    HandToHouse,
    Happened,
    LeaverRule,
    LeaverRules,
    OfferWin,
    Step,
    may_return,
    next_step,
)
from games.clocks.records import Record
from games.clocks.spans import DAY

PLAYED = Record(decided=True)
MISSED = Record(decided=True, missed=1)


@pytest.mark.parametrize(
    ("happened", "record", "rule", "sides", "step"),
    [
        ("missed", PLAYED, "substitute", (4, 3), "Excuse"),
        ("missed", PLAYED, "forfeit", (2, 1), "Excuse"),
        ("missed", MISSED, "substitute", (4, 3), "OpenSeat"),
        ("left", PLAYED, "substitute", (2, 1), "OpenSeat"),
        ("not_taken", MISSED, "substitute", (3, 2), "HandToHouse"),
        ("not_taken", MISSED, "substitute", (3, 1), "OfferWin"),
        ("not_taken", MISSED, "substitute", (2, 1), "OfferWin"),
        ("not_taken", Record(), "substitute", (4, 3), "CallOff"),
        ("left", Record(), "house", (4, 3), "CallOff"),
        ("left", PLAYED, "house", (4, 3), "HandToHouse"),
        ("left", PLAYED, "house", (2, 1), "OfferWin"),
        ("left", PLAYED, "house", (4, 1), "OfferWin"),
        ("left", PLAYED, "house", (4, 1, 1), "HandToHouse"),
        ("left", PLAYED, "house", (4, 0, 1), "HandToHouse"),
        ("left", PLAYED, "substitute", (4, 0, 1), "OpenSeat"),
        ("left", PLAYED, "forfeit", (4, 3), "Forfeit"),
        ("missed", MISSED, "forfeit", (2, 1), "Forfeit"),
        ("win_due", MISSED, "substitute", (2, 1), "Forfeit"),
        ("win_declined", MISSED, "substitute", (2, 1), "HandToHouse"),
        ("left", PLAYED, "substitute", (2, 0), "HandToHouse"),
        ("left", Record(), "substitute", (1, 0), "Forfeit"),
        ("left", Record(decided=True, vacancies=3), "substitute", (4, 3), "HandToHouse"),
    ],
)
def test_the_step_that_follows_is_the_one_that_the_table_chose(
    happened: Happened, record: Record, rule: LeaverRule, sides: tuple[int, ...], step: str
) -> None:
    """`sides` are the number of seats, of other sides with people, and of partners."""
    rules, (players, rivals, *partners) = LeaverRules(rule), sides
    found = next_step(
        happened, record, rules, Company(players=players, rivals=rivals, partners=sum(partners))
    )
    assert type(found).__name__ == step


@pytest.mark.parametrize(
    ("happened", "rule", "sides", "step"),
    [
        ("left", "substitute", (2, 1), "OpenSeat"),
        ("not_taken", "substitute", (4, 3), "HandToHouse"),
        ("missed", "house", (4, 3), "HandToHouse"),
        ("left", "house", (3, 1), "OfferWin"),
        ("left", "forfeit", (4, 3), "Forfeit"),
    ],
)
def test_in_a_season_a_no_show_leaves_like_others(
    happened: Happened, rule: LeaverRule, sides: tuple[int, int], step: str
) -> None:
    rules, (players, rivals) = LeaverRules(rule, excuses=0), sides
    found = next_step(
        happened, Record(), rules, Company(players=players, rivals=rivals, arranged=True)
    )
    assert type(found).__name__ == step


@pytest.mark.parametrize(
    ("happened", "rule"), [("not_taken", "substitute"), ("left", "house"), ("left", "forfeit")]
)
@pytest.mark.parametrize(
    ("opponent", "step"),
    [
        (PLAYED, Forfeit(walkover=True)),
        (MISSED, Forfeit(walkover=True)),
        (Record(), Forfeit(walkover=True)),
        (Record(missed=1), HandToHouse()),
    ],
)
def test_at_a_table_of_two_a_no_show_gives_the_other_a_walkover(
    happened: Happened, rule: LeaverRule, opponent: Record, step: Step
) -> None:
    rules = LeaverRules(rule)
    assert step == next_step(
        happened, Record(), rules, Company(players=2, rivals=1, arranged=True, opponent=opponent)
    )


@pytest.mark.parametrize(
    ("happened", "rule", "arranged", "step"),
    [
        ("win_due", "substitute", False, CallOff("idle")),
        ("win_taken", "substitute", False, Forfeit()),
        ("win_declined", "house", False, HandToHouse()),
        ("not_taken", "substitute", False, OfferWin(7 * DAY, out_of_time=True)),
        ("missed", "house", False, OfferWin(7 * DAY, out_of_time=True)),
        ("missed", "forfeit", False, OfferWin(7 * DAY, out_of_time=True)),
        ("missed", "house", True, OfferWin(7 * DAY, out_of_time=True)),
    ],
)
def test_nobody_without_time_left_wins_unless_they_say_so(
    happened: Happened, rule: LeaverRule, arranged: bool, step: Step
) -> None:
    record = Record() if arranged else MISSED
    assert step == next_step(
        happened,
        record,
        LeaverRules(rule, excuses=0),
        Company(players=2, rivals=1, arranged=arranged, opponent=PLAYED, out_of_time=True),
    )


def test_a_player_who_has_no_time_left_keeps_no_others_from_playing_on() -> None:
    found = next_step(
        "left", PLAYED, LeaverRules("forfeit"), Company(players=3, rivals=2, out_of_time=True)
    )
    assert found == Forfeit()


def test_a_leaver_takes_the_seat_back_from_the_house_once() -> None:
    assert may_return(PLAYED, "house")
    assert not may_return(PLAYED.of_returner(), "house")
    assert may_return(PLAYED.of_returner(), "open")


def test_a_win_offered_after_too_many_vacancies_is_final() -> None:
    assert may_return(Record(vacancies=2), "win_offered")
    assert not may_return(Record(vacancies=3), "win_offered")
    assert may_return(Record(vacancies=3), "open")
