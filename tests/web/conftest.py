"""The people who look at the pages, and the server and browsers with which they do."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from accounts.models import User
from tests.support.browsing import FLAGS, MISSING, SOON, Opener
from tests.support.programs import Embedded

expect.set_options(timeout=SOON)


@pytest.fixture
def people(db: None) -> list[User]:
    return [
        User.objects.create_user(handle, f"{handle}@example.org", "wheat-and-rye-7")
        for handle in ("ada", "bob", "cy")
    ]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    """Return a running server, which writes mails to a folder, and which must end cleanly."""
    program = Embedded(tmp_path_factory.mktemp("server"), migrated)
    try:
        program.start()
        yield program
        program.stop()
    finally:
        program.kill()


@pytest.fixture(scope="module")
def playwright(server: Embedded) -> Iterator[Playwright]:
    """Return what starts browsers; they are closed before the server stops."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="module")
def browser(chromium_path: str, playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opener]:
    """Return what opens pages of a browser; they must report no errors but what is not there.

    That is a lost network, or the page `MISSING`.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def note(each: ConsoleMessage) -> None:
        if each.type in {"error", "warning"}:
            complaints.append(f"{each.text} {each.location['url']}")

    def open_(**how: Any) -> Page:
        contexts.append(browser.new_context(**how))
        contexts[-1].set_default_timeout(SOON)
        page = contexts[-1].new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_
    for each in contexts:
        each.close()
    own = [each for each in complaints if not each.endswith(MISSING) and "net::ERR" not in each]
    assert own == []
