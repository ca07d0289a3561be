"""English: the forms, with the grammar of lists and plurals."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from illimat_core.messages.language import YOU, Form, Language, Reader, capitalize

NOUNS: Final = {
    "cards": "card",
    "days": "day",
    "hidden cards": "hidden card",
    "okuses": "okus",
    "players": "player",
    "points": "point",
    "rounds": "round",
}
"""The nouns that can be counted, in the plural and the singular."""


def join_and(
    _: Language, words: Sequence[str | Reader], link: str = " and ", you: str = "you"
) -> str:
    """Return ``a``, ``a and b`` or ``a, b and c``; ``you`` is written for the reader."""
    *most, last = [you if word is YOU else word for word in words]
    return f"{', '.join(most)}{link}{last}" if most else last


def name_luminary(language: Language, luminary: str) -> str:
    """Return the name of a luminary within a sentence: ``the Forest Queen``."""
    return language.say(f"{luminary}.name")


def label_luminary(language: Language, luminary: str) -> str:
    """Return the name of a luminary as a label, without its article: ``Forest Queen``."""
    return name_luminary(language, luminary).removeprefix("the ")


def count_nouns(_: Language, number: int, nouns: str) -> str:
    """Return ``1 card`` or ``2 cards``."""
    return f"{number} {NOUNS[nouns] if number == 1 else nouns}"


def name_card(language: Language, card: str) -> str:
    """Return a card in words: ``5 of Winter``."""
    rank, suit = card[:-2], card[-2:]
    rank = language.words.get(f"rank.{rank}", rank)
    return language.say("card.name", rank=rank, suit=language.say(f"suit.{suit}"))


def _form_cards(language: Language, cards: Sequence[str]) -> list[str]:
    return [language.form("card", card) for card in cards]


def _have(language: Language, names: Sequence[str | Reader]) -> str:
    verb = "have" if len(names) > 1 else language.format_field(list(names), "has|have")
    return f"{join_and(language, names)} {verb}"


def _groups(language: Language, groups: Sequence[Sequence[str]]) -> str:
    return " | ".join(" + ".join(_form_cards(language, group)) for group in groups)


def _spelled_groups(language: Language, groups: Sequence[Sequence[str]]) -> str:
    return ", and ".join(join_and(language, _form_cards(language, group)) for group in groups)


def _spelled_piles(language: Language, groups: Sequence[Sequence[str]]) -> str:
    return "; ".join(" + ".join(name_card(language, card) for card in group) for group in groups)


FORMS: Final[dict[str, Form]] = {
    "list": lambda _, words: ", ".join(map(str, words)),
    "and": join_and,
    "or": partial(join_and, link=" or "),
    "card": lambda _, card: str(card),
    "card name": name_card,
    "cards": lambda language, cards: join_and(language, _form_cards(language, cards)),
    "row": lambda language, cards: " ".join(_form_cards(language, cards)),
    "groups": _groups,
    "piles": lambda _, groups: " | ".join(map(" ".join, groups)),
    "spelled piles": _spelled_piles,
    "have": _have,
    "possessive": lambda _, name: "your" if name is YOU else f"{name}'s",
    "semicolons": lambda _, parts: "; ".join(parts),
    "luminary": name_luminary,
    "luminary label": label_luminary,
    "Luminary": lambda language, luminary: capitalize(name_luminary(language, luminary)),
    "season": lambda language, season: language.say(f"season.{season}"),
    "field": lambda language, field: language.say(f"field.{field}"),
    "signed": lambda _, number: f"{number:+d}",
    "number": lambda _, number: f"{number:,}",
    **{f"n {nouns}": partial(count_nouns, nouns=nouns) for nouns in NOUNS},
}

SPELLED: Final[dict[str, Form]] = {
    "groups": _spelled_groups,
    "card": lambda language, card: f"the {name_card(language, card)}",
    "row": lambda language, cards: ", ".join(_form_cards(language, cards)),
}
"""The forms that differ where cards are written in words."""
