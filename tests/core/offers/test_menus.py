"""The menu and the list agree: the actions composed from the menu are the listed ones."""

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from illimat_core import State, as_json, legal_actions, load, menu, observe
from tests.core.interrupted import ASKED, LATER, interrupted
from tests.support.composing import composed, text_of
from tests.support.playing import (
    Game,
    Json,
    any_options,
    games,
    in_json,
    lit_positions,
    luminary_options,
    positions,
)

WHOLE = 2_000  # actions: longer lists are not compared


def check_the_menu(state: State) -> None:
    """Assert that each menu composes the whole list, with every action once."""
    for seat in state.awaited:
        whole = [text_of(each) for each in listed(state, seat)]
        if len(whole) == WHOLE:
            continue
        offered = in_json(menu(state, seat))
        put_together = [text_of(each) for each in composed(offered, in_json(observe(state, seat)))]
        assert {*put_together} <= {*whole}
        assert offered["cut"] or sorted(put_together) == sorted(whole)


def listed(state: State, seat: int | None) -> Iterator[Json]:
    return (in_json(as_json(each)) for each in islice(legal_actions(state, seat), WHOLE))


@given(st.one_of(positions(in_a_field=5), lit_positions()))
def test_actions_built_from_the_menu_are_those_of_the_list(state: State) -> None:
    assume(not state.over)
    check_the_menu(state)


@given(games(most=60, chosen=st.one_of(luminary_options(), any_options)))
def test_the_menu_agrees_with_the_list_all_through_a_game(game: Game) -> None:
    for state in game.states:
        if not state.over:
            check_the_menu(state)


@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("asked", ASKED)
def test_the_menu_agrees_with_the_list_for_decisions_in_the_middle_of_a_turn(
    asked: str, later: str
) -> None:
    for state in interrupted(asked, later):
        check_the_menu(state)


DOUBLED: Json = {
    "options": {"luminaries": "all", "stars": "always", "audience": "spectator"},
    "hands": {"0": ["5Wi", "4Sp", "9Sp", "KSt"], "1": ["KAu", "2Au"]},
    "fields": {"SW": ["5Su", "4Au"], "NW": ["9Au"], "NE": ["3Sp", "2Wi", "6Sp"], "SE": ["8Sp"]},
    "draw": ["2Sp", "KSp", "KSu", "KWi", "QSp", "QSu"],
}


@pytest.mark.parametrize(
    "luminary", ["changeling", "rake", "loom", "universe", "boat", "collective", "union"]
)
def test_so_it_is_where_the_audience_acts_as_what_lies_there_too(luminary: str) -> None:
    luminaries = {"SW": luminary, "NE": "audience", "NW": "maiden"}
    state = load(DOUBLED | {"luminaries": luminaries, "audience_as": {"NE": luminary}})
    whole = {text_of(each) for each in listed(state, 0)}
    offered = in_json(menu(state, 0))
    put_together = {text_of(each) for each in composed(offered, in_json(observe(state, 0)))}
    assert not offered["cut"]
    assert put_together == whole
