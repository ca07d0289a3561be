"""Applying a listed action unchecked gives the same result as checking it first."""

from itertools import islice

from hypothesis import assume, given
from hypothesis import strategies as st

from illimat_core import State, apply, decide, fold, legal_actions
from illimat_core.rules.splits import MOST, splits, splits_with
from illimat_core.rules.sums import FOOL, Splitter
from tests.support.playing import Game, any_options, games, lit_positions, states

kinds = st.lists(st.integers(FOOL, 13), max_size=7).map(tuple)
values = st.integers(1, 30)


@given(states() | lit_positions())
def test_a_listed_action_is_applied_as_it_is_decided(state: State) -> None:
    assume(not state.over)
    for seat in state.awaited:
        for action in islice(legal_actions(state, seat), 60):
            events = decide(state, seat, action)
            assert apply(state, seat, action) == (fold(events, state), events)


@given(games(most=40, chosen=any_options))
def test_a_game_of_any_mode_is_applied_as_it_was_decided(game: Game) -> None:
    for state, seat, action, events in game.decided:
        _, applied = apply(state, seat, action)
        assert applied == events[: len(applied)]


@given(kinds, values)
def test_the_sets_that_split_are_those_that_verifying_each_finds(
    kinds: tuple[int, ...], value: int
) -> None:
    sets = sorted(subsets(len(kinds)))
    verified = [each for each in sets if Splitter(value).splits([kinds[place] for place in each])]
    assert list(splits(kinds, value)) == verified


@given(kinds, values, st.integers(FOOL, 13))
def test_the_sets_that_split_with_a_card_are_those_that_verifying_each_finds(
    kinds: tuple[int, ...], value: int, own: int
) -> None:
    sets = sorted(subsets(len(kinds)))
    split = Splitter(value).splits
    verified = [each for each in sets if split([own, *[kinds[place] for place in each]])]
    assert list(splits_with(kinds, value, own)) == verified


def test_a_locked_stockpile_is_a_group_by_itself() -> None:
    assert splits((-9, 4, 5), 9) == ((0,), (0, 1, 2), (1, 2))
    assert splits((-8, 4, 5), 9) == ((1, 2),)
    assert len(splits((FOOL,) * MOST, 1)) == 2**MOST - 1


def subsets(count: int) -> list[tuple[int, ...]]:
    """Return every set of places except the empty one."""
    return [
        tuple(place for place in range(count) if bits >> place & 1) for bits in range(1, 2**count)
    ]
