"""The page of a game is light, and nothing of it comes from elsewhere."""

import gzip
import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from accounts.models import User
from tests.notifications.table import ServiceGame
from tests.web.conftest import browser_of

MOST = 90_000  # bytes of a first visit, compressed
OURS = re.compile(r'(?:href|src)="/static/([^"]+\.(?:css|js|svg|woff2))"')
IMPORTED = re.compile(r'(?:from|import) "\./([^"]+)"')


def asset(path: str) -> bytes:
    """Return a static file."""
    found = finders.find(path)
    assert found, path
    with open(found, "rb") as file:
        return file.read()


def loaded(page: str) -> dict[str, bytes]:
    """Return the static files that a page loads, with what their modules import."""
    waiting, files = OURS.findall(page), dict[str, bytes]()
    while waiting:
        path = waiting.pop()
        if path not in files:
            files[path] = asset(path)
            folder = path.rpartition("/")[0]
            names = IMPORTED.findall(files[path].decode()) if path.endswith(".js") else []
            waiting += [f"{folder}/{name}" for name in names]
    return files


@pytest.mark.django_db
def test_a_first_visit_to_a_game_loads_little(people: list[User]) -> None:
    assert settings.STATIC_URL == "/static/"
    table = ServiceGame(people, mode="standard", luminaries="all")
    for number in range(40):
        table.play(number)
    page = browser_of(table.awaited).get(f"/games/{table.id}").content
    files = loaded(page.decode())
    assert {"web/play/play.js", "web/play/parts.js", "web/font/grenze-800.woff2"} <= set(files)
    weights = [len(gzip.compress(each)) for each in (page, *files.values())]
    assert sum(weights) <= MOST
    elsewhere = re.findall(r'(?:src|href)="https?://[^"]*"', page.decode())
    assert elsewhere == []
