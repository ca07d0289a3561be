"""Every form takes and refuses what it took and refused before, and looks as it did then.

After a change that is meant, `WRITE_FORMS=1 .venv/bin/python -m pytest tests/web/test_recorded.py`
writes the files of `tests/web/recorded` anew; what differs is to be read.
"""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from django.test import Client

from accounts.models import User
from leagues.models import Season
from leagues.running import lifecycle
from tests.support.api_seasons import in_days
from tests.support.pages import browser_of
from tests.support.season_acts import LONG_AGO, Scene, declared
from tests.web.recording import recorded
from tests.web.scenes import NAMES, scenes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
GAME: Final = re.compile("/games/[0-9a-f-]{36}(/table)?")
MEANT: Final = (
    "A form takes, refuses or shows something else. If that is meant, run WRITE_FORMS=1 "
    ".venv/bin/python -m pytest tests/web/test_recorded.py and read git diff tests/web/recorded."
)
FILES: Final = Path(__file__).with_name("recorded")


def of_seasons() -> Iterator[tuple[Client, list[str]]]:
    """Yield browsers and pages of leagues, in which everything can be done."""
    scene = Scene()

    def page(path: str) -> str:
        return path.removeprefix("/api/v1")

    league, empty, past, draft, opened, running = map(
        page, (scene.league, scene.empty, scene.past, scene.draft, scene.open, scene.running)
    )
    rulings = f"{running}/rulings"
    tables = [f"{running}/tables/{each['id']}" for each in (scene.own, scene.over)]
    boss = browser_of(scene.boss.user)
    yield (
        boss,
        [
            *("/leagues/new", league, f"{league}/organise", f"{league}/seasons/new"),
            *(empty, f"{empty}/organise", f"{empty}/seasons/new"),
            *(past, f"{past}/organise", draft, f"{draft}/organise", f"{draft}/change"),
            *(opened, f"{opened}/organise?plan=1", f"{opened}/entrants/{scene.registered}"),
            *(running, f"{running}/organise", f"{running}/entrants/{scene.gone}"),
            *(f"{running}/entrants/{scene.removed}?withdraw=1", *tables),
            *(rulings, f"{rulings}/{scene.ruling}", f"{running}/messages"),
        ],
    )
    for who in (scene.mate, scene.waits, scene.new):
        yield browser_of(who.user), [league, opened, running, *tables]
    for who in (scene.entered, scene.offered, scene.invited):
        yield browser_of(who.user), [league, opened]
    Season.objects.filter(pk=opened.rpartition("/")[2]).update(asks_at=LONG_AGO)
    lifecycle.sweep()
    yield browser_of(scene.entered.user), [opened]
    yield boss, [opened]
    own = {"kind": "bank", "initial": 90000, "increment": 3600, "cap": 180000}
    odd = {"kind": "per_decision", "time": 4000}
    for number, clock in enumerate((own, odd)):
        wish = declared(300 + 100 * number, registration_opens_at=in_days(250))
        luminaries = ["rake", "river", "forest_queen", "audience"]
        options = {"mode": "standard", "luminaries": luminaries}
        wish["rules"] = {"clock": clock, "options": options, "format": "groups", "at_table": 3}
        made = scene.boss.post(f"{scene.empty}/seasons", wish)
        assert made.status_code == 201, made.content
        yield boss, [f"/seasons/{made.json()['id']}/change"]
    teams = declared(500, registration_opens_at=in_days(-1))
    teams["rules"] = {
        "format": "groups",
        "partners": True,
        "at_table": 2,
        "options": {"mode": "teams"},
    }
    made = scene.boss.post(f"{scene.empty}/seasons", teams)
    assert made.status_code == 201, made.content
    lifecycle.sweep()
    yield browser_of(scene.new.user), [f"/seasons/{made.json()['id']}"]


def of_games() -> Iterator[tuple[Client, list[str]]]:
    """Yield browsers and pages of games and of their settings."""
    addresses = scenes(NAMES)
    left = re.compile("/accounts/|/no-such-page|.*/replay$")
    own = [path for path in addresses["ada"] if not left.match(path)]
    yield browser_of(User.objects.get(handle="ada")), list(dict.fromkeys(own))
    yield Client(), [path for path in addresses["strangers"] if path.startswith("/mails/")]
    games = [path for path in own if GAME.fullmatch(path)]
    for handle in ("bob", "cy"):
        yield browser_of(User.objects.get(handle=handle)), games


@pytest.mark.parametrize("scene", [of_seasons, of_games])
def test_every_form_is_as_recorded(
    scene: Callable[[], Iterator[tuple[Client, list[str]]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, list[str]] = {}
    blocks = [
        block for browser, paths in scene() for block in recorded(browser, paths, told, monkeypatch)
    ]
    found = "\n\n".join(blocks) + "\n"
    file = FILES / f"{scene.__name__}.txt"
    if os.environ.get("WRITE_FORMS") == "1":
        file.write_text(found, encoding="utf-8")
    assert found == file.read_text(encoding="utf-8"), MEANT
