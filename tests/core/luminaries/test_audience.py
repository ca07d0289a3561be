"""R-LUM-AUDIENCE: cards of every hand sown at once; or a luminary that a spectator names."""

from typing import Any

import pytest

from illimat_core.actions import NameLuminary
from illimat_core.cards import LUMINARIES
from tests.core.luminaries.table import (
    SPECTATOR,
    PlayedTable,
    after_any_order,
    chance_refuses,
    check_menu_offers_the_list,
    check_sleeps,
    lay,
    revealed,
    waiting_for_chance,
)
from tests.support.playing import Json, as_text, cards_in

HANDS: dict[int, list[str]] = {
    0: ["5Wi", "9Wi", "10Wi", "NWi"], 1: ["KAu", "QAu", "2Au"], 2: ["3Au"], 3: ["4Au", "6Au"],
}  # fmt: skip
DOWN = {"luminaries": {"NE": "(river)"}, "reserve": ["maiden", "union"]}


def face_down(*cards: str) -> Json:
    return {"kind": "face_down", "cards": list(cards)}


def of(players: int, **more: Any) -> PlayedTable:
    """Return a table where the Audience has just come up in SW and every seat is asked."""
    hands = {seat: HANDS[seat] for seat in range(players)}
    return revealed("audience", options={"players": players}, hands=hands, **more)


def watched(**more: Any) -> PlayedTable:
    """Return a table where the Audience has come up in SW and a spectator is asked."""
    return revealed("audience", options={"audience": "spectator"}, **DOWN | more)


def test_audience_of_two_comes_to_one_end_in_any_order_of_answers() -> None:
    after = after_any_order(of(2), {0: face_down("9Wi", "NWi"), 1: face_down("KAu", "2Au")})
    assert after.see("fields.SW") == ["3Sp", "4Sp", "6Sp", "9Wi", "NWi", "2Au", "KAu"]


@pytest.mark.parametrize("players", [3, 4])
def test_audience_of_more_comes_to_one_end_in_any_order_of_answers(players: int) -> None:
    answers = {seat: face_down(HANDS[seat][-1]) for seat in range(players)}
    after = after_any_order(of(players), answers)
    sown = [HANDS[seat][-1] for seat in range(players)]
    assert after.see("fields.SW") == ["3Sp", "4Sp", "6Sp", *sown]
    assert after.asked == [(1, "turn")]


def test_audience_offers_as_many_cards_as_each_must_give() -> None:
    for players, numbers in ((2, [2, 2]), (3, [1, 1, 1])):
        table = of(players)
        for seat, number in enumerate(numbers):
            check_menu_offers_the_list(table, seat)
            assert {len(each["cards"]) for each in table.listed(seat)} == {number}


def test_audience_tells_all_at_once_whose_card_was_whose() -> None:
    table = of(2).act(1, **face_down("KAu", "2Au")).act(0, **face_down("9Wi", "NWi"))
    for viewer in (0, 1, SPECTATOR):
        sown = table.event("ChosenCardsSown", viewer)["sown"]
        assert [(seat, sorted(cards)) for seat, cards in sown] == [
            (0, ["9Wi", "NWi"]), (1, ["2Au", "KAu"]),
        ]  # fmt: skip


def test_audience_previews_alike_whatever_the_others_chose() -> None:
    previews = {
        as_text(of(2).act(0, **face_down(*cards)).preview(1, **face_down("KAu", "2Au")))
        for cards in (["9Wi", "NWi"], ["10Wi", "9Wi"])
    }
    assert len(previews) == 1
    assert set(cards_in(previews)) <= {"KAu", "2Au"}


def test_audience_sleeps_over_night_with_one_choice_made() -> None:
    chosen = check_sleeps(of(2), 0, **face_down("9Wi", "NWi"))
    after = check_sleeps(chosen, 1, **face_down("KAu", "2Au"))
    assert after.see("hands") == {"0": ["2Sp", "10Wi"], "1": ["QAu"]}


def test_audience_asks_who_has_chosen_nothing_more() -> None:
    table = of(2).act(0, **face_down("9Wi", "NWi"))
    assert table.listed(0) == []
    assert table.refusal(0, **face_down("9Wi", "NWi")) == "R-TURN-1"


def test_audience_goes_on_without_who_leaves_before_or_after_choosing() -> None:
    for first in ([], [1]):
        table = of(3)
        for seat in first:
            table = table.act(seat, **face_down("KAu"))
        table = table.act(1, "forfeit").act(0, **face_down("9Wi")).act(2, **face_down("3Au"))
        assert table.see("fields.SW") == ["3Sp", "4Sp", "6Sp", "9Wi", "3Au"]
        assert "KAu" not in cards_in(table.position)


def test_audience_ends_with_the_last_leaver_who_was_asked() -> None:
    table = of(3).act(0, **face_down("9Wi")).act(2, **face_down("3Au")).act(1, "forfeit")
    assert table.see("fields.SW") == ["3Sp", "4Sp", "6Sp", "9Wi", "3Au"]


def test_audience_lets_a_spectator_name_what_lies_face_down_or_in_reserve() -> None:
    table = watched()
    assert table.asked == [(None, "audience_spectator")]
    check_menu_offers_the_list(table, SPECTATOR)
    names = [each["luminary"] for each in table.listed(SPECTATOR) if "luminary" in each]
    assert names == ["maiden", "river", "union"]
    assert table.refusal(SPECTATOR, "name_luminary", luminary="rake") == "R-LUM-AUDIENCE"
    assert table.refusal(0, "name_luminary", luminary="maiden") == "R-TURN-1"


def test_audience_named_by_a_spectator_acts_at_once_over_night() -> None:
    after = check_sleeps(watched(), SPECTATOR, "name_luminary", luminary="river")
    assert after.see("audience_as") == {"SW": "river"}
    assert len(after.see("fields.SW")) == 6
    assert after.view(1, "luminaries") == {"SW": "audience", "NE": "?"}


def test_audience_of_an_absent_spectator_is_named_by_chance() -> None:
    table = watched().act(SPECTATOR, "pass")
    assert table.event("LuminaryNamed")["luminary"] in {"maiden", "river", "union"}
    assert table.asked == [(1, "turn")]


def test_audience_takes_no_name_of_chance_that_is_not_to_be_had() -> None:
    state = waiting_for_chance(watched(), None, "pass")
    for name in set(LUMINARIES) - {"maiden", "river", "union"}:
        assert chance_refuses(state, NameLuminary(luminary=name)) == "R-LUM-AUDIENCE"


def test_audience_with_nothing_to_name_asks_nobody() -> None:
    assert watched(luminaries={}, reserve=[]).asked == [(1, "turn")]


@pytest.mark.parametrize("name", [n for n in LUMINARIES if n != "audience"])
def test_audience_may_act_as_each_of_the_others_and_be_claimed_as_it(name: str) -> None:
    lying = {"luminaries": {"SW": "audience"}, "audience_as": {"SW": name}}
    hands = {0: ["5Wi", "9Wi", "10Wi"], 1: ["KAu", "2Au"]}
    options = {"audience": "spectator", "stars": "always"}
    given = {"hands": hands, "fields": {"SW": ["5Su"]}, "options": options, "summer": "SE"}
    table = lay(given | lying).act(0, "harvest", card="5Wi", field="SW", take=["5Su"])
    assert table.see("claimed.0") == ["audience"]
    assert table.see("audience_was") == name


def test_audience_sows_nothing_once_everybody_with_cards_has_left() -> None:
    hands: dict[int, list[str]] = {0: ["5Wi", "9Wi", "10Wi", "NWi"], 1: ["KAu"], 2: [], 3: []}
    table = revealed("audience", options={"players": 4}, hands=hands)
    assert {seat for seat, _ in table.asked} == {0, 1}
    after = table.act(0, "forfeit").act(1, "forfeit")
    assert "ChosenCardsSown" not in after.happened
    assert {kind for _, kind in after.asked} == {"turn"}
