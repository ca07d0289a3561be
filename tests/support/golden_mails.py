"""Golden copies of mails, compared; or written anew, with `WRITE_MAILS=1`."""

import os
import re
import uuid
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from games.models import Game

FOLDER: Final = Path(__file__).parents[1] / "notifications" / "golden_mails"
LANGUAGES: Final = [code for code, _ in settings.LANGUAGES]
OPTIONS: Final[dict[str, Any]] = {"mode": "standard", "luminaries": "all", "rounds": 1}
CHANGING: Final = (
    (re.compile(r"\w+, \d{1,2}\.? \w+ 20\d\d, \d\d:\d\d"), "MOMENT"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "HEAD"),
    (re.compile(r"\bhost-[0-9a-f]{12}\b"), "HOST"),
    (re.compile(r"(?!0{8})[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"), "ID"),
    (re.compile(r"(/mails/\w+/)[\w:.-]+"), r"\1TOKEN"),
)
"""What differs from run to run: moments, hashes of events that hold them, hosts, ids, tokens."""
AS_HTML: Final = {
    *("called_off", "game_over", "invited", "season_begins", "season_moved", "season_your_turn"),
    *("together", "your_turn"),
}
"""Mails that together show each line of each HTML template. Text shows the words of all mails."""


@pytest.fixture
def same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let each game have the same id and seed, so that the same cards are dealt."""
    field = Game._meta.get_field("id")
    monkeypatch.setattr(field, "_get_default", lambda: uuid.UUID(int=7))
    monkeypatch.setattr("games.stream.dealer.new_seed", lambda: bytes(range(32)))


def check_message(name: str, language: str, message: EmailMultiAlternatives) -> None:
    """Compare a mail, if it is in `AS_HTML` its HTML, too, with its golden copies."""
    check(f"{name}.{language}.txt", f"Subject: {message.subject}\n\n{message.body}")
    if name in AS_HTML:
        ((html, _),) = message.alternatives
        check(f"{name}.{language}.html", str(html))


def check(name: str, text: str) -> None:
    """Compare a text with its golden copy, or write the copy."""
    for pattern, replacement in CHANGING:
        text = pattern.sub(replacement, text)
    path = FOLDER / name
    if os.environ.get("WRITE_MAILS") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8"), f"{name} has changed: see the head of this module."
