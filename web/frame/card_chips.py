"""Cards as small signs within the sentences of a page, which are read out in words."""

import re
from functools import lru_cache
from typing import Any, Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from illimat_core.cards import ORDER, SUIT, Card
from illimat_core.messages import Language
from illimat_core.messages.language import Form
from illimat_core.picture import suit_piece

CARDS: Final = ("card", "card accusative", "card dative", "card name")
"""The forms in which languages write a card."""
BEGIN, MIDDLE, END = "\ue000", "\ue001", "\ue002"
MARKED: Final = re.compile(f"{BEGIN}([^{MIDDLE}]*){MIDDLE}([^{END}]*){END}")


def chip(card: Card, words: str) -> SafeString:
    """Return a card as a small sign; `words` are what is read out in its place."""
    suit = SUIT[card]
    return format_html(
        '<span class="chip {}"><span class="vh">{}</span>'
        '<span aria-hidden="true">{}{}</span></span>',
        suit,
        words,
        card.removesuffix(suit),
        mark_safe(suit_piece(card)),  # noqa: S308 - our own
    )


@lru_cache
def marking(language: Language) -> Language:
    """Return a language that marks the cards in its sentences, for `with_chips`."""
    spelled = language.spelled
    return spelled.written(
        {name: _marked(spelled.forms[name]) for name in CARDS if name in spelled.forms}
    )


def _marked(form: Form) -> Form:
    def write(language: Language, card: Any) -> str:
        return f"{BEGIN}{card}{MIDDLE}{form(language, card)}{END}"

    return write


def with_chips(sentence: str) -> SafeString:
    """Return a sentence as HTML, with the cards that `marking` has marked as signs."""
    return mark_safe(MARKED.sub(_drawn, escape(sentence)))  # noqa: S308 - escaped


def _drawn(found: re.Match[str]) -> str:
    code, words = found.groups()
    return chip(Card(code), mark_safe(words)) if code in ORDER else words  # noqa: S308 - escaped
