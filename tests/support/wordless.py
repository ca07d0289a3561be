"""A language without words: what is left of a text in it did not come from the catalogue."""

import re
from string import Formatter
from typing import Any, Final

from illimat_core.actions import TYPES
from illimat_core.cards import DECK, ORDER
from illimat_core.messages import ENGLISH, YOU, Language


def bare(sentence: str) -> str:
    """Return a sentence reduced to its arguments."""
    parts = [
        (name, form)
        for _, name, form, _ in Formatter().parse(sentence)
        if name and "|" not in str(form)
    ]
    return " ".join(f"{{{name}:{form}}}" if form else f"{{{name}}}" for name, form in parts)


def leaves(language: Language, value: Any) -> str:
    """Return the leaves of a value; the reader is written in words, of which there are none."""
    if value is YOU:
        return ""
    if isinstance(value, list | tuple):
        return " ".join(leaves(language, part) for part in value)
    return language.form("card", value) if value in ORDER else str(value)


WORDLESS: Final = Language(
    "x-wordless",
    {key: bare(sentence) for key, sentence in ENGLISH.words.items()},
    dict.fromkeys(ENGLISH.forms, leaves)
    | {"field": lambda *_: ""}
    | {
        name: ENGLISH.forms[name]
        for name in ("luminary", "Luminary", "season", "card", "card name")
    },
    {"card": ENGLISH.forms["card name"]},
)
"""A language without words: what is left of a text in it did not come from the catalogue."""
CODES: Final = re.compile(
    rf"\b({'|'.join([*DECK, *TYPES, 'season', 'season_card', 'value', 'take'])})\b"
)


def words_in(text: str) -> list[str]:
    """Return the words of a text other than the codes of cards and actions."""
    return re.findall(r"[A-Za-z]+", CODES.sub("", text))
