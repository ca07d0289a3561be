"""Names that people type for leagues, seasons and teams: what is accepted, same, and shown.

A name is one line in which all can be seen. Older names may be otherwise; their stored form stays,
and code that reads a `NameField` gets them without what cannot be seen.
"""

import re
import unicodedata
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext

from leagues.isolation import Isolated, isolate

if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    CharField = models.CharField

NAME_LENGTH: Final = 60
KEY_LENGTH: Final = 18 * NAME_LENGTH
"""In characters: NFKC makes 18 of one (U+FDFA)."""
HIDDEN: Final = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""The categories of characters that no name has, except for joiners."""
JOINERS: Final = frozenset("\u200c\u200d")
"""What Persian and Indic words, and emoji of several parts, are written with."""
BLANK: Final = frozenset(
    "\u115f\u1160\u2800\u3164\uffa0"  # fillers of Hangul, the empty pattern of Braille
    "\U00013441\U00013442\U0001d159"  # blanks of hieroglyphs, the null notehead
)
"""Letters and symbols that cannot be seen."""
VISIBLE: Final = frozenset("LNPS")
"""The first letters of the categories of characters that can be seen by themselves."""
ARROWS: Final = frozenset("↔")
"""The only emoji behind a joiner that is not of category So."""
UNSEEN: Final = "?"
"""What is shown for an older name in which nothing can be seen; the same in all languages."""

# Unicode's Default_Ignorable_Code_Point, without the characters of HIDDEN and BLANK
_IGNORABLE: Final = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))  # of the skin, behind an emoji


class ReadName(Isolated):
    """A name as it is shown, and as it is stored."""

    stored: str


class NameField(CharField):
    """A column of names, which are read as they are shown, and isolated in HTML.

    Saving a row does not rewrite a name that was read from it.
    """

    def deconstruct(self) -> Any:
        """Return the field as migrations see it: as the plain column that it is."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        if not value:
            return value
        shown = isolate(show_name(value) or ("" if self.blank else UNSEEN))
        read = ReadName(shown)
        read.html, read.stored = shown.html, value
        return read

    def get_prep_value(self, value: Any) -> Any:
        """Return what is stored of a name: of one that was read, what was stored before."""
        return super().get_prep_value(stored_name(value))


def stored_name(value: Any) -> Any:
    """Return the stored form of a name that was read; anything else unchanged."""
    return value.stored if isinstance(value, ReadName) else value


def read_name(typed: str) -> str:
    """Return a name that somebody typed, in which runs of spaces are one space.

    Raises ValidationError for one that is not a line in which all can be seen.
    """
    shown = show_name(typed)
    if not shown:
        raise ValidationError(
            gettext("Type a name in which at least one character can be seen."), "name_unseen"
        )
    spaced = "".join(" " if unicodedata.category(each) == "Zs" else each for each in typed)
    name = " ".join(each for each in spaced.split(" ") if each)
    if shown != name:
        refusal = gettext(
            "Leave out line breaks and invisible characters, such as {code}. If you cannot find "
            "it, type the name anew instead of pasting it."
        )
        code = f"U+{ord(_first_hidden(shown, name)):04X}"
        raise ValidationError(refusal.format(code=code), "name_hidden")
    return name


def show_name(stored: str) -> str:
    """Return a name as it is shown: in one line, without what it may not have.

    Empty if nothing in it can be seen.
    """
    shown = " ".join(_without_loose_joiners(_without_hidden(stored)).split())
    return shown if any(map(_is_visible, shown)) else ""


def name_key(name: str) -> str:
    """Return what two names share that are the same, however they are written.

    This is Unicode's compatibility caseless matching, without what cannot be seen.
    """
    seen = (each for each in _without_hidden(name) if each not in JOINERS | BLANK)
    key = unicodedata.normalize("NFD", _IGNORABLE.sub("", "".join(seen)))
    for _ in range(2):
        key = unicodedata.normalize("NFKC", key.casefold())
    return " ".join(key.split())


def _first_hidden(shown: str, name: str) -> str:
    """Return the first character of a name that differs from what is shown of it."""
    pairs = zip_longest(name, shown)
    return next(there for there, seen in pairs if there != seen)


def _without_hidden(text: str) -> str:
    return "".join(
        each
        for each in text
        if each.isspace() or each in JOINERS or unicodedata.category(each) not in HIDDEN
    )


def _without_loose_joiners(text: str) -> str:
    """Return a text with joiners between letters or emoji only, without marks in between."""
    kept = ""
    for each, following in zip_longest(text, text[1:], fillvalue=""):
        if each not in JOINERS or (_joins(following) and _joins(_base(kept))):
            kept += each
    return kept


def _base(text: str) -> str:
    """Return the last character of a text that is no mark on the one before it; empty if none."""
    marked = (each for each in reversed(text) if each not in _TONES)
    return next((each for each in marked if unicodedata.category(each)[0] != "M"), "")


def _joins(each: str) -> bool:
    """Return whether a character is a letter or emoji; empty is none."""
    if not each or each in BLANK:
        return False
    category = unicodedata.category(each)
    return category[0] == "L" or category == "So" or each in ARROWS


def _is_visible(each: str) -> bool:
    return unicodedata.category(each)[0] in VISIBLE and each not in BLANK
