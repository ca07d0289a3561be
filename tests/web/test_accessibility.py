"""The pages can be used by everybody: axe finds nothing at WCAG 2.2 AA, and they fit 320 pixels."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsing import NARROW, TOO_WIDE, Opener, Site, logged_in, site_of
from tests.support.programs import Embedded, run

pytestmark = pytest.mark.thorough

DESK: Any = {"width": 1280, "height": 900}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = """async rules => {
  const found = await axe.run(document, { runOnly: { type: "tag", values: rules } });
  return found.violations.map(({ id, nodes }) =>
    `${id}: ${nodes.slice(0, 3).map(node => node.target.join(" ") + " " + node.html.slice(0, 160)
      + " " + node.any.slice(0, 1).map(one => one.message).join()).join(" | ")}`);
}"""
"""What axe finds."""
SMALL = """() => [...document.querySelectorAll('body *')].filter(element =>
  [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())
  && !element.closest('svg') && parseFloat(getComputedStyle(element).fontSize) < 12)
  .map(element => element.outerHTML.slice(0, 120)).slice(0, 3)"""


@pytest.fixture(scope="module")
def site(server: Embedded) -> Site:
    """Return a server with a scene for each kind of page."""
    return site_of(server)


@pytest.fixture(scope="module")
def axe(npm_path: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the source of axe, as its lock file pins it."""
    folder = tmp_path_factory.mktemp("axe") / "axe"
    shutil.copytree(Path(__file__).parent / "axe", folder)
    run(folder, npm_path, "ci", "--no-audit", "--no-fund", "--prefer-offline")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("visitor", ["strangers", "ada"])
def test_nobody_is_shut_out_of_any_page(
    site: Site, axe: str, opened: Opener, visitor: str, theme: str
) -> None:
    page = opened(color_scheme=theme, viewport=NARROW)
    if visitor == "ada":
        logged_in(page, f"{site.url}/")
    wrong = []
    for path in site.pages[visitor]:
        page.set_viewport_size(NARROW)
        page.goto(site.url + path)
        wrong += [f"{path}: too wide"] if page.evaluate(TOO_WIDE) else []
        wrong += [f"{path}: small text {each}" for each in page.evaluate(SMALL)]
        page.evaluate(axe)
        wrong += [f"{path}: {each}" for each in page.evaluate(AXE, RULES)]
        page.set_viewport_size(DESK)
        wrong += [f"{path}, desk: {each}" for each in page.evaluate(AXE, RULES)]
    assert not wrong, "\n".join(wrong)
