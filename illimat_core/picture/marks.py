"""What a page marks on a board: what may be touched, what is chosen, and where each leads.

The marks are drawn in the red thread, and never by colour alone: what may be touched has a dashed
ring, what is chosen a whole one and a tick, and everything else is veiled.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from illimat_core.messages import Language
from illimat_core.picture.cards import ALONE, HIGH, WIDE, Thing, extent
from illimat_core.picture.colours import CUT, INK, Theme
from illimat_core.picture.svg import (
    Box,
    escape,
    label_drawing,
    path,
    rectangle,
    text,
    use,
    width_of,
)
from illimat_core.rules.hooks import ACTS, Act

THREAD: Final = "#c22a1c"
"""The ring around an item, which lies on cream in both themes."""
HALO: Final = "#fffaf0"
SIZE: Final = 12.4  # of the words on plates
GAP: Final = 4
VEILED: Final = ".6"  # the opacity of the veil over what is out of reach


class TouchTarget(NamedTuple):
    """Something that may be touched: the address that it leads to, and whether it is chosen.

    Without an address it is only chosen.
    """

    href: str
    chosen: bool = False
    label: str = ""
    """What is said of it apart from its name."""


class Marks(NamedTuple):
    """The marks of a board; `items` are named by any of their cards.

    `plates` are the acts that are shown in a field in place of what is forbidden there, each with
    whether it may be done; `luminaries` are the addresses of what is said of them.
    """

    choosing: bool = False
    items: Mapping[str, TouchTarget] = {}
    fields: Mapping[str, TouchTarget] = {}
    plates: Mapping[str, Sequence[tuple[Act, bool]]] = {}
    luminaries: Mapping[str, str] = {}


NONE: Final = Marks()


def link_or_label(content: str, label: str, choice: TouchTarget | None, more: str = "") -> str:
    """Return content as a link to a choice, or without one as a picture with its label."""
    if choice is None or not choice.href:
        return label_drawing(content, label, more=more)
    said = f"{label}, {choice.label}" if choice.label else label
    current = ' aria-current="true"' if choice.chosen else ""
    return (
        f'<a href="{escape(choice.href)}" aria-label="{escape(said)}"{current}{more}>{content}</a>'
    )


def ring(wide: float, choice: TouchTarget) -> str:
    """Return the ring around an item at the origin; what is chosen has a `tick` as well."""
    if wide == WIDE:
        return use("chosen" if choice.chosen else "ring")
    return _ring(wide, chosen=choice.chosen)


def _ring(wide: float, *, chosen: bool) -> str:
    box = Box(-2.2, -2.2, wide + 4.4, HIGH + 4.4)
    if not chosen:
        dashes = ' stroke-dasharray="6 3.4"'
        return rectangle(box, 5, "none", stroke=HALO, line=4.6) + rectangle(
            box, 5, "none", stroke=THREAD, line=3, more=dashes
        )
    drawn = rectangle(box, 5, "none", stroke=HALO, line=7)
    return drawn + rectangle(box, 5, "none", stroke=THREAD, line=4)


def veil(thing: Thing, wide: float) -> str:
    """Return the veil over an item, in the fill of its surroundings.

    There it is of cloth, so that nothing beneath the item shows through.
    """
    alone = thing.value is None and not thing.hidden
    return use("veil") if alone else _veil(extent(thing, wide))


def _veil(box: Box) -> str:
    return rectangle(box, 3.6, "", more=f' fill-opacity="{VEILED}"')


def mark_blocks(theme: Theme, language: Language) -> dict[str, str]:
    """Return the blocks of what is marked on a card and of what may be done in a field or not."""
    marked = {"ring": _ring(WIDE, chosen=False), "chosen": _ring(WIDE, chosen=True)}
    marked["veil"] = _veil(ALONE)
    for act in ACTS:
        marked[f"may-{act}"] = _plate(act, language, may=True, colour=INK)
        marked[f"not-{act}"] = _plate(act, language, may=False, colour=theme.on_cloth)
    return marked


def tick(wide: float) -> str:
    """Return the tick of a chosen item at the origin, to be drawn above what lies beside it."""
    drawn = f'<circle cx="{wide - 3:.5g}" cy="1" r="8" fill="{INK}" stroke="{HALO}"/>'
    return drawn + path(f"M{wide - 6.6:.5g} 1.2l2.6 2.6 4.6-5", "none", CUT, 2)


def _plate(act: Act, language: Language, *, may: bool, colour: str) -> str:
    """Return what may be done as a plate at the origin; what may not be as a word struck out."""
    word = language.say(f"picture.act.{act}")
    wide = _plate_wide(act, language)
    room, middle = wide - 4, wide / 2
    drawn = text(middle, 13.3, word, SIZE, colour, room=room, anchor="middle", plain=800)
    if may:
        return rectangle(Box(0, 0, wide, 18), 4, HALO, stroke=INK, line=1.2) + drawn
    return drawn + path(f"M2 9.4h{room:.5g}", "none", colour, 1.6)


def _plate_wide(act: Act, language: Language) -> float:
    return width_of(language.say(f"picture.act.{act}"), SIZE) + 8


def plates(acts: Sequence[tuple[Act, bool]], room: float, language: Language) -> tuple[str, float]:
    """Return plates in a row at the origin, at most `room` wide, and how wide they are."""
    widths = [_plate_wide(act, language) for act, _ in acts]
    gaps = GAP * (len(acts) - 1)
    squeeze = min(1, (room - gaps) / sum(widths))
    drawn, x = "", 0.0
    for (act, may), wide in zip(acts, widths, strict=True):
        drawn += use(f"{'may' if may else 'not'}-{act}", x, 0, squeeze)
        x += wide * squeeze + GAP
    return drawn, x - GAP
