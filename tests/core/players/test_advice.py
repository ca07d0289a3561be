"""Hints and analysis: they say what strong would play and why, from what the seat has seen."""

from collections import Counter
from itertools import pairwise
from typing import Any, cast

import msgspec
import pytest
from hypothesis import example, given, settings
from msgspec.structs import replace

from illimat_core import State, as_json, decide, read
from illimat_core.actions import EndTurn
from illimat_core.cards import FOOLS, Seat
from illimat_core.errors import PlayerError
from illimat_core.events import CardsHarvested, FieldCleared, LuminaryClaimed, OkusTaken
from illimat_core.players import levels, random
from illimat_core.players.analysis import (
    GameAnalysis,
    Verdict,
    compare,
    estimate,
    judge,
    summarize,
)
from illimat_core.players.dice import Dice
from illimat_core.players.hints import Hint, hint
from illimat_core.players.knowledge import know
from illimat_core.players.memory import Memory
from illimat_core.players.played import SPECTATOR, Decided, decisions_of
from illimat_core.players.worlds import UnseenThings
from tests.golden.stream import read as read_golden
from tests.support.knowledge import TOGETHER, remembered
from tests.support.playing import Game, any_options, games, play
from trials.noninterference.choices import Chooser, differences

FEW = 4
NAMES = ["Ann", "Bob", "Cid", "Dan"]
DUEL = {"players": 2, "luminaries": "all", "stars": "always", "rounds": 1}


def hinting(state: State, seat: Seat, memory: Memory) -> Hint:
    return hint(know(state, seat, memory), b"hint", FEW)


def decided(state: State, seat: Seat, memory: Memory) -> Decided:
    """Return a decision of a seat that plays at random."""
    known = know(state, seat, memory)
    action = random.choose(UnseenThings(known).world(Dice(b"any")), seat, Dice(b"any"))
    return Decided(known, know(state, None, Memory(SPECTATOR)), action)


def judging(state: State, seat: Seat, memory: Memory) -> Verdict:
    return judge(decided(state, seat, memory), b"verdict", FEW)


def estimating_from_the_true_state(state: State, seat: Seat, memory: Memory) -> Verdict:
    choice = decided(state, seat, memory)
    peeking = choice._replace(public=replace(choice.public, table=state))
    return judge(peeking, b"verdict", FEW)


def judging_by_the_true_hands(state: State, seat: Seat, memory: Memory) -> Verdict:
    choice = decided(state, seat, memory)
    peeking = replace(choice.known, table=replace(choice.known.table, players=state.players))
    return judge(choice._replace(known=peeking), b"verdict", FEW)


ADVISERS: dict[str, Any] = {"hints": hinting, "verdicts": judging}
PEEKING: dict[str, Any] = {
    "estimates": estimating_from_the_true_state,
    "verdicts": judging_by_the_true_hands,
}


def found(adviser: Any, games_of: range, **more: Any) -> list[str]:
    """Return what an adviser says otherwise when hidden cards are exchanged."""
    choosers = {"advice": cast("Chooser", adviser)}
    counts: Counter[str] = Counter()
    return [line for seed in games_of for line in differences(seed, choosers, counts, **more)]


@pytest.mark.slow
@pytest.mark.parametrize("adviser", ADVISERS)
def test_no_advice_depends_on_what_is_hidden(adviser: str) -> None:
    assert found(ADVISERS[adviser], range(3), positions=1, most=60) == []
    assert found(ADVISERS[adviser], range(100, 101), options=TOGETHER, positions=2, most=60) == []


@pytest.mark.thorough
@pytest.mark.parametrize("adviser", ADVISERS)
def test_no_advice_of_many_depends_on_what_is_hidden(adviser: str) -> None:
    assert found(ADVISERS[adviser], range(1_000, 1_030), positions=4) == []


@pytest.mark.parametrize("adviser", PEEKING)
def test_advice_that_peeks_is_found(adviser: str) -> None:
    assert found(PEEKING[adviser], range(1), positions=2, most=40)


@settings(max_examples=settings().max_examples // 4)
@given(games(most=60, chosen=any_options))
def test_a_hint_is_what_strong_plays_and_the_same_again(game: Game) -> None:
    for state, seat, _, memory in list(remembered(game))[-1:]:
        known = know(state, seat, memory)
        hinted = hint(known, b"hint", FEW)
        assert hinted.action == as_json(levels.choose("strong", known, b"hint", FEW))
        assert hinted == hint(known, b"hint", FEW)
        assert msgspec.json.decode(msgspec.json.encode(hinted), type=Hint).margin == hinted.margin
        for remark in hinted.remarks:
            assert remark.tell(NAMES).endswith(".")


@settings(max_examples=settings().max_examples // 4)
@given(games(most=60, chosen=any_options))
@example(play({"mode": "solo_fields", "luminaries": "all", "harvest": "single_set"}, 1, 1))
def test_the_gain_that_a_hint_promises_is_what_the_play_gains(game: Game) -> None:
    for state, seat, _, memory in list(remembered(game))[-2:]:
        hinted = hint(know(state, seat, memory), b"hint", FEW)
        events = decide(state, seat, read(state, seat, hinted.action))
        said = {remark.key: remark.arguments for remark in hinted.remarks}
        for event in events:
            if isinstance(event, CardsHarvested) and event.seat == seat:  # and not the Fields
                assert set(said["advice.harvest"]["cards"]) == {*event.taken, *event.cards}
                fools = FOOLS & {*event.taken, *event.cards}
                assert bool(fools) == ("advice.fool" in said or "advice.fools" in said)
        claims = [event.luminary for event in events if isinstance(event, LuminaryClaimed)]
        assert said.get("advice.claim", {}).get("luminary") in {None, *claims}
        cleared = [event.field for event in events if isinstance(event, FieldCleared)]
        for key in ("advice.clear", "advice.clear.okus"):
            assert said.get(key, {}).get("field") in {None, *cleared}
        if "advice.clear.okus" in said:
            assert any(isinstance(event, OkusTaken) for event in events)


@settings(max_examples=settings().max_examples // 2)
@given(games(most=80, chosen=any_options))
@example(play({"players": 4, "luminaries": "core"}, 48, 30))  # a King sown that turns the Illimat
@example(play({"players": 2, "luminaries": "core"}, 73, 60))  # a turn ended with EndTurn
def test_the_decisions_of_a_game_are_recovered_from_its_events(game: Game) -> None:
    recovered = list(decisions_of(game.events))
    played = list(remembered(game))
    assert [d.known for d in recovered] == [know(state, s, m) for state, s, _, m in played]
    for decision, (state, seat, action, _) in zip(recovered, played, strict=True):
        assert decide(state, seat, decision.action) == decide(state, seat, action)


def test_what_follows_an_answer_of_chance_is_no_decision() -> None:
    events = [line.event for line in read_golden("041")]  # a theft, then cards are seeded
    ends = [isinstance(each.action, EndTurn) for each in decisions_of(events)]
    assert not any(one and next_one for one, next_one in pairwise(ends))


def test_an_analysis_compares_each_decision_with_what_strong_would_have_played() -> None:
    game = play(DUEL, 3)
    verdicts = [judge(decision, b"seed", FEW) for decision in list(decisions_of(game.events))[::5]]
    for verdict in verdicts:
        assert (verdict.played == verdict.best) == (verdict.swing == verdict.error == 0)
        assert verdict.swing >= 0
        assert not verdict.certain or (verdict.swing >= 0.5 and verdict.remarks)
    # Somebody who plays at random makes mistakes that are beyond doubt.
    assert sum(verdict.certain for verdict in verdicts) > 1
    analysis = summarize(verdicts, game.state.winners or ())
    assert analysis == summarize(verdicts, game.state.winners or ())
    again = msgspec.json.decode(msgspec.json.encode(analysis), type=GameAnalysis)
    assert [point.version for point in again.turning_points] == sorted(
        point.version for point in analysis.turning_points
    )
    told = {point.remark.key for point in analysis.turning_points}
    assert "analysis.mistake" in told
    assert all(point.remark.tell(NAMES).endswith(".") for point in analysis.turning_points)


def test_a_better_choice_is_worth_more_in_the_same_worlds() -> None:
    state = play({"players": 2, "luminaries": "none"}, 1, 0).state
    known = know(state, 0 if state.turn.seat == 0 else 1)
    best = levels.choose("strong", known, b"any")
    worst = random.choose(UnseenThings(known).world(Dice(b"any")), known.seat, Dice(b"worse"))
    assert best != worst
    better, worse = (
        compare(known, *pair, Dice(b"same"), times=4) for pair in ((best, worst), (worst, best))
    )
    assert better.points > 2 * better.error
    assert better.points == pytest.approx(-worse.points, abs=4 * better.error)


@pytest.mark.parametrize(
    "options",
    [
        {"mode": "teams", "luminaries": "all", "rounds": 1},
        {"mode": "solitaire"},
        {"mode": "solo_fields", "luminaries": "core", "rounds": 1},
        {"players": 3, "luminaries": "core", "rounds": 1},
    ],
)
def test_every_mode_has_estimates(options: dict[str, Any]) -> None:
    game = play(options, 1, 6)
    known = know(game.state, None)
    scores = estimate(known, Dice(b"any"))
    assert len(scores) == len(game.state.players)
    assert all(0 <= score < 20 for score in scores)
    for side in game.state.options.sides:
        assert len({scores[seat] for seat in side}) == 1


def test_the_last_estimate_of_a_round_is_near_its_points() -> None:
    game = play({"players": 2, "luminaries": "none", "rounds": 1}, 5)
    begins = [state for state in game.states[:-1] if not state.turn.played and not state.pending]
    first, last = (estimate(know(state, None), Dice(b"any")) for state in (begins[0], begins[-1]))
    final = [player.score for player in game.state.players]

    def error(scores: tuple[float, ...]) -> float:
        return max(abs(one - other) for one, other in zip(scores, final, strict=True))

    assert error(last) < 1.5
    assert error(last) < error(first)


def test_advice_for_an_impossible_budget_is_refused() -> None:
    game = play(DUEL, 3, 1)
    (decision,) = decisions_of(game.events)
    for budget in (0, levels.MAX_BUDGET + 1):
        with pytest.raises(PlayerError, match="budget: Choose a budget of 1 to 100,000"):
            hint(decision.known, b"", budget)
        with pytest.raises(PlayerError, match="budget: Choose a budget of 1 to 100,000"):
            judge(decision, b"", budget)
