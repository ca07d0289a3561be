"""Suggestions after a typing error: only fitting ones."""

import pytest

from illimat_core.console.suggestions import MAX_SUGGESTIONS, suggest

ACTIONS = [
    *[f"sow {card} {field}" for card in ("5Wi", "7Sp") for field in ("SW", "NW", "NE", "SE")],
    "harvest 5Wi SW 3Au 2Wi",
    "harvest 2Wi+3Wi SW 5Su",
    "stockpile 5Wi SW 9 4Sp",
]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("sow 7Sp", [5, 6, 7, 8]),
        ("sow 7Sp XX", [5, 6, 7, 8]),
        ("sow 7sp ne", [7]),
        ("sow", [1, 2, 3, 4, 5, 6]),
        ("s", [1, 2, 3, 4, 5, 6]),
        ("st 5wi", [11]),
        ("hravest 5su", [10]),
        ("harvest 3wi", [10]),
        ("nonsense", []),
        ("", []),
    ],
)
def test_the_closest_name_is_suggested(typed: str, numbers: list[int]) -> None:
    assert [number for number, _ in suggest(typed, ACTIONS)] == numbers


def test_the_number_of_suggestions_is_bounded() -> None:
    assert len(suggest("sow", (f"sow {number} SW" for number in range(5000)))) == MAX_SUGGESTIONS
