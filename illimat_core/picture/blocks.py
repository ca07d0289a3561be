"""The blocks that everything is printed from: suits, face cards, tokens, numerals, luminaries.

A block is a few paths around the origin, in a box of 24 by 24. Lines of the key block are drawn in
`currentColor`; whatever has no fill or stroke takes that of its `<use>`. A picture has the blocks
that it uses in its `<defs>`, each once (`definitions`).
"""

import re
from math import cos, pi, sin
from typing import Final

from illimat_core.cards import LUMINARIES, Season, Suit
from illimat_core.picture.colours import BRASS, CUT, INK, RED
from illimat_core.picture.emblems import ASLEEP, EMBLEMS
from illimat_core.picture.glyphs import EM, GLYPHS, advance
from illimat_core.picture.svg import path, use

KEY: Final = "currentColor"
NUMERALS: Final = (*(str(value) for value in range(15)), "F", "N", "Q", "K", "1/14")
"""The texts that are drawn as outlines."""
SUITS_OF: Final[dict[Season, Suit]] = {
    "Spring": "Sp",
    "Summer": "Su",
    "Autumn": "Au",
    "Winter": "Wi",
}


_SPACES: Final = re.compile(r" (?=[A-Z-])|(?<=[A-Z]) ")
"""The spaces that an outline can do without."""


def _key(outline: str, width: float = 1.5) -> str:
    return path(outline, "none", KEY, width)


def _dyed(outline: str, width: float = 1.4) -> str:
    return f'<path d="{outline}" stroke="{KEY}" stroke-width="{width}"/>'


def _cut(outline: str, width: float = 1.1) -> str:
    return path(outline, "none", CUT, width)


def _dot(x: float, y: float, radius: float) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{KEY}"/>'


def _polar(radius: float, angle: float) -> str:
    """Return a point at an angle clockwise from the top."""
    return f"{round(radius * sin(angle), 1) + 0.0:g} {round(-radius * cos(angle), 1) + 0.0:g}"


def _sprout() -> str:
    return (
        _dyed("M-.5 4C-1.6-3.4-5.4-6.8-11.2-7.2c0 6.4 3.6 10.8 10.7 11.2z")
        + _dyed("M.1 1C-.2-6 4-10.8 11.4-11.4 11.8-4.4 7.8.4.1 1z")
        + _cut("M-8.6-4.9-2.4 1.2M8.4-8.4 2.2-1.8", 1.2)
        + _key("M-.3 11.2C-.9 7.4-.8 3.6.2-.6", 2)
        + path("M-7.2 11.8C-4 9.4 4.2 9.4 7.2 11.8z", KEY)
    )


def _sun() -> str:
    rays = ""
    for ray in range(12):
        angle, radius = ray * pi / 6, 11.9 if ray % 2 == 0 else 10.4
        rays += f"M{_polar(radius, angle)}L{_polar(6.9, angle - 0.2)} {_polar(6.9, angle + 0.2)}z"
    disc = f'<circle r="5.6" stroke="{KEY}" stroke-width="1.5"/>'
    return path(rays, KEY) + disc + _key("M-2.6 2.2A3.6 3.6 0 0 0 3.4 .9", 1)


def _acorn() -> str:
    return (
        _dyed("M-6.4-1.6C-6.8 4.6-2.8 9.4 0 12 2.8 9.4 6.8 4.6 6.4-1.6z")
        + _cut("M-3.4 1.2C-3.2 4-2 6.4-.8 8", 1.3)
        + path("M-8.2-.9C-8.4-6.2-4.4-8.9 0-8.9S8.4-6.2 8.2-.9C5 .5-5 .5-8.2-.9z", KEY)
        + _cut(
            "M-5.6-5.4-2.4-1M-1.8-7.4 2.2-.8M2.6-7.4 5.8-2.4M5.6-5.4 2.2-.8M1.8-7.4-2.4-1"
            "M-2.6-7.4-5.8-2.4",
            0.7,
        )
        + _key("M0-8.6C0-10.4.8-11.4 2.6-11.8", 1.8)
    )


def _crystal_lines() -> str:
    arms = tips = ""
    for arm in range(6):
        angle = arm * pi / 3
        arms += f"M0 0L{_polar(11.6, angle)}"
        for side in (-0.42, 0.42):
            tips += f"M{_polar(5.4, angle)}L{_polar(9.2, angle + side)}"
    return (
        f'<path d="{arms}" fill="none" stroke-width="2.5"/>'
        f'<path d="{tips}" fill="none" stroke-width="1.9"/>'
    )


def _crystal() -> str:
    return f'{_crystal_lines()}<circle r="1.5" fill="{CUT}"/>'


def _star() -> str:
    dark = light = ""
    for ray in range(5):
        angle = ray * 2 * pi / 5
        tip = _polar(12, angle)
        light += f"M0 0L{_polar(5, angle - pi / 5)} {tip}z"
        dark += f"M0 0L{tip} {_polar(5, angle + pi / 5)}z"
    return f'<path d="{light}"/>' + path(dark, "#a79ee6")


def _king() -> str:
    return (
        _dyed("M-9.8 9-11.4-4.6-5.4.6 0-8.2 5.4.6 11.4-4.6 9.8 9z", 1.5)
        + _key("M0-12.4v4.2M-2.2-10.8h4.4", 1.6)
        + _key("M-9.6 5.2H9.6", 1.4)
        + path("M-3 2.4 0-1.6 3 2.4 0 5z", KEY)
    )


def _queen() -> str:
    beads = ((-10.4, -4.4), (-5.6, -7.4), (0, -9.4), (5.6, -7.4), (10.4, -4.4))
    return (
        _dyed("M-8.6 9-10.2-3.4Q-7.2 2.6-5.5-5.8-3 2.8 0-7.6 3 2.8 5.5-5.8 7.2 2.6 10.2-3.4L8.6 9z")
        + "".join(_dot(x, y, 1.9) for x, y in beads)
        + _key("M-8.6 5.4Q0 7.4 8.6 5.4", 1.3)
    )


def _knight() -> str:
    plume = "M0-9.8C1.6-12.6 7-13 9.8-10.4 6.6-10.8 4.8-10 4-8.6"
    holes = "M-5.4 3.2h1.6v1.6h-1.6zM3.8 3.2h1.6v1.6H3.8zM-4.6 6.2H-3v1.6h-1.6zM3 6.2h1.6v1.6H3z"
    return (
        _dyed(
            "M-8.4-4.2Q-7.6-9.8 0-9.8T8.4-4.2V5.2Q5.6 10.4 0 11.6-5.6 10.4-8.4 5.2z",
            1.5,
        )
        + path("M-8.4-2.6H8.4V.4H1.4V9.6L0 10.4-1.4 9.6V.4H-8.4z", KEY)
        + path(plume, KEY, KEY, 1.3)
        + _cut("M-6-1.1h4M2-1.1h4", 1.1)
        + path(holes, KEY)
    )


def _fool() -> str:
    half = "M1.6-4.6C6-7 10.6-5.6 11.2-.6 6.8-.4 6 4.4 7.6 9.2H1.2C2.6 4.4 2.8-.4 1.6-4.6z"
    bells = ((-11.2, 3.4), (-4.4, -11), (11, 1))
    return (
        _dyed(
            "M-7.4 9.2C-5.4 5.6-6 2-11.4 1.8-10.8-3.6-8.2-5-5.6-4.4-6.6-6.8-6-9-4-10.6-1.6-9.4.8-7 "
            "1.6-4.6 6-7 10.6-5.6 11.2-.6 6.8-.4 6 4.4 7.6 9.2z"
        )
        + path(half, KEY)
        + _key("M-5.6-4.4C-3.8-2.8-2.6-.4-2.2 2.2", 1.1)
        + "".join(_dot(x, y, 2.2) for x, y in bells)
        + path("M-8.6 8.2H8.6V11.4H-8.6z", KEY)
        + _cut("M-6.4 9.8H6.4", 0.8)
    )


def _okus() -> str:
    return (
        f'<circle r="6.4" fill="{BRASS}" stroke="{INK}" stroke-width="1.4"/>'
        f'<circle r="2.6" fill="none" stroke="{INK}" stroke-width="1.3"/>'
        + path("M0-6.2V-4.4M0 6.2V4.4M-6.2 0H-4.4M6.2 0H4.4", "none", INK, 1.3)
    )


def _lock() -> str:
    return path("M-3-.6V-2.8A3 3 0 0 1 3-2.8V-.6", "none", CUT, 1.5) + path(
        "M-4.6-.8H4.6V5.4H-4.6z", CUT
    )


def _ban() -> str:
    return _key("M-5 0a5 5 0 1 1 10 0a5 5 0 1 1-10 0M-3.5 3.5l7-7", 1.7)


def _back() -> str:
    """Draw the back of a card, for the number of cards in a hand."""
    return (
        f'<rect x="-6.5" y="-9" width="13" height="18" rx="2.2" fill="#5a3f2b" stroke="{KEY}"/>'
        + path("M0-4.6 3.4 0 0 4.6-3.4 0z", "none", BRASS, 1.5)
    )


def _pack() -> str:
    """Draw a pack of cards seen from its side, for the number of harvested cards."""
    return _key("M-7-6.6H7M-7-2.2H7M-7 2.2H7M-7 6.6H7", 2.6)


def _numeral(text: str) -> str:
    """Return a text in outlines, its left end at the origin, 24 units to an em."""
    out, x = "", 0.0
    for character in text:
        wide, outline = GLYPHS[character]
        outline = _SPACES.sub("", outline)
        shift = f' transform="translate({x:g})"' if x else ""
        out += f'<path d="{outline}"{shift}/>'
        x += wide
    return f'<g transform="scale({24 / EM:g})">{out}</g>'


def numeral_id(text: str) -> str:
    return f"n{text.replace('/', '-')}"


def numeral(
    x: float, y: float, text: str, size: float, *, fill: str = "", anchor: str = "start"
) -> str:
    """Return one of `NUMERALS` at its baseline, which without a fill inherits it."""
    wide = advance(text) * size / EM
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return use(numeral_id(text), left, y, size / 24, f' fill="{fill}"' if fill else "")


BLOCKS: Final[dict[str, str]] = {
    "mSp": _sprout(),
    "mSu": _sun(),
    "mAu": _acorn(),
    "mWi": _crystal(),
    "mSt": _star(),
    "fK": _king(),
    "fQ": _queen(),
    "fN": _knight(),
    "fF": _fool(),
    "okus": _okus(),
    "lock": _lock(),
    "ban": _ban(),
    "back": _back(),
    "pack": _pack(),
    "asleep": ASLEEP,
    "new": path("M3.6 0H12.4L0 12.4V3.6A3.6 3.6 0 0 1 3.6 0z", RED, CUT, 0.9),
    **{numeral_id(text): _numeral(text) for text in NUMERALS},
    **{f"l-{name}": EMBLEMS[name] for name in LUMINARIES},
}

SILHOUETTES: Final[dict[Season, str]] = {
    "Spring": (
        "M-.5 4C-1.6-3.4-5.4-6.8-11.2-7.2c0 6.4 3.6 10.8 10.3 11.2L-1.2 11.4H.8L.5 1C7.8.4 "
        "11.8-4.4 11.4-11.4 4-10.8-.2-6 .1.4z"
    ),
    "Summer": "M0-5.4A5.4 5.4 0 1 1-.01-5.4z"
    + "".join(
        f"M{_polar(11.6, ray * pi / 4)}L{_polar(7, ray * pi / 4 - 0.24)} "
        f"{_polar(7, ray * pi / 4 + 0.24)}z"
        for ray in range(8)
    ),
    "Autumn": (
        "M-6.4.6C-6.2 5.4-2.6 9.6 0 12 2.6 9.6 6.2 5.4 6.4.6zM-8.2-.9C-8.4-6.2-4.4-8.9-.9-8.9L0-12"
        "H2L.9-8.9C4.4-8.9 8.4-6.2 8.2-.9 5 .5-5 .5-8.2-.9z"
    ),
}
"""The suits' shapes in one colour, for cloth; the crystal of Winter is drawn in strokes."""


def silhouette(season: Season, colour: str) -> str:
    """Return a season's shape in one colour, around the origin."""
    if season == "Winter":
        return f'<g stroke="{colour}">{_crystal_lines()}</g>'
    return path(SILHOUETTES[season], colour)
