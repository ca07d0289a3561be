"""What a page marks on a board: what may be touched, what is chosen, and where each leads.

The marks are drawn in the red thread, and never by colour alone: what may be touched has a dashed
ring, what is chosen a whole one and a tick, and everything else is veiled.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from illimat_core.messages import Language
from illimat_core.picture.colours import CUT, INK, Theme
from illimat_core.picture.svg import Box, escape, named, path, rectangle, text, width_of

THREAD: Final = "#c22a1c"
"""The ring around an item, which lies on cream in both themes."""
HALO: Final = "#fffaf0"
SIZE: Final = 12.4  # of the words on plates
GAP: Final = 4
VEILED: Final = ".6"  # the opacity of the veil over what is out of reach


class Choice(NamedTuple):
    """Something that may be touched: the address that it leads to, and whether it is chosen.

    Without an address it is only chosen.
    """

    href: str
    chosen: bool = False
    label: str = ""
    """What is said of it besides its name."""


class Marks(NamedTuple):
    """The marks of a board; `items` are named by any of their cards.

    `plates` are the acts that are shown in a field in place of what is forbidden there, each with
    whether it may be done; `luminaries` are the addresses of what is said of them.
    """

    choosing: bool = False
    items: Mapping[str, Choice] = {}
    fields: Mapping[str, Choice] = {}
    plates: Mapping[str, Sequence[tuple[str, bool]]] = {}
    luminaries: Mapping[str, str] = {}


NONE: Final = Marks()


def linked(content: str, label: str, choice: Choice | None, more: str = "") -> str:
    """Return content as a link to a choice, or without one as a picture with its label."""
    if choice is None or not choice.href:
        return named(content, label, more=more)
    said = f"{label}, {choice.label}" if choice.label else label
    current = ' aria-current="true"' if choice.chosen else ""
    return (
        f'<a href="{escape(choice.href)}" aria-label="{escape(said)}"{current}{more}>{content}</a>'
    )


def ring(wide: float, high: float, choice: Choice) -> str:
    """Return the ring around an item at the origin; what is chosen has a `tick` as well."""
    box = Box(-2.2, -2.2, wide + 4.4, high + 4.4)
    if not choice.chosen:
        dashes = ' stroke-dasharray="6 3.4"'
        return rectangle(box, 5, "none", stroke=HALO, line=4.6) + rectangle(
            box, 5, "none", stroke=THREAD, line=3, more=dashes
        )
    drawn = rectangle(box, 5, "none", stroke=HALO, line=7)
    return drawn + rectangle(box, 5, "none", stroke=THREAD, line=4)


def veil(box: Box, colour: str) -> str:
    """Return the veil over an item: of cloth, so that nothing beneath the item shows through."""
    return rectangle(box, 3.6, colour, more=f' fill-opacity="{VEILED}"')


def tick(wide: float) -> str:
    """Return the tick of a chosen item at the origin, to be drawn above what lies beside it."""
    drawn = f'<circle cx="{wide - 3:.5g}" cy="1" r="8" fill="{INK}" stroke="{HALO}"/>'
    return drawn + path(f"M{wide - 6.6:.5g} 1.2l2.6 2.6 4.6-5", "none", CUT, 2)


def plates(acts: Sequence[tuple[str, bool]], room: float, look: tuple[Language, Theme]) -> str:
    """Return plates in a row at the origin, at most `room` wide: what may be done and what not."""
    language, theme = look
    words = [(language.say(f"picture.act.{act}"), may) for act, may in acts]
    widths = [width_of(word, SIZE) + 8 for word, _ in words]
    squeeze = min(1, (room - GAP * (len(words) - 1)) / max(sum(widths), 1))
    drawn, x = "", 0.0
    for (word, may), natural in zip(words, widths, strict=True):
        wide = natural * squeeze
        colour = INK if may else theme.on_cloth
        if may:
            drawn += rectangle(Box(x, 0, wide, 18), 4, HALO, stroke=INK, line=1.2)
        middle = x + wide / 2
        drawn += text(middle, 13.3, word, SIZE, colour, room=wide - 4, anchor="middle", plain=True)
        if not may:
            drawn += path(f"M{x + 2:.5g} 9.4h{wide - 4:.5g}", "none", colour, 1.6)
        x += wide + GAP
    return drawn


def plates_wide(acts: Sequence[tuple[str, bool]], room: float, language: Language) -> float:
    """Return how wide plates in a row are."""
    words = [language.say(f"picture.act.{act}") for act, _ in acts]
    return min(sum(width_of(word, SIZE) + 8 + GAP for word in words) - GAP, room)
