"""The presets of a season's rules: in which order ties are broken, and what a bye is worth."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final

TIES: Final[Mapping[str, tuple[str, ...]]] = {
    "direct": ("points", "between", "share", "wins", "opposition"),
    "opponents": ("points", "opposition", "between", "share", "wins"),
}
"""What the order depends on, the most important first; a lot decides what is left.

Points always come first: the places that are still possible follow from them alone. If tables have
different sizes, `relative` comes before them, and these part only those who played at tables of the
same sizes.
"""

BYES: Final[Mapping[str, Callable[[Sequence[int | Fraction]], Fraction]]] = {
    "mean": lambda places: Fraction(sum(places), len(places)),
    "win": lambda places: Fraction(places[0]),
}
"""What a bye is worth, given the points for each place at a table."""

USUAL_TIES: Final = "direct"
USUAL_BYE: Final = "mean"
