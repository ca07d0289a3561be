"""R-LUM-PERFECT-CRIME: on its claim you may take one more okus."""

from typing import Any

import pytest

from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    PlayedTable,
    before_claim,
    check_menu_offers_the_list,
    check_sleeps,
    claimed,
)


def at_its_claim(**more: Any) -> PlayedTable:
    """Return a table where seat 0 got the okus for clearing, one is left, and seat 2 has one."""
    hands = {0: ["5Wi", "9Wi"], 1: ["KAu"], 2: ["QAu"]}
    okuses = {"board": 2, "2": 1}
    return claimed(
        "perfect_crime", **{"options": {"players": 3}, "hands": hands, "okuses": okuses} | more
    )


def test_perfect_crime_offers_the_illimat_and_every_holder() -> None:
    table = at_its_claim()
    assert table.asked == [(0, "perfect_crime_claim")]
    check_menu_offers_the_list(table, 0)
    assert [each.get("from") for each in table.listed(0)] == [None, "board", 2]


@pytest.mark.parametrize(("source", "left"), [("board", [0, 2, 1]), (2, [1, 2, 0])])
def test_perfect_crime_takes_from_where_it_says_and_sleeps_over_night(
    source: object, left: list[int]
) -> None:
    after = check_sleeps(at_its_claim(), 0, "take_okus", **{"from": source})
    assert [after.see(f"okuses.{who}") for who in ("board", 0, 2)] == left


def test_perfect_crime_tells_all_whose_okus_it_was() -> None:
    table = at_its_claim().act(0, "take_okus", **{"from": 2})
    told = table.event("OkusTaken", SPECTATOR)
    assert (told["seat"], told["source"]) == (0, 2)
    assert told["okus"] in table.state.players[0].okuses


def test_perfect_crime_takes_the_lowest_okus_of_the_illimat() -> None:
    table = at_its_claim()
    lowest = min(table.state.board)
    assert table.act(0, "take_okus", **{"from": "board"}).event("OkusTaken")["okus"] == lowest


def test_perfect_crime_refuses_who_has_none() -> None:
    for source in (0, 1, 7):
        assert at_its_claim().refusal(0, "take_okus", **{"from": source}) == "R-LUM-PERFECT-CRIME"


def test_perfect_crime_as_return_puts_an_opponents_okus_on_the_illimat() -> None:
    table = at_its_claim(options={"players": 3, "perfect_crime": "return"})
    after = table.act(0, "take_okus", **{"from": 2})
    assert [after.see(f"okuses.{who}") for who in ("board", 0, 2)] == [2, 1, 0]
    assert after.event("OkusReturned")["seat"] == 2


def test_perfect_crime_asks_nothing_where_no_okus_is_to_be_had() -> None:
    assert claimed("perfect_crime", okuses={"board": 1, "0": 1}).asked == [(1, "turn")]


def test_perfect_crime_previewed_says_that_it_asks() -> None:
    told = before_claim("perfect_crime", hands=LONG).preview(0, **CLEAR)
    assert (told[-1]["type"], told[-1]["kind"]) == ("DecisionOpened", "perfect_crime_claim")


def test_perfect_crime_of_a_leaver_takes_nothing() -> None:
    left = at_its_claim().act(0, "forfeit")
    assert [left.see(f"okuses.{who}") for who in ("board", 0, 2)] == [1, 1, 1]
    assert left.asked == [(1, "turn")]


def test_perfect_crime_spares_a_leaver() -> None:
    table = at_its_claim(forfeited=[2], hands={0: ["5Wi", "9Wi"], 1: ["KAu"]})
    assert [each.get("from") for each in table.listed(0)] == [None, "board"]
