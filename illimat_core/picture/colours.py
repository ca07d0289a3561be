"""The colours of the two themes.

Colour never tells anything alone: suits differ in shape, fields say their season in words.
"""

from dataclasses import dataclass
from typing import Final, Literal

from illimat_core.cards import Season, Suit

INK: Final = "#211a15"
"""The ink of cards and of all that is printed on them, in both themes."""
CUT: Final = "#fbf5e6"
"""White lines cut into ink."""
DYES: Final[dict[Suit, str]] = {
    "Sp": "#2f8a57",
    "Su": "#f0b323",
    "Au": "#b9491f",
    "Wi": "#2667ae",
    "St": "#f6efdc",
}
"""The colour of a suit's drawing on its cards."""
BRASS: Final = "#dfae45"
RED: Final = "#b3261a"
"""The corner of what is new, always beside a white line."""

ThemeName = Literal["light", "dark"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Theme:
    """Everything that differs between light and dark."""

    ground: str
    panel: str
    ink: str
    soft: str
    edge: str
    thread: str
    sewing: str
    """The thread on cloth."""
    hem: str
    on_cloth: str
    cloths: dict[Season, str]
    prints: dict[Season, str]
    sides: dict[Season, str]
    cards: dict[Suit, str]
    star_edge: str
    outline: str
    winter_line: str
    """The strokes of the snow crystal on cloth."""


LIGHT: Final = Theme(
    ground="#efe7d8",
    panel="#fbf6ea",
    ink="#211a15",
    soft="#5b4f44",
    edge="#86755f",
    thread="#b3261a",
    sewing="#98180f",
    hem="#efe4cd",
    on_cloth="#211a15",
    cloths={"Spring": "#a9cc9c", "Summer": "#f2cd6a", "Autumn": "#dc9a72", "Winter": "#a8c4e0"},
    prints={"Spring": "#8cb97f", "Summer": "#e0b446", "Autumn": "#c98257", "Winter": "#8fb1d4"},
    sides={"Spring": "#a9cc9c", "Summer": "#f2cd6a", "Autumn": "#dc9a72", "Winter": "#a8c4e0"},
    cards={"Sp": "#e3f0d3", "Su": "#fbe69c", "Au": "#f1be9a", "Wi": "#d3e3f4", "St": "#2c2852"},
    star_edge=INK,
    outline=INK,
    winter_line="#2667ae",
)
DARK: Final = Theme(
    ground="#15110e",
    panel="#221b16",
    ink="#f3ead8",
    soft="#c0b29d",
    edge="#8a7964",
    thread="#ff8d6e",
    sewing="#ff8d6e",
    hem="#2b231b",
    on_cloth="#f6eedd",
    cloths={"Spring": "#2a4a31", "Summer": "#6a5112", "Autumn": "#612f1b", "Winter": "#213d5f"},
    prints={"Spring": "#36593d", "Summer": "#7d611b", "Autumn": "#763c24", "Winter": "#2b4c73"},
    sides={"Spring": "#4d8c5c", "Summer": "#c4982f", "Autumn": "#b4603a", "Winter": "#5a8cc4"},
    cards={"Sp": "#d6e5c2", "Su": "#efd98d", "Au": "#e0ad88", "Wi": "#c2d4e8", "St": "#3b3570"},
    star_edge="#a79ee6",
    outline="#0d0a08",
    winter_line="#9cc6f5",
)
THEMES: Final[dict[ThemeName, Theme]] = {"light": LIGHT, "dark": DARK}

_PROPERTIES: Final[dict[Season, str]] = {
    "Spring": "sp",
    "Summer": "su",
    "Autumn": "au",
    "Winter": "wi",
}
PAGE: Final = Theme(
    ground="var(--linen)",
    panel="var(--paper)",
    ink="var(--ink)",
    soft="var(--soft)",
    edge="var(--edge)",
    thread="var(--thread)",
    sewing="var(--sewing)",
    hem="var(--hem)",
    on_cloth="var(--onfield)",
    cloths={season: f"var(--{name})" for season, name in _PROPERTIES.items()},
    prints={season: f"var(--{name}-print)" for season, name in _PROPERTIES.items()},
    sides={season: f"var(--{name}-side)" for season, name in _PROPERTIES.items()},
    cards={suit: f"var(--{suit.lower()}-card)" for suit in DYES},
    star_edge="var(--st-edge)",
    outline="var(--outline)",
    winter_line="var(--wi-line)",
)
"""The colours of the page around a picture, which are custom properties of its style sheet."""
