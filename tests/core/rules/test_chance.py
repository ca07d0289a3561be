"""Chance: reproducible from its seed, fair, and checked like any other seat."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import RuleError, SeededSource, begin, decide, fold, read_options
from illimat_core.cards import DEALER, DECK
from illimat_core.console.session import Scripted
from illimat_core.rules import sources
from illimat_core.rules.chance import Deal

BEGINNER = read_options({"mode": "beginner"})


def test_known_draws_come_out_of_known_keys() -> None:
    source = SeededSource(b"illimat")
    assert "".join(source.shuffle("a", "0123456789")) == "6510794832"
    picked = [source.pick(f"pick/{place}", range(100)) for place in range(8)]
    assert picked == [
        70,
        61,
        13,
        22,
        29,
        40,
        80,
        9,
    ]


@given(st.binary(), st.text(), st.lists(st.integers(), max_size=70))
def test_a_shuffle_only_reorders(key: bytes, label: str, things: list[int]) -> None:
    shuffled = SeededSource(key).shuffle(label, things)
    assert Counter(shuffled) == Counter(things)
    assert shuffled == SeededSource(key).shuffle(label, things)


def test_another_label_or_key_is_another_draw() -> None:
    draws = {
        SeededSource(key).shuffle(label, DECK)
        for key in (b"", b"a", b"b")
        for label in ("", "a", "b", "a/0")
    }
    assert len(draws) == 12


def test_every_order_is_about_as_likely() -> None:
    source, tries = SeededSource(b"fair"), 2_400
    found = Counter(source.shuffle(str(place), "abcd") for place in range(tries))
    assert set(found) == set(permutations("abcd"))
    expected = tries / 24
    assert sum((n - expected) ** 2 / expected for n in found.values()) < 56  # chi², 23 df, p 10⁻⁴


def test_every_thing_is_picked_about_as_often() -> None:
    source, tries = SeededSource(b"fair"), 2_000
    found = Counter(source.pick(str(place), "abcde") for place in range(tries))
    expected = tries / 5
    assert sum((n - expected) ** 2 / expected for n in found.values()) < 24  # 4 df, p 10⁻⁴


def test_numbers_that_would_favour_some_are_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    words = iter([2**64 - 1, 7])  # the first is the one of 2⁶⁴ that is too many for thirds
    monkeypatch.setattr(sources, "random_words", lambda key, label: words)
    assert SeededSource(b"").pick("", "abc") == "b"


def deal(**changes: Any) -> Deal:
    """Return an honest answer to the first deal, or one with something changed."""
    honest: dict[str, Any] = {"deck": BEGINNER.deck, "luminaries": (), "dealer": 0}
    return Deal(**(honest | changes))


@pytest.mark.parametrize(
    "dishonest",
    [
        {"deck": BEGINNER.deck[1:]},
        {"deck": (*BEGINNER.deck, DECK[-1])},
        {"deck": (BEGINNER.deck[1], *BEGINNER.deck[1:])},
        {"deck": DECK},
        {"deck": ()},
        {"luminaries": ("maiden",)},
        {"dealer": None},
        {"dealer": 2},
        {"dealer": -1},
    ],
    ids=[
        "one short",
        "one more",
        "one twice",
        "foreign",
        "none",
        "luminaries",
        "no dealer",
        "no seat",
        "itself",
    ],
)
def test_a_dishonest_deal_is_refused(dishonest: dict[str, Any]) -> None:
    state = fold(begin(BEGINNER))
    with pytest.raises(RuleError, match="R-SETUP-3"):
        decide(state, DEALER, deal(**dishonest))


def test_an_honest_deal_is_taken_once() -> None:
    state = fold(begin(BEGINNER))
    after = fold(decide(state, DEALER, deal()), state)
    assert not after.chance_awaited
    with pytest.raises(RuleError, match="R-TURN-1"):
        decide(after, DEALER, deal())


def test_no_seat_may_deal() -> None:
    state = fold(begin(BEGINNER))
    for seat in (0, 1, None):
        with pytest.raises(RuleError, match="R-TURN-1"):
            decide(state, seat, deal())


def test_the_next_deal_does_not_draw_the_dealer_again() -> None:
    state = fold(begin(BEGINNER))
    state = fold(decide(state, DEALER, deal(dealer=1)), state)
    assert state.dealer == 1
    assert state.turn.seat == 0


def test_a_given_answer_that_does_not_fit_waits_at_a_deal_and_is_reported_elsewhere() -> None:
    seeded = SeededSource(b"seed")
    order = Scripted(b"seed", [["a", "b"]])
    assert order.shuffle("deal/1", ["c", "d"]) == seeded.shuffle("deal/1", ["c", "d"])
    with pytest.raises(ValueError, match="for a shuffle of"):
        order.shuffle("reshuffle/1", ["c", "d"])
    assert order.shuffle("reshuffle/1", ["b", "a"]) == ("a", "b")
    pick = Scripted(b"seed", ["a"])
    assert pick.pick("deal/1", ["c", "d"]) == seeded.pick("deal/1", ["c", "d"])
    with pytest.raises(ValueError, match="to pick among"):
        pick.pick("steal/1", ["c", "d"])
    assert pick.pick("steal/1", ["c", "a"]) == "a"
