"""The places of the seats at the end of a game and before it (R-END-1, R-END-3)."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from illimat_core import State, begin, fold, read_options
from illimat_core.cards import FOOLS
from illimat_core.events import GameEnded
from illimat_core.places import are_places, places_at_end, places_at_present, places_by_score
from illimat_core.state import Player
from tests.support.playing import Game, whole_games

FOOL = min(FOOLS)


def scored(scores: list[int], *, gone: list[int], winners: list[int] | None = None) -> State:
    """Return the state of a game with these scores, in which some seats have forfeited."""
    state = fold(begin(read_options({"mode": "beginner", "players": len(scores)})))
    players = tuple(Player(score=n, gone=seat in gone) for seat, n in enumerate(scores))
    won = None if winners is None else tuple(winners)
    return replace(state, players=players, winners=won)


@pytest.mark.parametrize(
    ("scores", "winners", "gone", "places"),
    [
        ([12, 9, 7], [1], [0], (3, 1, 2)),
        ([9, 9, 9], [2], [], (2, 2, 1)),
        ([5, 8, 8], [1, 2], [], (3, 1, 1)),
        ([3, 4, 5], [], [], (3, 2, 1)),
    ],
    ids=["the_best_left", "a_tie_was_broken", "a_win_is_shared", "nobody_wins"],
)
def test_winners_come_first_and_those_who_left_last(
    scores: list[int], winners: list[int], gone: list[int], places: tuple[int, ...]
) -> None:
    assert places_at_end(scored(scores, gone=gone, winners=winners)) == places


@pytest.mark.parametrize(
    ("scores", "gone", "places"),
    [
        ([12, 9, 7], [], (1, 2, 3)),
        ([7, 9, 7, 1], [], (2, 1, 2, 4)),
        ([0, 0], [], (1, 1)),
        ([12, 9, 7], [0], (3, 1, 2)),
    ],
)
def test_before_the_end_scores_decide_and_level_seats_share_a_place(
    scores: list[int], gone: list[int], places: tuple[int, ...]
) -> None:
    assert places_by_score(scored(scores, gone=gone)) == places


def level(mode: str, *players: Player) -> State:
    """Return the state of a game in which all players have four points."""
    state = fold(begin(read_options({"mode": mode, "players": len(players)})))
    return replace(state, players=tuple(replace(player, score=4) for player in players))


def test_the_current_round_breaks_ties_only_where_it_is_asked_for() -> None:
    state = level("beginner", Player(), Player(okuses=(0, 1)), Player(harvested=(FOOL,)))
    assert places_by_score(state) == (1, 1, 1)
    assert places_at_present(state) == (3, 1, 2)


def test_partners_share_a_place() -> None:
    state = level("teams", Player(), Player(), Player(), Player(harvested=(FOOL,)))
    assert places_by_score(state) == (1, 1, 1, 1)
    assert places_at_present(state) == (3, 1, 3, 1)


@given(whole_games)
def test_at_the_end_the_first_places_are_the_winners(game: Game) -> None:
    ended = game.events[-1]
    assume(isinstance(ended, GameEnded) and ended.reason in {"score", "rounds"})
    assume(game.state.options.players > 1)
    just_before = fold(game.events[:-1])
    first = [seat for seat, place in enumerate(places_at_present(just_before)) if place == 1]
    assert first == list(game.state.winners or ())
    at_end = places_at_end(game.state)
    assert [seat for seat, place in enumerate(at_end) if place == 1] == first


def test_after_a_shared_place_the_next_is_left_out() -> None:
    assert are_places((1, 1, 3), 3)
    assert not are_places((1, 1, 2), 3)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=3))
def test_what_scores_lead_to_are_places(scores: list[int]) -> None:
    places = places_by_score(scored([*scores, 0], gone=[]))
    assert are_places(places, len(scores) + 1)
    assert not are_places([place + 1 for place in places], len(scores) + 1)
    assert not are_places(places, len(scores))
