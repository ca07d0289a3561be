"""How solo games end, in words and in arches."""

import re
from typing import Any

import pytest

from illimat_core import load, observe
from illimat_core.messages import ENGLISH, GERMAN
from illimat_core.modes import MODES
from illimat_core.picture import PAGE, arches
from illimat_core.words.board import round_text
from illimat_core.words.solo import SoloEnd, solo_end

FIELDS = "A win takes 17 points in at most 3 rounds, and more than the Fields."
FOUR = ["river", "union", "maiden", "newborn"]


def end(**position: Any) -> SoloEnd | None:
    return solo_end(observe(load({"hands": {}, "over": True, "winner": []} | position), 0))


@pytest.mark.parametrize(
    ("position", "reached"),
    [
        ({"claimed": {"0": FOUR[:2]}}, "2 of 4 luminaries are claimed."),
        ({"claimed": {"0": FOUR}, "winner": [0]}, "Won: all 4 luminaries are claimed."),
        (
            {"claimed": {"0": FOUR[:1]}, "forfeited": [0]},
            "Forfeited with 1 of 4 luminaries claimed.",
        ),
    ],
)
def test_solitaire_says_how_many_luminaries_of_four_are_claimed(
    position: dict[str, Any], reached: str
) -> None:
    assert end(options={"mode": "solitaire"}, **position) == (reached, "A win takes all 4.")


@pytest.mark.parametrize(
    ("position", "reached"),
    [
        ({"winner": [0], "scores": {"0": 18, "1": 11}}, "Won: 18 to 11 against the Fields"),
        ({"scores": {"0": 12, "1": 14}}, "Not won: 12 to 14 against the Fields"),
        ({"forfeited": [0]}, "Forfeited at 0 to 0 against the Fields"),
    ],
)
def test_a_game_against_the_fields_says_both_scores_and_the_goal(
    position: dict[str, Any], reached: str
) -> None:
    found = end(options={"mode": "solo_fields"}, round=3, **position)
    assert found == (f"{reached}, in round 3.", FIELDS)


def test_every_mode_for_one_player_says_how_it_ends() -> None:
    alone = [mode for mode, rules in MODES.items() if 1 in rules.players]
    said = ("won", "lost", "forfeited", "goal")
    assert {f"{mode}.{key}" for mode in alone for key in said} <= ENGLISH.words.keys()


def test_other_games_and_games_still_played_are_no_ended_solo_games() -> None:
    assert end(options={"players": 2}) is None
    playing = {"options": {"mode": "solitaire"}, "hands": {"0": ["5Wi"]}}
    assert solo_end(observe(load(playing), 0)) is None


def test_a_solo_game_says_on_the_way_what_it_is_played_for() -> None:
    fields = observe(load({"options": {"mode": "solo_fields"}, "round": 2}), 0)
    assert round_text(fields) == "Round 2 of 3, to 17"
    alone = {"options": {"mode": "solitaire"}, "claimed": {"0": FOUR[:2]}}
    assert round_text(observe(load(alone), 0)) == "2 of 4 luminaries"


@pytest.mark.parametrize("number", range(5))
def test_arches_show_what_is_claimed_and_places_for_the_rest(number: int) -> None:
    picture = arches(FOUR[:number], ENGLISH, PAGE)  # type: ignore[arg-type]
    assert re.findall('href="#l-([^"]*)"', picture) == FOUR[:number]
    assert picture.count("stroke-dasharray") == 4 - number
    assert ("aria-hidden" in picture) is (number == 0)


def test_arches_name_what_they_show_in_the_language_of_the_page() -> None:
    assert 'aria-label="Fluss, Maid"' in arches(["river", "maiden"], GERMAN, PAGE)
