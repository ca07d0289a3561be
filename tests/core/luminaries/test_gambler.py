"""R-LUM-GAMBLER: cards discarded in secret, shuffled into the draw pile, and as many drawn."""

from typing import Any

import pytest

from illimat_core import SeededSource, decide, fold, read, settle_chance
from illimat_core.cards import Card
from illimat_core.rules.chance import Reshuffle
from tests.core.luminaries.table import (
    CLEAR,
    LONG,
    SPECTATOR,
    after_any_order,
    before_claim,
    chance_refuses,
    check_menu_offers_the_list,
    check_sleeps,
    claimed,
    revealed,
    waiting_for_chance,
)
from tests.support.playing import Json, as_text, cards_in

THREE = {"options": {"players": 3}, "hands": {0: ["5Wi", "9Wi", "10Wi", "NWi"],
         1: ["KAu", "QAu", "2Au"], 2: ["3Au", "4Au"]}}  # fmt: skip


def discard(*cards: str) -> Json:
    return {"kind": "discard", "cards": list(cards)}


@pytest.mark.parametrize("cards", [[], ["KAu"], ["KAu", "QAu", "2Au"]])
def test_gambler_comes_to_one_end_in_any_order_of_answers(cards: list[str]) -> None:
    answers = {0: discard("9Wi", "NWi"), 1: discard(*cards), 2: discard("3Au")}
    after = after_any_order(revealed("gambler", **THREE), answers)
    assert [len(after.see(f"hands.{seat}")) for seat in (0, 1, 2)] == [4, 3, 2]
    assert after.asked == [(1, "turn")]


def test_gambler_offers_every_set_of_up_to_four_cards() -> None:
    table = revealed("gambler")
    for seat, number in ((0, 2**4), (1, 2**3)):
        check_menu_offers_the_list(table, seat)
        assert len(table.listed(seat)) == number


def test_gambler_claimed_offers_the_same_to_its_claimer_alone_and_a_pass() -> None:
    table = claimed("gambler")
    assert table.asked == [(0, "gambler")]
    check_menu_offers_the_list(table, 0)
    assert table.refusal(0, **discard()) == "R-LUM-GAMBLER"
    assert check_sleeps(table, 0, "pass").see("hands.0") == ["2Sp", "9Wi", "10Wi", "NWi"]


def test_gambler_sleeps_over_night_with_one_choice_made() -> None:
    table = revealed("gambler", [Card("8Sp"), "7Sp", "QSp", "KSp", "2Su", "3Su", "9Wi", "KAu"])
    chosen = check_sleeps(table, 0, **discard("9Wi"))
    assert chosen.asked == [(1, "gambler")]
    after = check_sleeps(chosen, 1, **discard("KAu"))
    assert after.see("hands.0") == ["2Sp", "8Sp", "10Wi", "NWi"]
    assert after.see("hands.1") == ["7Sp", "2Au", "QAu"]


def test_gambler_previews_alike_however_many_the_others_discard() -> None:
    previews = {
        as_text(revealed("gambler").act(0, **discard(*cards)).preview(1, **discard("KAu")))
        for cards in ([], ["9Wi"], ["9Wi", "10Wi", "NWi", "2Sp"])
    }
    assert len(previews) == 1
    assert "count" not in previews.pop()


def test_gambler_tells_each_what_they_gave_back_and_all_how_many() -> None:
    table = revealed("gambler").act(0, **discard("9Wi", "NWi")).act(1, **discard("KAu"))
    seen = {v: [t for t in table.told(v) if t["type"] == "CardsReturned"] for v in (0, 1, None)}
    assert [told["count"] for told in seen[SPECTATOR]] == [2, 1]
    assert [told.get("cards") for told in seen[0]] == [["9Wi", "NWi"], None]
    assert [told.get("cards") for told in seen[1]] == [None, ["KAu"]]
    assert not set(cards_in(seen[SPECTATOR]))


def test_gambler_shows_the_shuffled_pile_to_nobody() -> None:
    table = revealed("gambler").act(0, **discard("9Wi", "NWi")).act(1, **discard("KAu"))
    for viewer in (0, 1, SPECTATOR):
        assert table.event("DeckReshuffled", viewer) == {"type": "DeckReshuffled", "count": 9}
    drawn = [told for told in table.told(1) if told["type"] == "HandDrawn"]
    assert [(told["seat"], len(told.get("cards", []))) for told in drawn] == [(0, 0), (1, 1)]


@pytest.mark.parametrize("change", ["a card too few", "a card of a hand", "a card twice"])
def test_gambler_takes_no_shuffle_of_other_cards(change: str) -> None:
    table = revealed("gambler").act(0, **discard("9Wi"))
    state = waiting_for_chance(table, 1, **discard("KAu"))
    honest = state.deck
    deck = {
        "a card too few": honest[1:],
        "a card of a hand": (Card("QAu"), *honest[1:]),
        "a card twice": (honest[1], *honest[1:]),
    }[change]
    assert chance_refuses(state, Reshuffle(deck=deck)) == "R-LUM-GAMBLER"


def test_gambler_goes_on_without_who_leaves_before_choosing() -> None:
    table = revealed("gambler", **THREE).act(0, **discard("9Wi")).act(1, "forfeit")
    assert table.asked == [(2, "gambler")]
    after = table.act(2, **discard("3Au"))
    assert [len(after.see(f"hands.{seat}")) for seat in (0, 1, 2)] == [4, 0, 2]


def test_gambler_goes_on_without_who_leaves_after_choosing() -> None:
    table = revealed("gambler", **THREE).act(1, **discard("KAu")).act(1, "forfeit")
    after = table.act(0, **discard("9Wi")).act(2, **discard())
    assert "KAu" not in cards_in(after.see("draw"))
    assert [len(after.see(f"hands.{seat}")) for seat in (0, 1, 2)] == [4, 0, 2]


def test_gambler_ends_with_the_last_leaver_who_was_asked() -> None:
    table = revealed("gambler", **THREE).act(0, **discard("9Wi")).act(2, **discard())
    after = table.act(1, "forfeit")
    assert after.asked == [(2, "turn")]
    assert len(after.see("hands.0")) == 4


def test_gambler_draws_nothing_for_a_player_who_leaves_before_the_shuffle() -> None:
    table = revealed("gambler", **THREE).act(0, **discard("9Wi")).act(1, **discard("KAu", "QAu"))
    state = waiting_for_chance(table, 2, **discard())
    left = fold(decide(state, 1, read(state, 1, {"type": "forfeit"})), state)
    after, _ = settle_chance(left, [], SeededSource(b"shuffle"))
    assert [len(player.hand) for player in after.players] == [4, 0, 2]


def test_gambler_previewed_at_its_claim_says_that_it_asks() -> None:
    told: list[Any] = before_claim("gambler", hands=LONG).preview(0, **CLEAR)
    assert (told[-1]["type"], told[-1]["awaiting"]) == ("DecisionOpened", [0])


def test_gambler_draws_nothing_for_a_player_who_leaves_after_discarding() -> None:
    table = revealed("gambler", **THREE).act(1, **discard("KAu", "QAu")).act(1, "forfeit")
    after = table.act(0, **discard("9Wi")).act(2, **discard())
    assert [told["seat"] for told in after.told(SPECTATOR) if told["type"] == "HandDrawn"] == [0]
