"""The files of the server's icon, for pages and for where the page is installed as an app.

`python -m web.frame.icons` writes them anew after the drawing has changed; a test compares them
with it.
"""

from pathlib import Path
from typing import Final

import resvg_py

from illimat_core.picture import THEMES, icon
from illimat_core.picture.icon import Shape

FOLDER: Final = Path(__file__).parents[1] / "static" / "web"
SIZES: Final[dict[str, tuple[Shape, int]]] = {
    "icon-192.png": ("rounded", 192),
    "icon-512.png": ("rounded", 512),
    "icon-full-180.png": ("full", 180),
    "icon-full-512.png": ("full", 512),
    "badge-96.png": ("badge", 96),
}
"""The shape of each file, and its side in pixels."""


def icons() -> dict[str, bytes]:
    drawn = {name: _drawn(name) for name in SIZES}
    return {"icon.svg": icon(THEMES["light"]).encode(), **drawn}


def _drawn(name: str) -> bytes:
    shape, size = SIZES[name]
    svg = icon(THEMES["light"], shape)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


if __name__ == "__main__":
    for name, content in icons().items():
        (FOLDER / name).write_bytes(content)
