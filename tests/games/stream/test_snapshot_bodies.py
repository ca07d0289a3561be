"""A snapshot's body is the very state: a game goes on from it as if it had been folded."""

import msgspec
from hypothesis import given

from games.stream import snapshots
from illimat_core import SeededSource, advance, fold
from tests.support.playing import Game, any_options, games


@given(games(chosen=any_options))
def test_the_snapshot_of_any_state_is_that_state(game: Game) -> None:
    for state in game.states:
        again = snapshots.BODIES.decode(msgspec.msgpack.encode(state))
        assert again == state
        assert repr(again) == repr(state)  # with true and 1, tuples and lists told apart


@given(games(chosen=any_options))
def test_a_game_goes_on_from_a_snapshot_as_without_one(game: Game) -> None:
    for state, seat, action, events in game.decided:
        again = snapshots.BODIES.decode(msgspec.msgpack.encode(state))
        assert fold(events, again) == fold(events, state)
        key = bytes([state.version % 256])
        there = advance(state, seat, action, SeededSource(key))
        assert advance(again, seat, action, SeededSource(key)) == there
