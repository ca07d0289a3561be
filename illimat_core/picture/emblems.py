"""The emblems of the luminaries: white lines on black, in a box of 32 by 32 around the origin."""

from typing import Final

from illimat_core.cards import Luminary
from illimat_core.editions import CURRENT
from illimat_core.picture.colours import CUT
from illimat_core.picture.svg import path

EMBLEMS: Final[dict[Luminary, str]] = {
    name: '<g stroke-linecap="round" stroke-linejoin="round">'
    f"{path(rules.emblem, 'none', CUT, 1.9)}</g>"
    for name, rules in CURRENT.luminaries.items()
}
"""The block of each luminary."""

ASLEEP: Final = (
    '<g stroke-linecap="round">'
    + path(
        "M-10 3Q0 12 10 3M-7.4 5.6-9.6 8.8M-2.6 7.6-3.4 11.4M2.6 7.6 3.4 11.4M7.4 5.6 9.6 8.8",
        "none",
        CUT,
        1.7,
    )
    + "</g>"
    + path("M3.6-4.2A6 6 0 1 1-2.6-13.4 7.4 7.4 0 0 0 3.6-4.2z", CUT)
)
"""A luminary face down: a closed eye under a moon."""
