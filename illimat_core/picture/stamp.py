"""A small board for lists of games: its seasons, how much lies where, and the okuses."""

from typing import Final

from illimat_core.cards import ROWS, FieldId, season_at
from illimat_core.picture.blocks import silhouette
from illimat_core.picture.colours import BRASS, CUT, INK, Theme
from illimat_core.picture.svg import Box, move_drawing, path, rectangle
from illimat_core.views import Observation

SIZE: Final = 64
FIELD: Final = 28.5  # the side of a field
MOST: Final = 10  # items that are drawn in a field
OKUSES: Final = ((0, -4.4), (-4.4, 0), (4.4, 0), (0, 4.4))
LID: Final = "M32 21 43 32 32 43 21 32z"


def stamp(view: Observation, theme: Theme) -> str:
    """Return a board of `SIZE` by `SIZE` as SVG without ids, so that a page can hold many.

    It shows public things only, and nothing in words: a list has to say the rest.
    """
    drawn = rectangle(Box(0.7, 0.7, SIZE - 1.4, SIZE - 1.4), 5, theme.hem, stroke=theme.edge)
    drawn += "".join(_field(view, field, theme) for row in ROWS for field in row)
    drawn += path(LID, "#4a3526", theme.outline, 1.3)
    for x, y in OKUSES[: view.okuses["board"]]:
        drawn += f'<circle cx="{32 + x:g}" cy="{32 + y:g}" r="2.1" fill="{BRASS}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="stamp" viewBox="0 0 {SIZE} {SIZE}" '
        f'aria-hidden="true">{drawn}</svg>'
    )


def _field(view: Observation, field: FieldId, theme: Theme) -> str:
    north, west = "N" in field, "W" in field
    x, y, season = 3.0 if west else 32.5, 3.0 if north else 32.5, season_at(field, view.summer)
    drawn = rectangle(Box(x, y, FIELD, FIELD), 1.5, theme.cloths[season])
    shape = silhouette(season, theme.on_cloth)
    drawn += move_drawing(shape, x + (8 if west else 20.5), y + (8.5 if north else 20), 0.46)
    for number in range(min(len(view.fields[field]), MOST)):
        row, column = divmod(number, 5)
        left = x + (1.8 if west else 2) + column * 5
        top = y + (17.6 if north else 1.8) + row * 4.8
        if abs(left + 1.9 - 32) + abs(top + 1.9 - 32) > 13.5:
            drawn += rectangle(Box(left, top, 3.8, 3.8), 0.8, CUT, stroke=INK, line=0.7)
    return drawn
