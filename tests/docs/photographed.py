"""`python -m tests.docs.photographed [SCENE …]`: photograph the pages for docs/pictures/page.

Each scene of `tests.docs.staged` is taken on a phone, a tablet and a desk, in both themes, by the
browser that the tests use, and a game also without its colours. Text is set in the machine's own
typeface: that of the committed pictures is Roboto. Look at the pictures before you commit them.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.support.browsing import added, logged_in
from tests.support.documents import PROJECT
from tests.support.programs import Embedded, migrate
from trials.installed import find_chromium

FOLDER: Final = PROJECT / "docs" / "pictures" / "page"
SCREENS: Final[dict[str, Any]] = {
    "phone": {"width": 390, "height": 844},
    "tablet": {"width": 768, "height": 1024},
    "desk": {"width": 1280, "height": 800},
}
THEMES: Final = ("light", "dark")
QUALITY: Final = 45  # of WebP; below, flat colours begin to show edges
GREY: Final = ("harvest", "phone")  # also without colours
SETTLED: Final = "() => document.fonts.ready.then(() => undefined)"


class Scene(NamedTuple):
    """Something to photograph: its address, and whether ada is logged in there."""

    address: str
    logged_in: bool


@contextmanager
def served() -> Iterator[tuple[str, dict[str, Scene]]]:
    """Run a server with all scenes; yield its address and the scenes by name."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "illimat.sqlite3"
        migrate(f"sqlite:///{database}")
        server = Embedded(Path(folder))
        server.start()
        try:
            staged = json.loads(added(server, "tests.docs.staged"))
            found = {name: Scene(*each) for name, each in staged.items()}
            yield server.url, found
        finally:
            server.kill()


def photograph(browser: Browser, url: str, scenes: dict[str, Scene]) -> None:
    for theme in THEMES:
        context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
        page = context.new_page()
        for name, scene in sorted(scenes.items(), key=lambda item: item[1].logged_in):
            if scene.logged_in and not context.cookies():
                logged_in(page, f"{url}/")
            for screen, size in SCREENS.items():
                page.set_viewport_size(size)
                page.goto(url + scene.address)
                page.evaluate(SETTLED)
                save(page.screenshot(), name, screen, theme)
        context.close()


def save(screenshot: bytes, name: str, screen: str, theme: str) -> None:
    """Write a screenshot as WebP, and a grey one as well if it is wanted."""
    FOLDER.mkdir(exist_ok=True)
    image = Image.open(BytesIO(screenshot))
    image.save(FOLDER / f"{name}-{screen}-{theme}.webp", quality=QUALITY, method=6)
    if (name, screen) == GREY:
        grey = FOLDER / f"{name}-{screen}-{theme}-grey.webp"
        image.convert("L").save(grey, quality=QUALITY, method=6)


def main() -> None:
    with served() as (url, scenes), sync_playwright() as playwright:
        if unknown := set(sys.argv[1:]) - set(scenes):
            sys.exit(f"There is no scene {', '.join(unknown)}. The scenes are {', '.join(scenes)}.")
        chosen = {name: each for name, each in scenes.items() if name in (sys.argv[1:] or scenes)}
        browser = playwright.chromium.launch(executable_path=find_chromium())
        photograph(browser, url, chosen)
        browser.close()


if __name__ == "__main__":
    main()
