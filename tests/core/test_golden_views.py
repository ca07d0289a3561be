"""Answers to clients stay the same, byte for byte, unless they are changed on purpose."""

import pytest

from tests.golden.views import digest_of_views, games, recorded


@pytest.mark.parametrize("game", games())
def test_viewers_of_a_golden_game_are_shown_what_was_recorded(game: str) -> None:
    assert digest_of_views(game) == recorded()[game]
