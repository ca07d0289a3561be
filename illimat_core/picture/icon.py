"""The server's icon: the four seasons' cloths around the Illimat, as on a board."""

from typing import Final, Literal

from illimat_core.cards import SEASONS
from illimat_core.picture.blocks import silhouette
from illimat_core.picture.colours import BRASS, CUT, INK, RED, Theme
from illimat_core.picture.svg import PLAIN, Box, move_drawing, path, rectangle, text

Shape = Literal["rounded", "full", "badge"]
"""With round corners; with room for any outline to be cut from it; in one colour."""

SIZE: Final = 64
PLACES: Final = ((6.0, 33.0), (33.0, 33.0), (33.0, 6.0), (6.0, 6.0))
FIELD: Final = 25.0  # the side of a field
LID: Final = "M32 17 47 32 32 47 17 32z"
WOOD: Final = "#4a3526"
OKUSES: Final = ((32, 25.5), (25.5, 32), (38.5, 32), (32, 38.5))
SAFE: Final = 0.8  # of the side, which no outline cuts (the manifest's `maskable`)


def icon(theme: Theme, shape: Shape = "rounded", number: str = "") -> str:
    """Return the icon as SVG; a badge is white on nothing. A `number` is printed in its corner."""
    if shape == "badge":
        return _svg(path("M32 4 60 32 32 60 4 32zM32 23a9 9 0 1 0 .01 0z", "#fff"))
    drawn = "".join(
        rectangle(Box(x, y, FIELD, FIELD), 2, theme.cloths[season])
        + move_drawing(silhouette(season, theme.on_cloth), *_corner(x, y), 0.42)
        for season, (x, y) in zip(SEASONS, PLACES, strict=True)
    )
    drawn += path(LID, WOOD, INK, 2)
    drawn += "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="{BRASS}"/>' for x, y in OKUSES)
    if shape == "full":
        ground = rectangle(Box(0, 0, SIZE, SIZE), 0, theme.hem)
        return _svg(ground + move_drawing(drawn, *(SIZE * (1 - SAFE) / 2,) * 2, SAFE))
    framed = rectangle(Box(1.5, 1.5, 61, 61), 10, theme.hem, stroke=INK, line=3) + drawn
    return _svg(framed + (_numbered(number) if number else ""))


def _numbered(number: str) -> str:
    """Draw a number in the corner at the lower right, readable at 16 pixels."""
    wide = 34 + 10 * (len(number) - 1)
    left = SIZE - wide - 1.5  # of the stroke
    plate = rectangle(Box(left, 24.5, wide, 38), 10, RED, stroke=CUT, line=3)
    x, room = left + wide / 2, wide - 6.0
    written = text(x, 54.5, number, 32, CUT, room=room, anchor="middle", plain=800)
    return f"{plate}<g {PLAIN}>{written}</g>"


def _corner(x: float, y: float) -> tuple[float, float]:
    """Return where a season's shape lies in its field: away from the Illimat."""
    return x + (8 if x < SIZE / 3 else 17), y + (8 if y < SIZE / 3 else 17)


def _svg(drawn: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">{drawn}</svg>\n'
