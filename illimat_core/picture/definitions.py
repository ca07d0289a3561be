"""The `<defs>` of a picture: each block, card and print that it uses, once."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from illimat_core.cards import SUITS, Season, Suit
from illimat_core.messages import ENGLISH, Language
from illimat_core.picture.blocks import BLOCKS, SUITS_OF, silhouette
from illimat_core.picture.board import board_blocks
from illimat_core.picture.cards import PILE, card_blocks, held_blocks, motif, pile_block
from illimat_core.picture.colours import Theme
from illimat_core.picture.marks import mark_blocks
from illimat_core.picture.svg import move_drawing

PITCH: Final = 17  # between the shapes of a print, and between its rows
PRINTED: Final = 0.56  # the scale of its shapes
_USED: Final = re.compile(r"#([a-z][A-Za-z0-9_-]*)")


def definitions(
    drawing: str,
    theme: Theme,
    language: Language = ENGLISH,
    but: Collection[str] = frozenset(),
) -> str:
    """Return the `<defs>` of a drawing: what it uses, and what that uses in turn.

    The language is that of what is written on it; `but` are names of what is left out.
    """
    known, drawn, waiting = _blocks(theme, language), dict[str, str](), _USED.findall(drawing)
    for name in waiting:
        if name.startswith(PILE):
            block = f'<g id="{name}">{pile_block(name, theme, language)}</g>'
        else:
            block = known.get(name, "")
        if name not in drawn:
            drawn[name] = block
            waiting += _USED.findall(block)
    return f"<defs>{''.join(block for name, block in drawn.items() if name not in but)}</defs>"


@lru_cache(maxsize=16)
def _blocks(theme: Theme, language: Language) -> dict[str, str]:
    marks, board = mark_blocks(theme, language), board_blocks(theme, language)
    blocks = {**BLOCKS, **marks, **board, **card_blocks(theme), **held_blocks(theme, language)}
    drawn = {name: f'<g id="{name}">{block}</g>' for name, block in blocks.items()}
    drawn |= {f"t{suit}": _sign(suit) for suit in SUITS}
    return drawn | {f"cloth{suit}": _print(season, theme) for season, suit in SUITS_OF.items()}


def _sign(suit: Suit) -> str:
    """Return a suit's drawing as it stands within sentences, as large as its surroundings."""
    drawn = motif(suit, 0, 0, 24)
    return f'<symbol id="t{suit}" viewBox="-12 -12 24 24">{drawn}</symbol>'


def _print(season: Season, theme: Theme) -> str:
    """Return the print of a season's cloth: its shape in rows, every other one shifted."""
    shape = silhouette(season, theme.prints[season])
    high = 2 * PITCH
    shapes = "".join(move_drawing(shape, PITCH * at, PITCH * at, PRINTED) for at in (0.5, 1.5))
    return (
        f'<pattern id="cloth{SUITS_OF[season]}" width="{high}" height="{high}" '
        f'patternUnits="userSpaceOnUse">{shapes}</pattern>'
    )
