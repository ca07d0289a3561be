"""Golden copies of mails, compared; or written anew, with `WRITE_MAILS=1`."""

import os
import re
import uuid
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings

from games.models import Game

FOLDER: Final = Path(__file__).parents[1] / "notifications" / "golden_mails"
LANGUAGES: Final = [code for code, _ in settings.LANGUAGES]
OPTIONS: Final[dict[str, Any]] = {"mode": "standard", "luminaries": "all", "rounds": 1}
CHANGING: Final = (
    (re.compile(r"\w+, \d{1,2}\.? \w+ 20\d\d, \d\d:\d\d"), "MOMENT"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HEAD"),
    (re.compile(r"\bhost-[0-9a-f]{12}\b"), "HOST"),
    (re.compile(r"(/mails/\w+/)[\w:.-]+"), r"\1TOKEN"),
)
"""What differs from run to run: moments, hashes of events that hold them, hosts, signatures."""


@pytest.fixture
def same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each game have the same id and seed, so that the same cards are dealt."""
    field = Game._meta.get_field("id")
    monkeypatch.setattr(field, "_get_default", lambda: uuid.UUID(int=7))
    monkeypatch.setattr("games.stream.dealer.new_seed", lambda: bytes(range(32)))


def check(name: str, text: str) -> None:
    """Compare a text with its golden copy, or write the copy."""
    for pattern, replacement in CHANGING:
        text = pattern.sub(replacement, text)
    path = FOLDER / name
    if os.environ.get("WRITE_MAILS") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{name} has changed: see the head of this module."
