"""What a remark says of a seat's own choice is true: it is held against the legal actions."""

from typing import Any

import pytest
from hypothesis import given, settings

from illimat_core import State, decide, fold, legal_actions, load, read
from illimat_core.actions import Harvest
from illimat_core.cards import Card, Seat, season_at
from illimat_core.players.hints import Hint, hint
from illimat_core.players.knowledge import know
from illimat_core.players.remarks import on_a_play
from illimat_core.players.steady import judge_for
from illimat_core.players.worlds import Unseen
from tests.core.playing import Game, any_options, games
from tests.core.test_house_players import remembered

FEW = 4


def said(hinted: Hint) -> dict[str, dict[str, Any]]:
    """Return the arguments of each remark, by its key."""
    return {remark.key: remark.arguments for remark in hinted.remarks}


def harvests(state: State, seat: Seat) -> list[Harvest]:
    """Return the harvests that a seat can make."""
    return [each for each in legal_actions(state, seat) if isinstance(each, Harvest)]


def check(state: State, seat: Seat, hinted: Hint) -> None:
    """Hold the remarks of a hint against what is legal now, and after its action."""
    remarks, action = said(hinted), read(state, seat, hinted.action)
    legal = list(legal_actions(state, seat))
    assert action in legal
    assert ("advice.only" in remarks) == (len(legal) == 1)
    if "advice.sow" in remarks:
        assert not harvests(state, seat)
    if told := remarks.get("advice.closed"):
        after = fold(decide(state, seat, action), state)
        assert season_at(told["field"], after.summer) == told["season"]


@settings(max_examples=settings().max_examples // 3)
@given(games(most=60, chosen=any_options))
def test_what_a_hint_says_is_so(game: Game) -> None:
    for state, seat, _, memory in list(remembered(game))[-2:]:
        check(state, seat, hint(know(state, seat, memory), b"hint", FEW))


@pytest.mark.parametrize(("other", "remark"), [("KSu", "advice.sow"), ("5Su", "advice.sow.better")])
def test_a_harvest_that_is_possible_is_not_denied_for_a_card_that_is_sown(
    other: Card, remark: str
) -> None:
    position = {
        "options": {"mode": "beginner"},
        "hands": {"0": ["2Sp", other], "1": ["9Au"]},
        "fields": {"NE": ["5Wi"]},
        "summer": "NE",
    }
    state = load(position)
    sown = read(state, 0, {"type": "sow", "card": "2Sp", "field": "NE"})
    known = know(state, 0)
    told = on_a_play(state, 0, sown, judge_for(known, Unseen(known)).likely)
    assert (remark == "advice.sow") == (not harvests(state, 0))
    assert told[0].key == remark
