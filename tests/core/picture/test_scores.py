"""The way scores went as a picture, and the wreath of a winner."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core.picture import PAGE, THEMES, Runner, race, wreath
from illimat_core.picture.race import APART, HEIGHT, WIDTH
from tests.core.drawings import parsed, words_in

MOST = 6_000  # bytes of a plot of five rounds


def plot(*ways: list[int], goal: int | None = 17, name: str = "Ben") -> str:
    runners = [Runner(name, way, own=place == 0) for place, way in enumerate(ways)]
    return race(runners, goal, "Scores", THEMES["light"])


def lines(picture: str) -> list[list[tuple[float, float]]]:
    """Return the points of the sides' lines."""
    found = [each.attrib for each in parsed(picture).iter() if "stroke-linejoin" in each.attrib]
    points = [each["d"].removeprefix("M").split("L") for each in found]
    return [[(float(p.split()[0]), float(p.split()[1])) for p in each] for each in points]


def test_a_line_starts_at_nought_and_rises_with_the_score() -> None:
    (line,) = lines(plot([0, 6, 6, 17]))
    assert len(line) == 5
    assert [x for x, _ in line] == sorted({x for x, _ in line})
    heights = [y for _, y in line]
    assert heights[0] == heights[1] > heights[2] == heights[3] > heights[4]


def test_each_side_has_a_line_of_its_own_kind() -> None:
    picture = plot([1, 2], [2, 3], [3, 4], [4, 5])
    dashes = re.findall(r'stroke-linecap="round"(?: stroke-dasharray="([^"]*)")?', picture)
    assert len(set(dashes)) == 4
    assert picture.count('stroke-width="3.4"') == 1


def test_the_goal_is_shown_if_there_is_one() -> None:
    assert "17" in words_in(plot([1, 2]))
    assert "17" not in words_in(plot([1, 2], goal=None))


@given(st.lists(st.integers(0, 40), min_size=1, max_size=9))
def test_names_never_overlap_and_stay_within_the_picture(scores: list[int]) -> None:
    picture = plot(*([0, score] for score in scores))
    names = [each for each in parsed(picture).iter() if (each.text or "").startswith("Ben")]
    heights = sorted(float(each.attrib["y"]) for each in names)
    assert all(below - above >= APART - 0.1 for above, below in pairwise(heights))
    assert 0 < heights[0] <= heights[-1] < HEIGHT
    assert all(float(each.attrib["x"]) < WIDTH for each in names)


@pytest.mark.parametrize("name", ["Abcdefghij_klmnopqrs", "<b>", 'a"b&c'])
def test_any_name_is_text(name: str) -> None:
    picture = plot([1, 2, 3, 4, 5], [5, 6, 7, 8, 9], name=name)
    assert {each.tag.partition("}")[2] for each in parsed(picture).iter()} == {
        "svg", "path", "text",
    }  # fmt: skip
    assert len(picture.encode()) <= MOST


def test_a_game_without_rounds_is_a_plot_without_a_rise() -> None:
    assert lines(plot([], [])) != []
    assert "Ben 0" in words_in(plot([], []))


def test_the_ends_and_totals_say_what_is_asked() -> None:
    runners = [Runner("Ben", [1, 2.5], own=False, total="2½")]
    words = words_in(race(runners, None, "Points", PAGE, ("1 May", "9 May")))
    assert {"Ben 2½", "1 May", "9 May"} <= {*words}


def test_a_wreath_has_the_score_and_all_seasons() -> None:
    picture = wreath(18, PAGE)
    assert words_in(picture) == ["18"]
    assert {*re.findall('href="#(m[A-Z][a-z])"', picture)} == {"mSp", "mSu", "mAu", "mWi"}
