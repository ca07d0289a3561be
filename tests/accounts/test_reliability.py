"""The share of decisions in time."""

import pytest

from accounts.reliability import share


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        (None, None),
        ("", None),
        ("1" * 9, None),
        ("0" * 10, 0),
        ("1" * 100 + "0" * 500, 100),
        ("1" * 90 + "0" * 10, 98),
        ("0" * 10 + "1" * 90, 81),
    ],
)
def test_recent_decisions_weigh_more_and_ten_are_needed(
    outcomes: str | None, expected: int | None
) -> None:
    assert share(outcomes) == expected
