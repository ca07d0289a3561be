"""The board and the viewer's hand as a picture, drawn from a view and nothing else."""

from illimat_core.picture.arches import arches
from illimat_core.picture.board import Look
from illimat_core.picture.colours import PAGE, THEMES, ThemeName
from illimat_core.picture.drawing import WIDTHS, WidthName, draw
from illimat_core.picture.icon import icon
from illimat_core.picture.marks import Marks, TouchTarget
from illimat_core.picture.news import news_of
from illimat_core.picture.pieces import (
    blocks_of,
    board_piece,
    card_piece,
    sign_piece,
    suit_piece,
)
from illimat_core.picture.race import Runner, race
from illimat_core.picture.stamp import stamp
from illimat_core.picture.wreath import wreath

__all__ = [
    "PAGE",
    "THEMES",
    "WIDTHS",
    "Look",
    "Marks",
    "Runner",
    "ThemeName",
    "TouchTarget",
    "WidthName",
    "arches",
    "blocks_of",
    "board_piece",
    "card_piece",
    "draw",
    "icon",
    "news_of",
    "race",
    "sign_piece",
    "stamp",
    "suit_piece",
    "wreath",
]
