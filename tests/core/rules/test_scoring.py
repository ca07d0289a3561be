"""Scoring: tables of collected cards, and the points they give (R-SCORE, R-END)."""

from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import State, load, write
from illimat_core.cards import LUMINARIES
from tests.core.oracles.scores import outcome, sides_of
from tests.support.playing import DECK, SEASONS, Json, seeds
from trials.dice import dice

LAST = {"over": False, "hands": {}, "draw": []}


def ended(piles: Json, **members: Any) -> State:
    """Return the state after a round in which these piles were harvested."""
    players = members.pop("players", 2)
    options = members.pop("options", {})
    defaults = {"mode": "beginner", "players": players}
    position = {"options": defaults | options, "harvested": piles, "okuses": {"board": 0}}
    return load(LAST | position | members)


def points(state: State) -> list[int]:
    """Return the points of the round just scored, by seat."""
    return list(write(state)["round_points"].values())


PLAIN = [f"{rank}Sp" for rank in range(2, 9)]
SUMMER = ["2Su", "3Su", "4Su"]
WINTER = ["2Wi", "3Wi", "4Wi"]


@pytest.mark.parametrize(
    ("piles", "okuses", "expected"),
    [
        ({}, {}, [0, 0]),
        ({"0": PLAIN[:1]}, {}, [4, 0]),
        ({"0": PLAIN[:3], "1": PLAIN[3:7]}, {}, [0, 4]),
        ({"0": PLAIN[:2], "1": PLAIN[2:4]}, {}, [0, 0]),
        ({"0": PLAIN[:2], "1": PLAIN[2:4]}, {"0": 1}, [5, 0]),
        ({"0": PLAIN[:2], "1": PLAIN[2:4]}, {"0": 1, "1": 1}, [1, 1]),
        ({"0": SUMMER[:1], "1": PLAIN[:2]}, {}, [2, 4]),
        ({"0": SUMMER}, {}, [6, 0]),
        ({"0": SUMMER[:1], "1": SUMMER[1:2]}, {}, [0, 0]),
        ({"0": SUMMER[:1], "1": SUMMER[1:2]}, {"1": 2}, [0, 8]),
        ({"0": WINTER}, {}, [2, 0]),
        ({"0": WINTER[:1], "1": PLAIN[:2]}, {}, [-2, 4]),
        ({"0": WINTER[:1], "1": WINTER[1:2]}, {}, [0, 0]),
        ({"0": WINTER[:1], "1": WINTER[1:2]}, {"1": 1}, [-2, 5]),
        ({"0": ["FSp"]}, {}, [5, 0]),
        ({"0": ["FSp", "FAu"], "1": ["FWi", *PLAIN[:2]]}, {}, [2, 3]),
        ({"0": ["FSu"], "1": PLAIN[:2]}, {}, [3, 4]),
    ],
)
def test_a_round_of_two_is_worth(piles: Json, okuses: Json, expected: list[int]) -> None:
    assert points(ended(piles, okuses={"board": 0} | okuses)) == expected


def test_a_tie_of_three_goes_to_the_one_with_most_okuses() -> None:
    piles = {"0": PLAIN[:1], "1": PLAIN[1:2], "2": PLAIN[2:3]}
    assert points(ended(piles, players=3, okuses={"2": 1, "board": 0})) == [0, 0, 5]
    assert points(ended(piles, players=3, okuses={"1": 1, "2": 1, "board": 0})) == [0, 1, 1]


def test_players_who_are_not_tied_cannot_break_the_tie() -> None:
    piles = {"0": PLAIN[:2], "1": PLAIN[2:4], "2": PLAIN[4:5]}
    assert points(ended(piles, players=3, okuses={"2": 3, "board": 0})) == [0, 0, 3]


def test_harsh_penalties_hit_everyone_tied() -> None:
    piles = {"0": WINTER[:1], "1": WINTER[1:2]}
    harsh = {"harsh_penalties": True}
    state = ended(piles, options=harsh, okuses={"1": 1, "board": 0}, scores={"0": 5, "1": 5})
    assert points(state) == [-2, 3]


def test_stars_are_of_no_season() -> None:
    state = ended({"0": ["2St", "3St"], "1": PLAIN[:2]}, options={"stars": "always"})
    assert points(state) == [0, 0]


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (3, 1), (16, 14)])
def test_frostbit_never_takes_a_score_below_zero(before: int, after: int) -> None:
    piles = {"0": WINTER[:1], "1": PLAIN[:2]}
    state = ended(piles, scores={"0": before})
    assert write(state)["scores"]["0"] == after
    assert points(state)[0] == -2


def test_points_come_before_the_penalty() -> None:
    state = ended({"0": [*WINTER[:1], "FSp"], "1": PLAIN[:3]}, scores={"0": 0})
    assert write(state)["scores"] == {"0": 0, "1": 4}
    state = ended({"0": [*WINTER[:1], "FSp", "FSu"], "1": PLAIN[:4]})
    assert write(state)["scores"]["0"] == 2


@pytest.mark.parametrize(
    ("scores", "okuses", "piles", "winners"),
    [
        ({"0": 17}, {}, {}, [0]),
        ({"0": 16}, {}, {}, None),
        ({"0": 16}, {"0": 1}, {}, [0]),
        ({"0": 17, "1": 18}, {}, {}, [1]),
        ({"0": 17, "1": 17}, {}, {}, [0, 1]),
        ({"0": 17, "1": 16}, {"1": 1}, {}, [1]),
        ({"0": 16, "1": 17}, {"0": 1}, {}, [0]),
        ({"0": 18, "1": 17}, {"1": 1}, {"1": []}, [1]),
        ({"0": 18, "1": 19}, {}, {"0": ["FSp", *PLAIN[:1]], "1": PLAIN[1:3]}, [0]),
    ],
)
def test_the_highest_score_wins_then_okuses_then_fools(
    scores: Json, okuses: Json, piles: Json, winners: list[int] | None
) -> None:
    state = ended(piles, scores=scores, okuses={"board": 0} | okuses)
    assert write(state)["winner"] == winners
    assert state.over == (winners is not None)


def test_a_tie_is_played_out_where_the_option_says_so() -> None:
    tied = {"scores": {"0": 17, "1": 17}, "options": {"tiebreak_round": True}}
    assert ended({}, **tied).chance_awaited
    assert write(ended({}, round=32, **tied))["winner"] == [0, 1]


def test_rounds_win_over_the_target() -> None:
    assert ended({}, options={"rounds": 2}, scores={"0": 30}, round=1).chance_awaited
    assert write(ended({}, options={"rounds": 2}, scores={"0": 3}, round=2))["winner"] == [0]


def test_the_32nd_round_is_the_last() -> None:
    assert ended({}, round=31).chance_awaited
    assert write(ended({}, round=32, scores={"1": 1}))["winner"] == [1]


@st.composite
def gathered(draw: st.DrawFn) -> Json:
    """Draw the end of a round: a few cards, luminaries and okuses each, so that ties are common."""
    random = dice(draw(seeds))
    mode = random.choice(["standard", "standard", "beginner", "teams"])
    players = 4 if mode == "teams" else random.choice([2, 3, 4])
    cards, names = random.sample(DECK, len(DECK)), random.sample(LUMINARIES, len(LUMINARIES))
    okuses = random.sample([*range(players), *range(players), "board"], players)
    of_team = [random.choice([0, 3, 16, 17]) for _ in range(players)]
    claimed = {
        str(seat): [names.pop() for _ in range(random.choice([0, 1, 1, 2]))]
        for seat in range(players)
    }
    was = random.choice(["river", "union"]) if "audience" in chain(*claimed.values()) else None
    return {
        "options": {
            "mode": mode,
            "players": players,
            "luminaries": random.choice(["all", "all", "none"]),
            "stars": "always",
            "harsh_penalties": random.random() < 0.3,
            "tiebreak_round": random.random() < 0.3,
            "rounds": random.choice([None, None, 1, 2]),
        },
        "round": random.choice([1, 2, 32]),
        "harvested": {
            str(seat): [cards.pop() for _ in range(random.choice([0, 2, 3, 3]))]
            for seat in range(players)
        },
        "claimed": claimed,
        "okuses": {str(who): okuses.count(who) for who in (*range(players), "board")},
        "scores": {
            str(seat): of_team[seat % 2 if mode == "teams" else seat] for seat in range(players)
        },
        "astronomer": random.choice([None, *SEASONS]),
        "audience_was": was,
        "forfeited": random.choice([[], [], [0]]) if players > 2 else [],
    }


@given(gathered())
def test_a_round_is_worth_what_the_oracle_counts(given_position: Json) -> None:
    before = write(load(given_position | {"over": True}))
    result, state = outcome(before), load(given_position)
    after, options, sides = write(state), before["options"], sides_of(before)
    assert [after["scores"][str(side[0])] for side in sides] == result.scores
    assert [after["round_points"][str(side[0])] for side in sides] == result.points
    reached = max(inside_scores(before, result.scores)) >= 17
    if options[
        "tiebreak_round"
    ]:  # a tie-break round is being played if a seat had the target before
        running = [before["scores"][str(side[0])] for side in sides]
        reached |= max(inside_scores(before, running)) >= 17
    due = reached if options["rounds"] is None else before["round"] >= options["rounds"]
    last = before["round"] == 32
    played_off = options["tiebreak_round"] and len(result.first) > 1 and not last
    assert state.over == ((due or last) and not played_off)
    if state.over:
        winners = [seat for side in result.first for seat in sides[side]]
        assert sorted(after["winner"]) == sorted({*winners} - {*before["forfeited"]})


def inside_scores(before: Json, scores: list[int]) -> list[int]:
    """Return the scores of the seats that have not left."""
    gone = {*before["forfeited"]}
    sides = zip(sides_of(before), scores, strict=True)
    return [score for side, score in sides if not {*side} <= gone]


def test_a_leaver_neither_wins_nor_takes_part_in_the_categories() -> None:
    piles = {"2": DECK[:10], "0": ["2Su"], "1": ["2Au"]}
    state = ended(
        piles, players=3, forfeited=[2], scores={"2": 30, "0": 15}, okuses={"board": 0, "0": 1}
    )
    assert points(state) == [7, 0, 1]
    assert write(state)["winner"] == [0]


def test_those_who_share_a_win_are_named_in_the_order_of_their_seats() -> None:
    teams = {"players": 4, "options": {"mode": "teams"}, "scores": {"0": 17, "1": 17}}
    assert write(ended({}, **teams))["winner"] == [0, 1, 2, 3]
    over = {"options": {"players": 3}, "over": True, "winner": [2, 0]}
    assert write(load(over))["winner"] == [0, 2]
