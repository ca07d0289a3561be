"""Sums and splits, compared with exhaustive search (R-HARV-1, R-HARV-2, R-STOCK-2)."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from illimat_core.cards import DECK, Card
from illimat_core.rules.sums import KINDS, Splitter, one_sum, split_cards
from illimat_core.state import Item
from tests.core.oracles.plays import is_group, splits

few_cards = st.lists(st.sampled_from(DECK), min_size=1, max_size=10, unique=True)
fools_and_few = st.lists(
    st.sampled_from([*DECK[:4], *DECK[13:17], *DECK[26:30], *DECK[39:43], "FSt"]),
    min_size=1,
    max_size=10,
    unique=True,
)
values = st.integers(1, 40)


@settings(max_examples=300)
@given(st.one_of(few_cards, fools_and_few), values)
def test_splitting_agrees_with_trying_every_group(cards: list[Card], value: int) -> None:
    assert Splitter(value).splits([KINDS[card] for card in cards]) == splits(cards, value)


@given(st.one_of(few_cards, fools_and_few), values)
def test_one_sum_is_one_group(cards: list[Card], value: int) -> None:
    assert one_sum([Item(((card,),)) for card in cards], value) == is_group(cards, value)


@given(st.one_of(few_cards, fools_and_few), values)
def test_a_split_uses_every_card_once_in_groups_of_the_value(cards: list[Card], value: int) -> None:
    items = [Item(((card,),)) for card in cards]
    if not splits(cards, value):
        with pytest.raises(ValueError, match="split"):
            split_cards(items, value)
        return
    groups = split_cards(items, value)
    assert Counter(card for group in groups for card in group) == Counter(cards)
    assert all(is_group(group, value) for group in groups)


@settings(max_examples=100)
@given(fools_and_few, values, st.integers(0, 6))
def test_a_set_is_completable_exactly_if_it_can_be_completed(
    cards: list[Card], value: int, cut: int
) -> None:
    needed, spare = cards[:cut], cards[cut:]
    found = any(
        splits([*needed, *chosen], value)
        for bits in range(2 ** len(spare))
        for chosen in [[card for place, card in enumerate(spare) if bits >> place & 1]]
    )
    kinds = [KINDS[card] for card in needed], [KINDS[card] for card in spare]
    assert Splitter(value).completes(*kinds) == found


def test_cards_that_do_not_split_are_refused() -> None:
    with pytest.raises(ValueError, match="do not split into groups of 5"):
        split_cards([Item(((Card("2Sp"),),))], 5)


@pytest.mark.parametrize("value", [0, -1, -14, 10**12])
def test_no_cards_make_an_impossible_value(value: int) -> None:
    assert not Splitter(value).splits([0, 0, 5])


def test_an_absurd_field_is_split_in_no_time() -> None:
    kinds = [0] * 5 + [2, 3, 4, 5, 6, 7] * 4
    assert Splitter(14).splits([*kinds, 3])
    assert not Splitter(14).splits([13] * 4 + [2] * 2 + [7] * 16)
