"""The cost of lists and of thought, and the effect of budgets, in the worst positions."""

from collections.abc import Callable
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
from illimat_core.players.analysis import judge
from illimat_core.players.hints import hint
from illimat_core.players.knowledge import Knowledge, know
from illimat_core.players.levels import choose
from illimat_core.players.moves import list_considered
from illimat_core.players.played import Decided
from tests.core.oracles.plays import canonical_key
from tests.support.crowds import FULL, SEEDS, Crowd, another_crowd, crowds
from tests.support.playing import in_json, lit_positions, mover, positions, states
from tests.support.worst import counting, worst_case
from trials.bench.positions import CROWDS
from trials.dice import dice

ENOUGH = 10**9  # steps
MAX_CONSIDERED = 6_000
MAX_THOUGHT = 350_000  # steps, of two or three microseconds each
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


LONG_THOUGHT = [  # in which strong once took up to 1,500,000 steps and four seconds
    Crowd(tuple(cards.split()), sizes, tuple(luminaries.split()), EVERYTHING)
    for cards, sizes, luminaries in [
        (
            "7Wi FSp KSu 2Au 4Su FAu 2Su 10Wi 2Sp 4Sp 3Su 4St 2Wi 5Au FSt 3St 3Sp FWi 5Wi 3Au 6Au "
            "4Wi 5Sp 7Su 8Wi 2St FSu 5St KAu 3Wi 7Sp 7Au 8Sp 6Sp 8Su 8St 9St 6Su 10St 6Wi 6St "
            "10Sp 8Au NAu 10Au NSp 9Su 9Sp 9Au QSu NSu QSt QAu 5Su 9Wi NSt QWi QSp 7St 10Su NWi "
            "KSp 4Au KSt KWi",
            (13, 13, 13, 13),
            "echo loom boat collective",
        ),
        (
            "8Su 4St KSp FSu 6Wi FSt 4Au 9Sp 9St 10Su 3Au 8Au 2St 7Au 4Wi 6Sp QSu KAu FWi NSu FSp "
            "10Wi 5Wi 6Au 9Au 10Sp 5Su 9Wi 3Sp 6Su 10St 8St 7Sp 2Wi 3Su 3Wi 5Sp 5Au 8Wi 7Su 6St "
            "5St 2Au QAu 7St 8Sp 4Sp 3St 2Su 7Wi QSt 2Sp QWi 9Su NSt KSu QSp KWi NWi KSt 4Su 10Au "
            "NAu NSp FAu",
            (26, 26, 0, 0),
            "loom echo collective boat",
        ),
        (
            "FAu FSt FSu FSp FWi KSu 2St NWi 2Sp 2Wi 3Sp 5Su 9Au 7St 3Wi 4St 4Su NSu QSu 9Sp 5Wi "
            "5St 6Sp 5Sp 5Au 7Sp 6Su 6Au 3St 6Wi 7Au 3Au 7Wi 6St 7Su 8Wi 8St 8Sp 8Su 8Au 3Su 9Wi "
            "4Sp 9St 9Su 10Sp 10Wi 10St 10Au 10Su 2Su 4Wi NSp NAu NSt QAu 4Au QWi QSt QSp KWi 2Au "
            "KSp KAu KSt",
            (13, 5, 0, 0),
            "changeling universe echo collective",
        ),
    ]
]


def strong_choice(known: Knowledge) -> object:
    return choose("strong", known, b"thought")


def hinted(known: Knowledge) -> object:
    return hint(known, b"thought")


def verdict(known: Knowledge) -> object:
    """Judge the first action of the list."""
    return judge(Decided(known, known, listed(known.table, 1)[0]), b"thought")


def steps_of_thought(crowd: Crowd, think: Callable[[Knowledge], object] = strong_choice) -> int:
    """Return the number of steps of all lists that are looked at, also in worlds."""
    with counting((Budget, "spend")) as steps:
        think(know(crowd.state, 0))
    return steps.number


def test_a_player_considers_what_few_steps_find() -> None:
    with counting((Budget, "spend")) as steps:
        assert list_considered(LONG_THOUGHT[1].state, 0)
    assert steps.number <= MAX_CONSIDERED


@pytest.mark.slow
@pytest.mark.parametrize("crowd", LONG_THOUGHT, ids=["13 13 13 13", "26 26", "13 5"])
@pytest.mark.parametrize("think", [strong_choice, hinted, verdict])
def test_in_the_most_crowded_positions_known_thought_takes_few_steps(
    crowd: Crowd, think: Callable[[Knowledge], object]
) -> None:
    assert 1_000 < steps_of_thought(crowd, think) <= MAX_THOUGHT


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(SEEDS))
def test_no_search_finds_a_position_in_which_thought_takes_long(seed: int) -> None:
    hardest = worst_case(
        dice(seed), crowds(EVERYTHING), another_crowd, steps_of_thought, beginnings=3, changes=25
    )
    assert steps_of_thought(hardest) <= MAX_THOUGHT, hardest
