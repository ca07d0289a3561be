"""The luminaries that were claimed in a row of arches, for the end of solitaire."""

from collections.abc import Sequence
from typing import Final

from illimat_core.cards import FIELDS, Luminary
from illimat_core.messages import Language
from illimat_core.picture.board import ARCH, arch, empty_arch
from illimat_core.picture.colours import INK, Theme
from illimat_core.picture.definitions import definitions
from illimat_core.picture.svg import escape, move_drawing

GAP: Final = 10


def arches(claimed: Sequence[Luminary], language: Language, theme: Theme) -> str:
    """Return an arch as SVG for each luminary to claim: those claimed, and places left empty."""
    wide, high = ARCH
    places = max(len(FIELDS), len(claimed))
    drawn = "".join(
        move_drawing(
            arch(f"l-{claimed[place]}", awake=True)
            if place < len(claimed)
            else empty_arch(theme.edge),
            2 + place * (wide + GAP),
            2,
        )
        for place in range(places)
    )
    label = ", ".join(language.form("luminary label", name) for name in claimed)
    shown = f'role="img" aria-label="{escape(label)}"' if claimed else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="arches" color="{INK}" '
        f'viewBox="0 0 {places * (wide + GAP) - GAP + 4} {high + 4}" {shown}>'
        f"{definitions(drawn, theme, language)}{drawn}</svg>"
    )
