"""The icon is drawn in the colours and shapes of a board."""

from xml.etree import ElementTree

import pytest

from illimat_core.picture import THEMES, icon
from illimat_core.picture.icon import SAFE, SIZE

LIGHT = THEMES["light"]


@pytest.mark.parametrize("shape", ["rounded", "full", "badge"])
def test_an_icon_is_a_small_square(shape: str) -> None:
    drawn = icon(LIGHT, shape)  # type: ignore[arg-type]  # one of its shapes
    assert ElementTree.fromstring(drawn).get("viewBox") == "0 0 64 64"  # noqa: S314 - our own
    assert len(drawn) < 4096


def test_an_icon_has_the_cloth_of_each_season() -> None:
    assert all(cloth in icon(LIGHT) for cloth in LIGHT.cloths.values())


def test_a_full_icon_has_room_for_any_outline_to_be_cut_from_it() -> None:
    inset = SIZE * (1 - SAFE) / 2
    drawn = icon(LIGHT, "full")
    assert f"translate({inset:.5g} {inset:.5g})scale({SAFE:.4g})" in drawn
    assert f'width="{SIZE}" height="{SIZE}"' in drawn


def test_a_badge_has_one_colour() -> None:
    drawn = icon(LIGHT, "badge")
    assert drawn.count('fill="#fff"') == drawn.count("fill=") == 1
