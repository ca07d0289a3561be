"""Elements of SVG as text: escaped, and with short numbers."""

import re
from typing import Final, NamedTuple

_MARKUP: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_UNSAFE: Final = re.compile("[&<>\"']|[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

DISPLAY: Final = "Grenze,Georgia,serif"
DISPLAY_WEIGHT: Final = 800
NARROW: Final = frozenset("fijlrtI.,:;'|!-()[] ")
WIDE: Final = frozenset("mwMW@…")
WIDEST: Final = 1.3  # how much wider than common a reader's type may be
SMALLEST: Final = 0.85  # to which a text may shrink
SQUEEZED: Final = 1.12
PLAIN: Final = """font-family="system-ui,-apple-system,'Segoe UI',Roboto,sans-serif\""""
"""The attribute of a drawing whose plain texts are in the type of the reader's system."""


class Box(NamedTuple):
    """A rectangle, by its corner at the top left."""

    x: float
    y: float
    width: float
    height: float

    def inset(self, by: float) -> "Box":
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


def escape(text: str) -> str:
    """Return text for content and attributes; what XML cannot hold becomes U+FFFD."""
    return _UNSAFE.sub(lambda found: _MARKUP.get(found[0], "\ufffd"), text)


def number(value: float) -> str:
    """Return a coordinate with at most five significant digits."""
    return f"{value:.5g}"


def path(outline: str, fill: str = "none", stroke: str = "", width: float = 0) -> str:
    """Return a path; without a stroke it is only filled."""
    line = f' stroke="{stroke}" stroke-width="{number(width)}"' if stroke else ""
    return f'<path d="{outline}" fill="{fill}"{line}/>'


def rectangle(
    box: Box, radius: float, fill: str, *, stroke: str = "", line: float = 1.3, more: str = ""
) -> str:
    """Return a rectangle with round corners, which without a fill inherits it.

    `more` are further attributes.
    """
    inside = f' fill="{fill}"' if fill else ""
    edge = f' stroke="{stroke}" stroke-width="{number(line)}"' if stroke else ""
    return (
        f'<rect x="{box.x:.5g}" y="{box.y:.5g}" width="{box.width:.5g}" '
        f'height="{box.height:.5g}" rx="{number(radius)}"{inside}{edge}{more}/>'
    )


def use(block: str, x: float = 0, y: float = 0, scale: float = 1, colours: str = "") -> str:
    """Return a block of `definitions` at a place; `colours` are attributes that it inherits."""
    placed = f"translate({x:.5g} {y:.5g})" if x or y else ""
    placed += f"scale({scale:.4g})" if scale != 1 else ""
    place = f' transform="{placed}"' if placed else ""
    return f'<use href="#{block}"{place}{colours}/>'


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    room: float = 0,
    anchor: str = "start",
    plain: int = 0,
) -> str:
    """Return a line of text in the display type, at most `room` wide if given.

    With a weight, `plain`, it is in the plain type around it.

    The reader's type is not known. Words that even in a narrow one take more room become smaller,
    and then are cut off; words that might in a wide one are set to a fixed length.
    """
    length = ""
    if room and width_of(words, size) * WIDEST > room:
        words, size = _fit_words(words, size, room)
        wide = min(width_of(words, size), room)
        length = f' textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs"'
    family = "" if plain else f' font-family="{DISPLAY}"'
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{x:.5g}" y="{y:.5g}"{family} '
        f'font-size="{number(size)}" font-weight="{plain or DISPLAY_WEIGHT}" '
        f'fill="{fill}"{side}{length}>'
        f"{escape(words)}</text>"
    )


def label_drawing(content: str, label: str, *, role: str = "img", more: str = "") -> str:
    return f'<g role="{role}" aria-label="{escape(label)}"{more}>{content}</g>'


def move_drawing(content: str, x: float, y: float, scale: float = 1) -> str:
    """Return content that is moved and then scaled."""
    scaled = "" if scale == 1 else f"scale({scale:.4g})"
    return f'<g transform="translate({x:.5g} {y:.5g}){scaled}">{content}</g>'


def width_of(words: str, size: float) -> float:
    """Estimate the width of a text in a type of common width."""
    return size * sum(map(_width, words))


def _width(letter: str) -> float:
    if letter in NARROW:
        return 0.32
    if letter in WIDE:
        return 0.86
    return 0.64 if letter.isupper() else 0.54


def _fit_words(words: str, size: float, room: float) -> tuple[str, float]:
    """Return words and size that fit into a width, at least when squeezed a little."""
    size *= min(max(room / width_of(words, size), SMALLEST), 1)
    if width_of(words, size) <= room * SQUEEZED:
        return words, size
    while words and width_of(f"{words}…", size) > room:
        words = words[:-1]
    return f"{words}…", size
