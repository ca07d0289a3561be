"""Pictures of games, as their viewer may see them: SVG, and PNG for where SVG is not shown."""

from io import BytesIO
from pathlib import Path
from typing import Final

import resvg_py
from django.utils.translation import gettext
from PIL import Image

from games.language import active_language
from games.reading import selectors
from games.reading.tables import Table
from games.refusals import TableError
from illimat_core.picture import ThemeName, WidthName, draw

FONT: Final = Path(__file__).parents[1] / "fonts" / "grenze-800.ttf"
FAMILY: Final = "Grenze ExtraBold"
SCALES: Final[dict[WidthName, float]] = {"phone": 1.5, "desk": 1}
"""The pixels of a PNG for each unit of the drawing."""
COLOURS: Final = 256


def draw_table(table: Table, *, theme: ThemeName, width: WidthName) -> str:
    """Draw what the viewer may see, in the active language. Raises TableError `not_running`."""
    view = selectors.game_observe(table=table)
    if view is None:
        raise TableError("not_running", gettext("The game has not begun."))
    return draw(view, table.names, table.seat, theme=theme, width=width, language=active_language())


def png_of(svg: str, width: WidthName) -> bytes:
    """Return a drawing as PNG, written in the font that comes with the server."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=SCALES[width],
        skip_system_fonts=True,
        font_files=[str(FONT)],
        serif_family=FAMILY,
        sans_serif_family=FAMILY,
    )
    few = Image.open(BytesIO(drawn)).quantize(COLOURS, Image.Quantize.FASTOCTREE)
    png = BytesIO()
    few.save(png, "PNG")
    return png.getvalue()
