"""R-LUM-RUSALKA: any card played into her field turns the Illimat; a random card of each hand."""

from typing import Any

import pytest

from illimat_core.cards import Card
from illimat_core.rules.chance import Steal
from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    PlayedTable,
    before_claim,
    chance_refuses,
    check_sleeps,
    claimed,
    lay,
    waiting_for_chance,
)
from tests.support.playing import SEASONS, cards_in

THREE = {"options": {"players": 3}, "hands": {0: ["5Wi", "9Wi"], 1: ["KAu", "2Au"], 2: ["3Au"]}}


def in_play(**more: Any) -> PlayedTable:
    """Return a table with her face up in SW and the Stars in the deck; seat 0 is to move."""
    given = {"options": {"stars": "always"}, "luminaries": {"SW": "rusalka"}}
    return lay(given | {"hands": {0: ["5Wi", "3St", "2Au"], 1: ["KAu"]}} | more)


def robbed(*chance: Any, **more: Any) -> PlayedTable:
    """Return a table where seat 0 has claimed her and has taken a card from both others."""
    return claimed("rusalka", *chance, summer="SE", **THREE | more)


def test_rusalka_turns_the_illimat_for_a_number_card() -> None:
    assert in_play().act(0, "sow", card="5Wi", field="SW").see("summer") == "NE"
    assert in_play().act(0, "sow", card="5Wi", field="NE").see("summer") == "SW"


def test_rusalka_has_a_season_named_for_any_star() -> None:
    table = in_play()
    named = [e["season"] for e in table.listed(0) if (e["card"], e["field"]) == ("3St", "SW")]
    assert named == SEASONS
    (play,) = [p for p in table.menu(0)["plays"] if (p["cards"], p["field"]) == (["3St"], "SW")]
    assert play["season"] == "free"
    assert table.refusal(0, "sow", card="3St", field="SW") == "R-ACT-1"


def test_rusalka_previewed_turns_the_illimat() -> None:
    told = in_play(draw=["2Sp"]).preview(0, "sow", card="5Wi", field="SW")
    assert [event["type"] for event in told] == ["CardSown", "IllimatTurned", "HandDrawn"]


def test_rusalka_shows_the_stolen_card_to_taker_and_owner_alone() -> None:
    table = robbed("2Au", "3Au", draw=[])
    stolen = {v: [t for t in table.told(v) if t["type"] == "CardStolen"] for v in (0, 1, 2, None)}
    assert {v: [told.get("card") for told in tolds] for v, tolds in stolen.items()} == {
        0: ["2Au", "3Au"], 1: ["2Au", None], 2: [None, "3Au"], None: [None, None],
    }  # fmt: skip


def test_rusalka_keeps_the_stolen_card_private_in_every_view() -> None:
    table = robbed("2Au", "3Au", draw=[])
    assert {v: table.view(v, "harvested.0") for v in (0, 1, 2, None)} == {
        0: ["5Su", "2Au", "3Au", "5Wi"], 1: ["5Su", "2Au", "5Wi", "?"],
        2: ["5Su", "3Au", "5Wi", "?"], None: ["5Su", "5Wi", "?", "?"],
    }  # fmt: skip
    assert table.see("private.0") == {"2Au": [0, 1], "3Au": [0, 2]}


def test_rusalka_lets_nobody_draw_before_their_own_next_turn() -> None:
    table = robbed("2Au", "3Au")
    assert [len(table.see(f"hands.{seat}")) for seat in (1, 2)] == [1, 0]


@pytest.mark.parametrize(
    "cards", [("2Au",), ("2Au", "3Au", "KAu"), ("3Au", "2Au"), ("9Wi", "3Au"), ("2Au", "2Au")]
)
def test_rusalka_takes_one_card_of_each_hand_and_no_other(cards: tuple[str, ...]) -> None:
    table = before_claim("rusalka", summer="SE", draw=[], **THREE)
    members = {name: value for name, value in CLEAR.items() if name != "kind"}
    state = waiting_for_chance(table, 0, "harvest", **members)
    assert chance_refuses(state, Steal(cards=tuple(map(Card, cards)))) == "R-LUM-RUSALKA"


def test_rusalka_previewed_at_her_claim_asks_chance_and_shows_no_card() -> None:
    table = before_claim("rusalka", hands=LONG, summer="SE")
    told = table.preview(0, **CLEAR)
    assert (told[-1]["kind"], told[-1]["awaiting"]) == ("steal", [-1])
    assert {"KAu", "QAu", "2Au"}.isdisjoint(cards_in(told))


def test_rusalka_ends_a_batch_whose_sender_would_see_the_card() -> None:
    clear = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    table = before_claim("rusalka", summer="SE", draw=[])
    assert table.refused_in_batch(0, clear, {"type": "end_turn"}) == ("R-TURN-1", 1)


def test_rusalka_takes_nothing_of_leavers_and_empty_hands() -> None:
    more = {"hands": {0: ["5Wi", "9Wi"], 1: [], 2: []}, "forfeited": [2], "draw": []}
    assert "CardStolen" not in robbed(**more).happened


def test_rusalka_loot_sleeps_over_night() -> None:
    table = robbed("2Au", "3Au", draw=[])
    assert check_sleeps(table, 1, "sow", card="KAu", field="NE").see("private.0") == {
        "2Au": [0, 1], "3Au": [0, 2],
    }  # fmt: skip
