"""The pieces of a picture for a page that puts them together: the board, a field, cards of a hand.

The pieces have no `<defs>`: a page holds those of all its pieces once (`blocks_of`).
"""

from collections.abc import Collection

from illimat_core.cards import Card, FieldId
from illimat_core.messages import Language
from illimat_core.picture.board import Look, board
from illimat_core.picture.cards import HELD_HIGH, HELD_WIDE, split
from illimat_core.picture.colours import INK, Theme
from illimat_core.picture.definitions import definitions
from illimat_core.picture.layout import HEIGHT, WIDTH, field_box
from illimat_core.picture.svg import Box, escape, use
from illimat_core.views import Observation


def board_piece(view: Observation, look: Look, label: str, field: FieldId | None = None) -> str:
    """Return the board as SVG, or the close-up of a field, whose cards are then twice as large."""
    part = field_box(field).inset(-3) if field else Box(0, 0, WIDTH, HEIGHT)
    near = " near" if field else ""
    return (
        f'<svg class="board{near}" viewBox="{part.x:g} {part.y:g} {part.width:g} {part.height:g}" '
        f'role="group" aria-label="{escape(label)}">{board(view, look)}</svg>'
    )


def card_piece(card: Card) -> str:
    """Return a card of a hand as SVG; it is named by what is around it."""
    return (
        f'<svg class="held" viewBox="0 0 {HELD_WIDE} {HELD_HIGH}" color="{INK}" '
        f'aria-hidden="true">{use(f"held{card}")}</svg>'
    )


def suit_piece(card: Card) -> str:
    """Return the drawing of a card's suit as SVG, for a card within a sentence, which hides it."""
    _, suit = split(card)
    return f"<svg>{use(f't{suit}')}</svg>"


def sign_piece(block: str) -> str:
    """Return a sign, such as `back`, `pack` or `okus`, as SVG in the colour of its surroundings."""
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true">{use(block)}</svg>'


def blocks_of(
    pieces: str, theme: Theme, language: Language, but: Collection[str] = frozenset()
) -> str:
    """Return the blocks that pieces are printed from, as an SVG that shows nothing.

    `but` are the names of those that the page has already.
    """
    blocks = definitions(pieces, theme, language, but)
    return f'<svg class="blocks" width="0" height="0" aria-hidden="true">{blocks}</svg>'
