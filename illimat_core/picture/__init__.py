"""The board and the viewer's hand as a picture, drawn from a view and nothing else."""

from illimat_core.picture.colours import THEMES, ThemeName
from illimat_core.picture.drawing import WIDTHS, WidthName, draw

__all__ = ["THEMES", "WIDTHS", "ThemeName", "WidthName", "draw"]
