"""Texts with names that people typed, which HTML isolates from the text around them.

A name may run from right to left. Without `<bdi>`, it would take the digits and signs beside it
along.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from illimat_core.messages import capitalize

FIRST_LETTER: Final = re.compile(r"(?<=^<bdi>).|^[^<]")
"""In HTML, also that of an isolated name; an escaped sign begins with no letter."""


class Isolated(str):
    """A plain text that templates of HTML show in another form, in which names are isolated.

    What Python makes of it, such as by `format` or `join`, is plain: `fill` and `join` keep both.
    """

    html: SafeString

    def __html__(self) -> SafeString:
        return self.html


def isolated(text: str, html: SafeString) -> Isolated:
    made = Isolated(text)
    made.html = html
    return made


def plain(text: str) -> Isolated:
    """Return a text in which nothing needs to be isolated."""
    return isolated(text, conditional_escape(text))


def isolate(name: str) -> Isolated:
    return isolated(str(name), format_html("<bdi>{}</bdi>", str(name)))


def fill(words: str, **values: Any) -> Isolated:
    """Fill the placeholders of a sentence; names in it stay isolated."""
    escaped = conditional_escape(words)
    return isolated(words.format(**values), format_html(escaped, **values) if values else escaped)


def begin(sentence: Isolated) -> Isolated:
    """Begin a sentence with a capital, also if that is the first letter of an isolated name."""
    html = FIRST_LETTER.sub(lambda found: found[0].upper(), sentence.html)
    return isolated(capitalize(sentence), mark_safe(html))  # noqa: S308 - only a letter differs


def join(separator: str, texts: Iterable[str]) -> Isolated:
    """Join texts; names in them stay isolated."""
    parts = list(texts)
    html = format_html_join(separator, "{}", ((part,) for part in parts))
    return isolated(separator.join(parts), html)
