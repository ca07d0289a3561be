"""Decks of outcomes keep their shares, whatever the dice say."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from trials.dice import Deck, dice


@given(seed=st.integers(), times=st.integers(0, 60))
def test_a_deck_keeps_its_shares_in_every_round(seed: int, times: int) -> None:
    deck = Deck(dice(seed), {True: 3, False: 7})
    dealt = Counter(deck.deal() for _ in range(times))
    assert times // 10 * 3 <= dealt[True] <= times // 10 * 3 + min(3, times % 10)


def test_a_deck_does_not_keep_its_order() -> None:
    deck = Deck(dice(1), dict.fromkeys(range(10), 1))
    first, second = ([deck.deal() for _ in range(10)] for _ in range(2))
    assert sorted(first) == sorted(second)
    assert first != second
