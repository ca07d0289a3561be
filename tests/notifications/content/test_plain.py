"""The board in mails: what the rules forbid in each field."""

from typing import Any

import pytest

from games.reading.board import arrange_board
from illimat_core import observe
from illimat_core.messages import ENGLISH, GERMAN, Language
from illimat_core.positions.loading import load
from notifications.content.plain import board_lines

IN_SEASON = {
    "SW": "Summer: all allowed",
    "NW": "Spring: no stockpile",
    "NE": "Winter: no harvest",
    "SE": "Autumn: no sowing",
}
SHUT = {"SW": "Summer: closed", "NE": "Winter: closed", "SE": "Autumn: closed"}


def fields(luminaries: dict[str, str], language: Language = ENGLISH) -> dict[str, str]:
    """Return what a mail says of the season of each field, and what is forbidden there."""
    position: dict[str, Any] = {
        "options": {"luminaries": ["maiden", "river", "drought", "island"]},
        "summer": "SW",
        "luminaries": luminaries,
    }
    board = arrange_board(observe(load(position), 0), ["ada", "bob"], 0, language)
    lines = [line.split(" · ") for line in board_lines(board).splitlines() if " · " in line]
    return dict(lines)


@pytest.mark.parametrize(
    ("luminaries", "changed"),
    [
        ({}, {}),
        ({"NW": "drought"}, {"SW": "Summer: no harvest"}),
        ({"NW": "(drought)"}, {}),
        (
            {"SE": "drought", "NW": "maiden"},
            {"SW": "Summer: no harvest", "NE": "Winter: all allowed"},
        ),
        ({"NW": "island"}, SHUT | {"NW": "Spring: all allowed"}),
    ],
    ids=["none", "drought", "face_down", "drought_and_maiden", "island"],
)
def test_a_mail_says_what_seasons_and_luminaries_forbid(
    luminaries: dict[str, str], changed: dict[str, str]
) -> None:
    assert fields(luminaries) == IN_SEASON | changed


def test_a_mail_says_it_in_german() -> None:
    assert fields({"NW": "island", "SE": "drought"}, GERMAN) == {
        "SW": "Sommer: gesperrt",
        "NW": "Frühling: alles erlaubt",
        "NO": "Winter: gesperrt",
        "SO": "Herbst: gesperrt",
    }
    assert fields({"NW": "drought"}, GERMAN)["SW"] == "Sommer: keine Ernte"
