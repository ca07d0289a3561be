"""A wreath of the seasons around a score, for the end of a game."""

from math import cos, pi, sin
from typing import Final

from illimat_core.cards import Suit
from illimat_core.picture.cards import motif
from illimat_core.picture.colours import Theme
from illimat_core.picture.definitions import definitions
from illimat_core.picture.svg import number, text

SIZE: Final = 140
RADIUS: Final = 56
LEAVES: Final = 16
SUITS: Final[tuple[Suit, ...]] = ("Sp", "Su", "Au", "Wi")


def wreath(score: int, theme: Theme) -> str:
    """Return a wreath as SVG, `SIZE` by `SIZE`; the caller says the score as well."""
    drawn, middle = "", SIZE / 2
    for leaf in range(LEAVES):
        turn = leaf * 2 * pi / LEAVES
        x, y = middle + RADIUS * sin(turn), middle - RADIUS * cos(turn)
        shape = motif(SUITS[leaf % len(SUITS)], 0, 0, 19, theme.winter_line)
        place = f"translate({number(x)} {number(y)})rotate({number(leaf * 360 / LEAVES)})"
        drawn += f'<g transform="{place}">{shape}</g>'
    drawn = f'<g color="{theme.ink}">{drawn}</g>'
    drawn += text(middle, middle + 16, str(score), 46, theme.ink, anchor="middle")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wreath" viewBox="0 0 {SIZE} {SIZE}" '
        f'aria-hidden="true">{definitions(drawn, theme)}{drawn}</svg>'
    )
