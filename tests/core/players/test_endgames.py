"""Strong plays for winning the game, and near the end of a round it sees who wins it."""

import pytest
from msgspec.structs import replace

from illimat_core import State, apply, legal_actions, load
from illimat_core.players import tree
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import know
from illimat_core.players.levels import choose
from illimat_core.players.prospects import Goal, goal_of
from illimat_core.players.steady import judge_for
from illimat_core.players.worlds import UnseenThings
from tests.support.playing import Json, play
from tests.support.worst import counting

FIRST = """3Sp 7Sp 10Sp QSp KSp 3Su 7Su 8Su 10Su NSu KSu 3Au 6Au 8Au 9Au 10Au NAu QAu 2Wi 6Wi
9Wi FSt 2St 3St 4St 5St 6St 8St KSt"""
SECOND = """FSp 2Sp 4Sp 6Sp 8Sp NSp FSu 2Su 4Su 5Su 6Su 9Su QSu FAu 2Au 4Au 5Au 7Au KAu FWi 3Wi
4Wi 5Wi 7Wi 8Wi NWi KWi 9St QSt"""
LEVEL: Json = {
    "options": {"luminaries": "none", "stars": "always", "rounds": 1},
    "turn": 1,
    "summer": "SE",
    "okuses": {"board": 0, "0": 1, "1": 1},
    "hands": {"0": ["10St"], "1": ["10Wi", "NSt"]},
    "fields": {"SW": ["5Sp", "9Sp", "7St"], "SE": ["QWi"]},
    "harvested": {"0": FIRST.split(), "1": SECOND.split()},
}
"""Both have 29 cards, and three cards are left to play."""


def share_after(state: State, seat: int) -> float:
    """Return the share of the win that a seat is certain of, by trying everything."""
    if state.over:
        winners = state.winners or ()
        return (seat in winners) / len(winners)
    who = state.awaited[0]
    shares = [share_after(apply(state, who, each)[0], seat) for each in legal_actions(state, who)]
    return max(shares) if who == seat else min(shares)


def test_strong_plays_what_wins_against_every_answer() -> None:
    state = load(LEVEL)
    assert share_after(state, 1) == 1
    for seed in range(3):
        chosen = choose("strong", know(state, 1), bytes([seed]), 60)
        assert share_after(apply(state, 1, chosen)[0], 1) == 1
    one_step_ahead = choose("steady", know(state, 1), b"one")
    assert share_after(apply(state, 1, one_step_ahead)[0], 1) == 0


def goal(state: State, seat: int) -> Goal:
    known = know(state, seat)
    return goal_of(known, judge_for(known, UnseenThings(known)))


def gain(state: State, margin: float) -> float:
    """Return what one more point is worth to seat 0 at an expected margin of the round."""
    aim = goal(state, 0)
    return aim.of_margin(state, margin + 1).worth - aim.of_margin(state, margin).worth


def test_a_point_counts_less_for_who_is_far_ahead_or_behind() -> None:
    state = load(LEVEL)
    assert gain(state, 0) > 3 * gain(state, 5) > 0
    assert gain(state, -6) == pytest.approx(gain(state, 5))


def test_a_point_counts_the_same_while_many_rounds_are_to_come() -> None:
    state = play({"luminaries": "none", "rounds": 20}, 1, 0).state
    assert 0.95 < gain(state, 5) / gain(state, 0) < 1


def test_the_game_is_worth_most_once_it_is_won() -> None:
    state = load(LEVEL)
    won = replace(state, over=True, winners=(0,))
    lost = replace(won, winners=(1,))
    aim = goal(state, 0)
    assert aim.of_margin(won, 1).worth > aim.of_margin(state, 9).worth
    assert aim.of_margin(lost, 1).worth == -aim.of_margin(won, 1).worth


def test_of_more_than_two_sides_the_best_has_to_be_beaten() -> None:
    state = play({"players": 3, "rounds": 2}, 1, 0).state

    def worth(*scores: int) -> float:
        players = [replace(p, score=s) for p, s in zip(state.players, scores, strict=True)]
        level = replace(state, players=tuple(players))
        return goal(level, 0).of_margin(level, 0).worth

    assert worth(0, 0, 0) == 0
    assert worth(4, 6, 0) < worth(4, 3, 3) < worth(4, 0, 0)


def test_a_player_alone_plays_for_the_margin() -> None:
    state = play({"mode": "solitaire"}, 1, 0).state
    assert goal(state, 0).of_margin(state, 7.5) == (7.5, 7.5)


def test_a_round_that_a_tie_has_added_is_the_last() -> None:
    state = load(LEVEL)
    assert goal(replace(state, round=2), 0).later == 0


def test_a_tree_makes_a_bounded_number_of_plays() -> None:
    crowded = LEVEL | {
        "hands": {"0": ["10St", "2Su", "3Wi"], "1": ["10Wi", "NSt", "KWi", "QSt"]},
        "fields": {"SW": ["5Sp", "9Sp", "7St", "4Sp", "6Sp", "8Sp"], "SE": ["QWi", "2Sp", "FSp"]},
        "harvested": {},
    }
    state = load(crowded)
    known = know(state, 1)
    assert tree.can_be_grown(known)
    with counting((tree.Tree, "_play")) as plays:
        tree.grow(known, goal(state, 1), list(legal_actions(state, 1))[:8], Dice(b"any"), 30)
    line = tree.MOST * 2 + tree.NEAR_THE_END
    assert 30 < plays.number <= 8 + tree.PLAYS * 30 + line
