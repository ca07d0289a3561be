"""The pieces of a picture for a page that puts them together: the board, a field, cards of a hand.

The pieces have no `<defs>`: a page holds those of all its pieces once (`blocks_of`).
"""

from illimat_core.cards import Card, FieldId
from illimat_core.messages import Language
from illimat_core.picture.blocks import definitions
from illimat_core.picture.board import Look, board
from illimat_core.picture.cards import HELD_HIGH, HELD_WIDE, held, motif, split
from illimat_core.picture.colours import INK, Theme
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


def card_piece(card: Card, language: Language, theme: Theme) -> str:
    """Return a card of a hand as SVG; it is named by what is around it."""
    return (
        f'<svg class="held" viewBox="0 0 {HELD_WIDE} {HELD_HIGH}" color="{INK}" '
        f'aria-hidden="true">{held(card, theme, language)}</svg>'
    )


def suit_piece(card: Card) -> str:
    """Return the drawing of a card's suit as SVG, for a card within a sentence."""
    _, suit = split(card)
    drawn = motif(suit, 0, 0, 24)
    return f'<svg viewBox="-12 -12 24 24" color="{INK}" aria-hidden="true">{drawn}</svg>'


def sign_piece(block: str) -> str:
    """Return a sign, such as `back`, `pack` or `okus`, as SVG in the colour of its surroundings."""
    return f'<svg viewBox="-12 -12 24 24" aria-hidden="true">{use(block, 0, 0, 1)}</svg>'


def blocks_of(pieces: str, theme: Theme) -> str:
    """Return the blocks that pieces are printed from, as an SVG that shows nothing."""
    blocks = definitions(pieces, theme)
    return f'<svg class="blocks" width="0" height="0" aria-hidden="true">{blocks}</svg>'
