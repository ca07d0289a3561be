"""Hints, analysis and evaluation in particular games and positions."""

from typing import Any

import pytest

from illimat_core import State, decide, load, read
from illimat_core.actions import Forfeit
from illimat_core.messages import Message
from illimat_core.players import analysis, hints, remarks, strong
from illimat_core.players.analysis import Verdict, estimate, summarize
from illimat_core.players.dice import Dice
from illimat_core.players.evaluation import margin
from illimat_core.players.hints import hint
from illimat_core.players.knowledge import know
from illimat_core.players.played import decisions_of
from illimat_core.players.remarks import remark
from illimat_core.players.steady import judge_for
from illimat_core.players.worlds import UnseenThings
from tests.support.playing import Json, play

TURNS = ["loom", "changeling", "rake", "echo", "gambler", "butchers", "forest_queen", "newborn"]
"""Luminaries with free actions, repeats and questions."""


ASKING = ["gambler", "audience", "drought", "newborn"]
FREE = ["loom", "changeling", "rake", "newborn"]


def hinted(position: Json) -> list[str]:
    """Return the keys of the remarks of a hint to seat 0."""
    return [each.key for each in hint(know(load(position), 0), b"hint", 2).remarks]


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "solo_fields", "luminaries": "all", "stars": "always", "rounds": 3},
        {"luminaries": TURNS, "stars": "always", "rounds": 2, "players": 3},
        {"luminaries": FREE, "rounds": 2, "players": 3},
    ],
)
@pytest.mark.parametrize("seed", [0, 12])
def test_the_decisions_of_some_games_are_recovered(options: dict[str, Any], seed: int) -> None:
    game = play(options, seed)
    recovered = list(decisions_of(game.events))
    assert [each.known.seat for each in recovered] == [seat for _, seat, *_ in game.decided]
    for decision, (state, seat, action, _) in zip(recovered, game.decided, strict=True):
        assert decide(state, seat, decision.action) == decide(state, seat, action)


def test_leaving_while_asked_is_no_decision() -> None:
    game = play({"luminaries": ASKING, "players": 3, "rounds": 1}, 0)
    before = next(state for state, *_ in game.decided if len(state.awaited) > 1)
    events = game.events[: before.version]
    left = decide(before, before.awaited[0], Forfeit())
    decisions = len(list(decisions_of(events)))
    assert len(list(decisions_of([*events, *left]))) == decisions


ON_AN_ISLAND: Json = {"hands": {"0": ["2Wi"], "1": ["KAu"]}, "luminaries": {"SW": "island"}}


def test_the_only_action_is_hinted_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    position = ON_AN_ISLAND | {"fields": {"SW": ["9Sp"]}}
    assert "advice.only" in hinted(position)
    monkeypatch.setattr(hints, "has_no_choice", lambda *_: False)
    assert "advice.only" not in hinted(position)


def test_nothing_is_denied_that_was_not_looked_for_to_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = load(ON_AN_ISLAND | {"hands": {"0": ["KWi"], "1": ["KAu"]}, "fields": {"SW": ["KSp"]}})
    sown = read(state, 0, {"type": "sow", "card": "KWi", "field": "SW"})
    unseen = UnseenThings(know(state, 0))
    likely = judge_for(know(state, 0), unseen).likely
    monkeypatch.setattr(remarks, "STEPS", 0)
    assert remarks.remarks_on_play(state, 0, sown, likely, unseen)[0].key == "advice.sow.better"
    assert not remarks.has_no_choice(state, 0)


def test_a_hint_for_a_last_card_tells_of_nothing_left_or_kept() -> None:
    keys = hinted({"options": {"mode": "solitaire"}, "hands": {"0": ["2Wi"]}})
    assert not {"advice.leave", "advice.leave.nothing", "advice.keep"} & set(keys)


def test_a_harvest_of_all_leaves_nothing_to_the_next_player() -> None:
    hands = {"0": ["5Wi", "2Wi"], "1": ["KAu"]}
    assert "advice.leave.nothing" in hinted({"hands": hands, "fields": {"SW": ["5Su"]}})


def test_a_remark_about_nobody_needs_no_names() -> None:
    assert remark(Message("advice.only", {})).tell().endswith(".")


def verdicts(*estimates: tuple[float, ...]) -> list[Verdict]:
    """Return verdicts on good decisions, with these estimates before them."""
    made = [Verdict(version, 1, 0, {}, {}) for version in range(len(estimates))]
    return [
        Verdict(each.version, each.round, each.seat, {}, {}, estimate=scores)
        for each, scores in zip(made, estimates, strict=True)
    ]


@pytest.mark.parametrize(
    ("estimates", "winners", "told"),
    [
        ([(3.0, 1.0), (4.0, 1.0)], [0], ["analysis.ahead.always"]),
        ([(1.0, 1.5), (2.0, 1.5)], [0], ["analysis.ahead"]),
        ([(1.5, 1.0), (1.0, 1.5)], [0], []),
        ([(1.5, 1.0), (1.0, 1.5)], [], []),
        ([(1.5, 1.0), (1.0, 1.5)], [0, 1], []),
    ],
)
def test_the_lead_is_told_from_where_the_winner_kept_it(
    estimates: list[tuple[float, ...]], winners: list[int], told: list[str]
) -> None:
    points = summarize(verdicts(*estimates), winners).turning_points
    assert [point.remark.key for point in points] == told


def test_solitaire_is_valued_by_luminaries_claimed() -> None:
    state = load({"options": {"mode": "solitaire"}, "claimed": {"0": ["river"]}})
    assert margin(state, 0) == 1


def test_worlds_are_not_played_on_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    state: State = play({"luminaries": "none"}, 1, 4).state
    known = know(state, state.turn.seat)
    monkeypatch.setattr(strong, "LONGEST", 0)
    judge = judge_for(known, UnseenThings(known))
    assert strong.play_to_next_turn(judge, state, Dice(b"any")) is state
    monkeypatch.setattr(analysis, "LONGEST", 1)
    assert len(estimate(know(state, None), Dice(b"any"))) == 2
