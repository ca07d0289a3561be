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


@pytest.mark.parametrize("number", ["3", "42", "99+"])
def test_a_number_is_printed_within_the_icon(number: str) -> None:
    drawn = icon(LIGHT, number=number)
    *_, plate = ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}rect")  # noqa: S314 - our own
    left, top, wide, high = (float(plate.get(name, "")) for name in ("x", "y", "width", "height"))
    assert f">{number}</text>" in drawn
    assert left > 0
    assert left + wide < SIZE
    assert top + high < SIZE
