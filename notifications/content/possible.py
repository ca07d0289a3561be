"""What a seat can do, in short sentences made of its menu."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy, ngettext

from illimat_core.cards import FieldId
from illimat_core.menu_entries import Menu, MenuPlay
from illimat_core.messages import Language
from illimat_core.words.board import card_name

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SHOWN: Final = 10  # sentences
ACTS: "Final[dict[str, StrOrPromise]]" = {
    "harvest": gettext_lazy("harvest in {fields}"),
    "stockpile": gettext_lazy("make a stockpile in {fields}"),
    "sow": gettext_lazy("sow in {fields}"),
}


def describe_plays(menu: Menu, language: Language) -> list[str]:
    """Return a sentence for each card that can be played, at most SHOWN and one about the rest.

    Cards that can only be sown share a sentence.
    """
    found: dict[tuple[str, ...], dict[str, list[FieldId]]] = defaultdict(lambda: defaultdict(list))
    for play in menu.plays:
        for act in _acts(play):
            found[tuple(play.cards)][act].append(play.field)
    alike: dict[str, list[str]] = defaultdict(list)
    for cards, fields in found.items():
        name = " + ".join(card_name(card, language) for card in cards)
        alike[_sentence(fields, language)].append(name)
    sentences = [f"{', '.join(names)}: {can}" for can, names in alike.items()]
    return _cut(sentences)


def _acts(play: MenuPlay) -> Iterator[str]:
    if play.harvest:
        yield "harvest"
    if play.stockpile:
        yield "stockpile"
    if play.sow:
        yield "sow"


def _sentence(fields: dict[str, list[FieldId]], language: Language) -> str:
    parts = [
        str(words).format(
            fields=language.form("or", [language.form("field", field) for field in fields[act]])
        )
        for act, words in ACTS.items()
        if act in fields
    ]
    return language.form("semicolons", parts)


def _cut(sentences: Sequence[str]) -> list[str]:
    rest = len(sentences) - SHOWN
    if rest <= 0:
        return list(sentences)
    more = ngettext("and {count} more choice", "and {count} more choices", rest)
    return [*sentences[:SHOWN], more.format(count=rest)]
