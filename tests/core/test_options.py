"""Options: allowed values, allowed combinations, and the member named by a refusal."""

from typing import Any

import msgspec
import pytest

from illimat_core import OptionsError, read_options
from illimat_core.cards import LUMINARIES
from illimat_core.modes import MODES
from illimat_core.options import MAX_ROUNDS, read_new_options

CORE = list(LUMINARIES[:8])


def test_options_left_out_have_their_defaults() -> None:
    assert msgspec.to_builtins(read_options({})) == {
        "players": 2,
        "mode": "standard",
        "luminaries": "core",
        "stars": "by_player_count",
        "harvest": "all_sets",
        "full_harvest": False,
        "harsh_penalties": False,
        "freebooter": False,
        "no_repeats": False,
        "luminaries_persist": False,
        "tiebreak_round": False,
        "harmonic_convergence": "official",
        "passive_card": "private",
        "perfect_crime": "steal",
        "universe_reach": "any",
        "audience": "sow",
        "target_score": 17,
        "rounds": None,
    }


@pytest.mark.parametrize(
    ("mode", "who"),
    [("standard", "2 to 4 players"), ("teams", "4 players"), ("solitaire", "1 player")],
)
def test_a_wrong_number_of_players_is_told_how_many_may_play(mode: str, who: str) -> None:
    with pytest.raises(OptionsError) as refusal:
        read_options({"mode": mode, "players": 5})
    assert refusal.value.detail == f"Mode {mode} is played by {who}."


def test_a_mode_is_played_by_numbers_without_gaps() -> None:
    for mode in MODES.values():
        least, most = mode.players[0], mode.players[-1]
        assert mode.players == tuple(range(least, most + 1))


@pytest.mark.parametrize(
    ("given", "member"),
    [
        ({"target_score": 10**26}, "target_score"),
        ({"rounds": 1_000_001}, "rounds"),
        ({"players": 1}, "players"),
        ({"players": 5}, "players"),
        ({"players": 0}, "players"),
        ({"players": "2"}, "players"),
        ({"players": True}, "players"),
        ({"players": None}, "players"),
        ({"mode": "beginner", "players": 1}, "players"),
        ({"mode": "teams", "players": 2}, "players"),
        ({"mode": "teams", "players": 3}, "players"),
        ({"mode": "solitaire", "players": 2}, "players"),
        ({"mode": "solo_fields", "players": 2}, "players"),
        ({"mode": "chess"}, "mode"),
        ({"luminaries": "most"}, "luminaries"),
        ({"luminaries": ["maiden", "river", "rake"]}, "luminaries"),
        ({"luminaries": ["maiden"] * 4}, "luminaries"),
        ({"luminaries": ["maiden", "river", "rake", "minotaur"]}, "luminaries/3"),
        ({"luminaries": ["maiden", "river", "rake", "astronomer"]}, "luminaries"),
        ({"luminaries": 4}, "luminaries"),
        ({"mode": "solitaire", "players": 1, "luminaries": CORE}, "luminaries"),
        ({"mode": "solitaire", "players": 1, "luminaries": "crane_wife"}, "luminaries"),
        ({"mode": "solitaire", "players": 1, "luminaries": "none"}, "luminaries"),
        ({"mode": "solitaire", "players": 1, "luminaries": "all"}, "luminaries"),
        ({"stars": "never"}, "stars"),
        ({"harvest": "some"}, "harvest"),
        ({"full_harvest": "yes"}, "full_harvest"),
        ({"harsh_penalties": 1}, "harsh_penalties"),
        ({"freebooter": None}, "freebooter"),
        ({"no_repeats": []}, "no_repeats"),
        ({"luminaries_persist": 0}, "luminaries_persist"),
        ({"tiebreak_round": {}}, "tiebreak_round"),
        ({"harmonic_convergence": True}, "harmonic_convergence"),
        ({"passive_card": "open"}, "passive_card"),
        ({"perfect_crime": "keep"}, "perfect_crime"),
        ({"universe_reach": "two"}, "universe_reach"),
        ({"audience": "boo"}, "audience"),
        ({"target_score": 0}, "target_score"),
        ({"target_score": -3}, "target_score"),
        ({"target_score": 16.5}, "target_score"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": "3"}, "rounds"),
        ({"luminaries": ["maiden", "dragon"]}, "luminaries/1"),
        ({"luminaries": [5]}, "luminaries/0"),
    ],
    ids=str,
)
def test_impossible_options_are_refused_by_name(given: dict[str, Any], member: str) -> None:
    with pytest.raises(OptionsError) as refusal:
        read_options(given)
    assert refusal.value.member == member
    assert refusal.value.detail.endswith(".")


def test_an_impossible_choice_is_refused_by_its_value() -> None:
    with pytest.raises(OptionsError) as refusal:
        read_options({"luminaries": ["maiden", "dragon"]})
    assert refusal.value.detail.startswith("dragon is not possible here. Choose one of: core,")


@pytest.mark.parametrize("number", [1, 1_000_000])
def test_the_target_and_the_rounds_have_bounds(number: int) -> None:
    options = read_options({"target_score": number, "rounds": number})
    assert (options.target_score, options.rounds) == (number, number)


def test_a_refused_number_of_rounds_says_how_many_a_game_may_have() -> None:
    with pytest.raises(OptionsError) as refusal:
        read_options({"rounds": 0})
    assert refusal.value.detail == "A game has 1 to 32 rounds."


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(OptionsError, match="colour"):
        read_options({"colour": "red"})


@pytest.mark.parametrize("given", [None, [], "beginner", 4])
def test_options_are_an_object(given: Any) -> None:
    with pytest.raises(OptionsError):
        read_options(given)


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_players_play_without_the_stars(players: int) -> None:
    assert len(read_options({"players": players}).deck) == 52
    assert len(read_options({"players": players, "stars": "always"}).deck) == 65


def test_four_players_play_with_all_cards() -> None:
    assert len(read_options({"players": 4}).deck) == 65


@pytest.mark.parametrize(
    ("given", "luminaries"),
    [
        ({}, CORE),
        ({"luminaries": "none"}, []),
        ({"luminaries": []}, []),
        ({"mode": "beginner", "luminaries": "all"}, []),
        ({"mode": "beginner", "luminaries": ["maiden"]}, []),
        ({"luminaries": "false_baron"}, list(LUMINARIES[9:14])),
        ({"luminaries": "false_baron", "stars": "always"}, list(LUMINARIES[8:14])),
        ({"luminaries": "crane_wife"}, list(LUMINARIES[14:20])),
        ({"luminaries": "all", "players": 4}, list(LUMINARIES)),
        ({"luminaries": CORE[:3:-1]}, CORE[:3:-1]),  # as listed: so they are shuffled
        (
            {"mode": "solitaire", "players": 1},
            [name for name in CORE if name != "rake"],
        ),
    ],
    ids=str,
)
def test_a_choice_of_luminaries_is_this_set(given: dict[str, Any], luminaries: list[str]) -> None:
    assert list(read_options(given).luminary_set) == luminaries


def test_partners_sit_opposite_and_score_as_one() -> None:
    teams = read_options({"mode": "teams", "players": 4})
    assert teams.sides == ((0, 2), (1, 3))
    assert teams.side(3) == (1, 3)
    assert read_options({"players": 3}).sides == ((0,), (1,), (2,))


def test_the_fields_have_a_seat_of_their_own() -> None:
    assert read_options({"mode": "solo_fields", "players": 1}).seats == 2


@pytest.mark.parametrize(
    ("mode", "players"),
    [("standard", 2), ("beginner", 2), ("teams", 4), ("solitaire", 1), ("solo_fields", 1)],
)
def test_a_mode_says_how_many_play_where_nothing_else_does(mode: str, players: int) -> None:
    assert read_options({"mode": mode}).players == players


def test_a_game_that_is_to_begin_has_no_more_rounds_than_it_can_play() -> None:
    for most in ({}, {"rounds": MAX_ROUNDS}):
        assert read_new_options(most) == read_options(most)
    with pytest.raises(OptionsError, match="more than 32 rounds"):
        read_new_options({"rounds": MAX_ROUNDS + 1})
