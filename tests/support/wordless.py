"""A language without words, of the core and of the site: only arguments are left of each message.

What else is left of a text in it did not come from the catalogue.
"""

import re
from gettext import NullTranslations
from html.parser import HTMLParser
from string import Formatter
from typing import Any, Final

import pytest
from django.test import Client
from django.utils.translation import check_for_language, trans_real
from pytest_django import Settings
from typing_extensions import override

from illimat_core.actions import TYPES
from illimat_core.cards import DECK, ORDER
from illimat_core.messages import ENGLISH, LANGUAGES, YOU, Language
from illimat_core.modes import MODES


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


CODE: Final = "xx"
ARGUMENT: Final = re.compile(r"%\(\w+\)[a-z]|%[sd]|\{\w*\}")
SPOKEN: Final = {"alt", "aria-label", "placeholder", "title"}
"""The attributes of HTML that people read."""


class Wordless(NullTranslations):
    """Django's catalogue of the language; it has every message."""

    @override
    def gettext(self, message: str) -> str:
        """Return the arguments of a message."""
        return " ".join(ARGUMENT.findall(message))

    @override
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the arguments of a message's plural."""
        return self.gettext(msgid2)

    def to_language(self) -> str:
        return CODE


def add_wordless(settings: Settings, patch: pytest.MonkeyPatch) -> str:
    """Add the language to those of the server and of the core, and return its code."""
    check_for_language("en")  # Django keeps the first function that it finds under this name
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "Wordless")]  # Django drops its caches
    patch.setattr(trans_real, "check_for_language", lambda code: code in {"en", CODE})
    patch.setitem(vars(trans_real)["_translations"], CODE, Wordless())
    patch.setitem(LANGUAGES, CODE, WORDLESS)
    return CODE


class Spoken(HTMLParser):
    """Collects what a reader of HTML sees or hears."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.in_style = False
        self.feed(html)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes that people read."""
        named = dict(attrs)
        self.in_style = tag == "style"
        self.texts += [value for name, value in attrs if name in SPOKEN and value]
        if tag == "input" and named.get("type") in {"submit", "button"}:
            self.texts.append(named.get("value") or "")

    @override
    def handle_data(self, data: str) -> None:
        if not self.in_style:
            self.texts.append(data)


def spoken(html: str) -> str:
    """Return the texts of a page or mail that people read."""
    return " ".join(Spoken(html).texts)


NOT_WORDS = re.compile(
    rf"\b((?i:ada|bob|cy)|UTC|host-\w+|{'|'.join(MODES)}|[0-9a-f]{{12,}}|html)\b"
)

KEYS = re.compile(r'<kbd>\w+</kbd>|<span aria-hidden="true">[FNQK](?=<)')  # and ranks of cards

ADDRESS = re.compile(r"\S+@example.org|(?:http:)?/\S+|\b[0-9a-f]{8}-[0-9a-f-]{27}\b")


def words_of(browser: Client, path: str, language: str, **form: Any) -> list[str]:
    """Return the words of a page other than names, addresses, codes and keys."""
    send = browser.post if form else browser.get
    page = send(path, form, headers={"Accept-Language": language}, follow=True)
    assert page.headers["Content-Language"] == language
    html = page.content.decode()
    assert f'<html lang="{language}">' in html
    return words_in(NOT_WORDS.sub("", ADDRESS.sub("", spoken(KEYS.sub("", html)))))
