"""The colours of the pages: what is written on what can be read, in both themes."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from illimat_core.picture import PAGE, THEMES, ThemeName

STYLES: Final = Path(settings.BASE_DIR, "web/static/web/illimat.css").read_text("utf-8")
TEXT: Final = 4.5  # WCAG 2.2, 1.4.3
CONTROL: Final = 3.0  # WCAG 2.2, 1.4.11
CLOTHS: Final = ("sp", "su", "au", "wi")
INK: Final = {"printed": "#211a15", "cut": "#fbf5e6"}
"""What is printed on cards, and cut out of the night of Stars, in both themes."""


def tokens(theme: str) -> dict[str, str]:
    """Return the colours of a theme by name; dark changes some of those of light."""
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root \{(.*?)\}", STYLES, re.DOTALL)
    )
    return INK | light | (dark if theme == "dark" else {})


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, from 0 to 1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


PAIRS: Final = [
    *((ink, ground, TEXT) for ink in ("ink", "soft", "thread") for ground in ("linen", "paper")),
    ("ink", "press", TEXT),
    ("onplate", "plate", TEXT),
    *(("edge", ground, CONTROL) for ground in ("linen", "paper")),
    *(("onfield", f"{cloth}{on}", TEXT) for cloth in CLOTHS for on in ("", "-print")),
    *(("sewing", cloth, CONTROL) for cloth in CLOTHS),
    *(("printed", f"{cloth}-card", TEXT) for cloth in CLOTHS),
    ("cut", "st-card", TEXT),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "needed"), PAIRS)
def test_what_is_drawn_stands_out_from_what_it_is_drawn_on(
    theme: str, ink: str, ground: str, needed: float
) -> None:
    colours = tokens(theme)
    assert contrast(colours[ink], colours[ground]) >= needed


def test_every_colour_of_light_has_one_in_the_dark() -> None:
    blocks = re.findall(r":root \{(.*?)\}", STYLES, re.DOTALL)
    light, dark = [set(re.findall(r"--([\w-]+): #", block)) for block in blocks]
    assert light == dark


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_boards_on_pages_have_the_colours_of_pictures(theme: ThemeName) -> None:
    names, picture, colours = asdict(PAGE), asdict(THEMES[theme]), tokens(theme)
    for part, name in names.items():
        named = name if isinstance(name, dict) else {"": name}
        drawn = picture[part] if isinstance(name, dict) else {"": picture[part]}
        for key, reference in named.items():
            assert colours[reference.removeprefix("var(--").removesuffix(")")] == drawn[key]


def test_no_text_is_smaller_than_twelve_pixels() -> None:
    for sheet in Path(settings.BASE_DIR, "web/static/web").glob("*.css"):
        text = sheet.read_text("utf-8")
        found = re.findall(r"font(?:-size)?:[^;}]*?\b([\d.]+)(px|rem)\b", text)
        sizes = [float(size) * (16 if unit == "rem" else 1) for size, unit in found]
        found = re.findall(r"font(?:-size)?:[^;}]*?[ :](\.\d+)rem", text)
        sizes += [float(size) * 16 for size in found]
        assert [size for size in sizes if size < 12] == []


def test_the_font_comes_with_its_licence() -> None:
    fonts = Path(settings.BASE_DIR, "web/static/web/font")
    assert "SIL Open Font License" in (fonts / "OFL.txt").read_text("utf-8")
    assert (fonts / "grenze-800.woff2").stat().st_size < 10_000  # bytes, of every first visit
