"""The weights of pictures that `./do weigh` prints are within their bounds.

Those of the page of a game are tested in tests/web/test_weight.py; times are left to the command.
"""

import pytest

from trials.weigh.__main__ import weigh_pictures


@pytest.mark.thorough
def test_the_fullest_boards_keep_to_their_bounds() -> None:
    weights = list(weigh_pictures())
    assert [each.what.strip() for each in weights] == [
        "fullest board, SVG",
        "compressed",
        "fullest board, PNG",
    ]
    assert [each.what for each in weights if not each.kept] == []
