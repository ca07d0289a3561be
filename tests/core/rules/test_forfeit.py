"""Leaving a game (R-END-3)."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from illimat_core import (
    RuleError,
    SeededSource,
    State,
    advance,
    decide,
    fold,
    load,
    read,
    write,
)
from illimat_core.events import GameEnded, RoundDealt, RoundScored
from tests.support.playing import Game, games, options, play_on, seeds
from trials.dice import dice

SOURCE = SeededSource(b"leaving")


def leave(state: State, seat: int) -> State:
    return advance(state, seat, read(state, seat, {"type": "forfeit"}), SOURCE)[0]


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_game_of_two_the_opponent_of_a_leaver_wins(seat: int) -> None:
    state = leave(load({"hands": {"0": ["5Wi"], "1": ["KAu"]}}), seat)
    assert state.over
    assert state.winners == (1 - seat,)
    assert state.awaited == ()


def test_the_leavers_turn_passes_on_without_drawing() -> None:
    hands = {"0": ["5Wi"], "1": ["KAu"], "2": ["2Sp"]}
    state = leave(load({"options": {"players": 3}, "hands": hands, "draw": ["3Sp", "4Sp"]}), 0)
    assert state.awaited == (1,)
    assert write(state)["hands"] == {"0": [], "1": ["KAu"], "2": ["2Sp"]}
    assert write(state)["draw"] == ["3Sp", "4Sp"]
    assert write(state)["forfeited"] == [0]


def test_leaving_out_of_turn_changes_nobody_elses_turn() -> None:
    hands = {"0": ["5Wi"], "1": ["KAu"], "2": ["2Sp"]}
    state = leave(load({"options": {"players": 3}, "hands": hands}), 1)
    assert state.awaited == (0,)
    state, _ = advance(
        state, 0, read(state, 0, {"type": "sow", "card": "5Wi", "field": "SW"}), SOURCE
    )
    assert state.awaited == (2,)


def test_the_round_ends_when_only_the_leaver_had_cards() -> None:
    hands = {"0": ["5Wi"], "1": [], "2": []}
    state = load({"options": {"players": 3}, "hands": hands})
    events = decide(state, 0, read(state, 0, {"type": "forfeit"}))
    assert any(isinstance(event, RoundScored) for event in events)
    assert fold(events, state).chance_awaited


def test_nobody_can_leave_twice_or_after_the_end() -> None:
    hands = {"0": ["5Wi"], "1": ["KAu"], "2": ["2Sp"]}
    state = leave(load({"options": {"players": 3}, "hands": hands}), 0)
    with pytest.raises(RuleError, match="R-END-3"):
        leave(state, 0)
    over = leave(state, 1)
    with pytest.raises(RuleError, match="R-END-3"):
        leave(over, 2)


@pytest.mark.parametrize("stranger", [None, 7, -1])
def test_people_who_do_not_play_cannot_leave(stranger: int | None) -> None:
    state = load({"hands": {"0": ["5Wi"], "1": ["KAu"]}})
    with pytest.raises(RuleError, match="R-END-3"):
        decide(state, stranger, read(state, stranger, {"type": "forfeit"}))


def test_a_leaver_cannot_be_asked_for_a_card() -> None:
    position = {
        "options": {"players": 3, "passive_card": "on_request", "luminaries": "none"},
        "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"], "2": ["2Sp"]},
        "fields": {"SW": ["4Sp"]},
    }
    stockpile = {"type": "stockpile", "card": "5Wi", "field": "SW", "value": 9, "take": ["4Sp"]}
    state = load(position)
    state, _ = advance(state, 0, read(state, 0, stockpile), SOURCE)
    ask = {"type": "ask_passive", "of": 0}
    assert decide(state, 1, read(state, 1, ask))
    left = leave(state, 0)
    with pytest.raises(RuleError, match="R-STOCK-7"):
        decide(left, 1, read(left, 1, ask))
    gone = leave(state, 1)
    with pytest.raises(RuleError, match="R-STOCK-7"):
        decide(gone, 1, read(gone, 1, ask))


def play_to_the_end(game: Game, random: Random) -> None:
    while not game.state.over:
        play_on(game, SOURCE, random.choice)


several = options().map(lambda chosen: chosen | {"players": 4, "rounds": 2, "target_score": 17})


@settings(max_examples=settings().max_examples // 2)
@given(games(most=20, chosen=several), seeds, st.permutations(range(4)))
def test_a_game_goes_on_without_its_leavers(game: Game, seed: int, order: list[int]) -> None:
    random, leavers = dice(seed), order[:2]
    for leaver in leavers:
        if not game.state.over:
            game.states.append(leave(game.state, leaver))
        for _ in range(random.randint(0, 30)):
            if not game.state.over:
                play_on(game, SOURCE, random.choice)
                assert leaver not in game.state.awaited
    play_to_the_end(game, random)
    gone = [seat for seat in game.state.seats if game.state.players[seat].gone]
    assert set(gone).isdisjoint(game.state.winners or ())
    assert all(game.state.players[seat].hand == () for seat in gone)


@settings(max_examples=settings().max_examples // 2)
@given(games(most=10, chosen=several), seeds)
def test_a_leaver_is_dealt_nothing_more(game: Game, seed: int) -> None:
    random, leaver = dice(seed), seed % 4
    if game.state.over:
        return
    game.states.append(leave(game.state, leaver))
    first = len(game.events)
    play_to_the_end(game, random)
    for event in game.events[first:]:
        if isinstance(event, RoundDealt):
            assert leaver not in (event.dealer, event.first, *event.okuses)
        if isinstance(event, RoundScored):
            categories = (*event.bumper_crop, *event.sunkissed, *event.frostbit)
            assert leaver not in categories
        assert not (isinstance(event, GameEnded) and leaver in event.winners)
