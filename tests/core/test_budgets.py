"""The cost of resuming a list, and the effect of budgets, in the worst positions."""

from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from illimat_core import (
    Action,
    Budget,
    BudgetSpentError,
    State,
    as_json,
    decide,
    legal_actions,
)
from illimat_core.actions import Harvest
from tests.core.oracles.plays import canonical_key
from tests.core.playing import in_json, lit_positions, mover, positions, states
from tests.core.test_bounds import FULL, SEEDS, Crowd, another_crowd, crowds
from tests.core.worst import worst_case
from trials.bench.positions import CROWDS
from trials.dice import dice

ENOUGH = 10**9  # steps
EVERYTHING = FULL | {"luminaries": "all"}


def listed(state: State, most: int = 400) -> list[Action]:
    """Return the beginning of the list of the seat to move."""
    return list(islice(legal_actions(state, mover(state)), most))


@given(states() | positions(in_a_field=6) | lit_positions(), st.data())
def test_a_list_goes_on_after_any_of_its_actions(state: State, data: st.DataObject) -> None:
    assume(not state.over)
    whole = listed(state)
    place = data.draw(st.integers(0, len(whole) - 1))
    rest = legal_actions(state, mover(state), after=whole[place])
    assert list(islice(rest, len(whole) - place - 1)) == whole[place + 1 :]


def steps_after(state: State, after: Action | None, many: int = 1) -> tuple[int, list[Action]]:
    """Return the number of steps to list the actions after another, and these actions."""
    budget = Budget(ENOUGH)
    found = list(islice(legal_actions(state, 0, after=after, budget=budget), many))
    return ENOUGH - int(budget.left), found


def strange() -> st.SearchStrategy[Action]:
    """Return actions from other positions' lists, so that few are legal here."""
    lists = (islice(legal_actions(state, 0), 0, 400, 7) for state in CROWDS.values())
    return st.sampled_from([action for actions in lists for action in actions])


@settings(max_examples=settings().max_examples // 3)
@given(lit_positions(), st.deferred(strange))
def test_a_list_goes_on_after_an_action_that_is_not_among_them(state: State, after: Action) -> None:
    assume(not state.over)
    key = canonical_key(in_json(as_json(after)))
    later = [each for each in listed(state) if canonical_key(in_json(as_json(each))) > key]
    assert list(islice(legal_actions(state, mover(state), after=after), len(later))) == later


@pytest.mark.parametrize("state", CROWDS.values(), ids=CROWDS)
def test_to_go_on_late_in_a_list_takes_few_steps(state: State) -> None:
    early = next(each for each in legal_actions(state, 0) if isinstance(each, Harvest))
    late = replace(early, take=early.take[-1:])
    for after in (early, late):
        spent, found = steps_after(state, after)
        assert found
        assert spent <= 10_000


@pytest.mark.parametrize("state", CROWDS.values(), ids=CROWDS)
@pytest.mark.parametrize("steps", [0, 50, 5_000])
def test_a_list_ends_with_its_budget(state: State, steps: int) -> None:
    found: list[Action] = []
    with pytest.raises(BudgetSpentError):
        found.extend(legal_actions(state, 0, budget=Budget(steps)))
    assert found == list(islice(legal_actions(state, 0), len(found)))


def test_a_check_ends_with_its_budget() -> None:
    state = CROWDS["30 cards, universe"]
    action = next(each for each in legal_actions(state, 0) if isinstance(each, Harvest))
    with pytest.raises(BudgetSpentError):
        decide(state, 0, action, budget=Budget(0))
    budget = Budget(100)
    assert decide(state, 0, action, budget=budget) == decide(state, 0, action)
    assert budget.left < 100


def steps_to_the_next(crowd: Crowd) -> int:
    """Return the number of steps from an action far into a list to the next one."""
    *_, last = listed(crowd.state, 120)
    return steps_after(crowd.state, last)[0]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_search_finds_a_list_that_takes_long_to_go_on(seed: int) -> None:
    hardest = worst_case(
        dice(seed), crowds(EVERYTHING), another_crowd, steps_to_the_next, beginnings=3, changes=25
    )
    assert steps_to_the_next(hardest) <= 10_000, hardest
