"""The pages in a real browser, on a real server."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect, sync_playwright

from tests.programs import Embedded

PASSWORD = "wheat-and-rye-7"
PHONE = {"width": 360, "height": 740}
FLAGS = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CONTRAST = """() => {
  const luminance = colour => {
    const parts = colour.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const paper = luminance(getComputedStyle(document.body).backgroundColor);
  return Math.min(...[...document.querySelectorAll('main *, header *, footer *')].map(element => {
    const ink = luminance(getComputedStyle(element).color);
    return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
  }));
}"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the URL of a private game of ada and bob at a running server."""
    server = Embedded(tmp_path_factory.mktemp("server"))
    with server.running():
        seeded = subprocess.run(
            [sys.executable, "-m", "tests.web.seed"],
            env=server.environment | {"DJANGO_SETTINGS_MODULE": "config.settings.local"},
            cwd=settings.BASE_DIR,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        yield f"{server.url}/games/{seeded.stdout.strip()}"


@pytest.fixture(params=["light", "dark"])
def page(chromium_path: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """Return a browser page as on a phone, without scripts; it must report no errors."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
        context = browser.new_context(
            viewport=PHONE,  # type: ignore[arg-type]  # a TypedDict
            java_script_enabled=False,
            color_scheme=request.param,
        )
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        yield opened
        browser.close()
    assert [text for text in complaints if "404" not in text] == []


def test_a_player_logs_in_and_sees_the_own_hand(page: Page, game: str) -> None:
    page.goto(game)  # the game is private: log-in comes first, then leads back
    expect(page.get_by_role("heading", level=1)).to_have_text("Log in")
    page.locator("input[name=login]").fill("ada@example.org")
    page.locator("input[name=password]").fill(PASSWORD)
    page.locator("main button[type=submit]").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("ada, bob")
    expect(page.get_by_role("region", name="Your hand").get_by_role("listitem")).to_have_count(4)
    expect(page.get_by_role("region", name="SW")).to_be_visible()
    expect(page.get_by_role("table", name="Score").get_by_role("row")).to_have_count(3)
    fits = "document.documentElement.scrollWidth <= innerWidth"
    assert page.evaluate(fits)
    assert page.evaluate(CONTRAST) >= 4.5  # WCAG 2.2, 1.4.3
    page.goto(game.partition("/games/")[0])
    page.get_by_role("link", name="ada, bob").first.click()
    expect(page).to_have_url(game)
