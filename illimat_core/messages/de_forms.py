"""German: the forms, with the grammar of articles, cases and lists.

A form without a case is in the nominative. A language needs only the cases that its sentences use:
the names of luminaries appear in no sentence in the dative.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from illimat_core.messages.en_forms import join_and, name_luminary
from illimat_core.messages.language import YOU, Form, Language, Reader, capitalize

NOUNS: Final = {
    "cards": ("Karte", "Karten"),
    "days": ("Tag", "Tage"),
    "hidden cards": ("verdeckten Karte", "verdeckten Karten"),  # in the dative: "auf 2 verdeckten"
    "okuses": ("Okus", "Okusse"),
    "players": ("Person", "Personen"),
    "points": ("Punkt", "Punkte"),
    "rounds": ("Runde", "Runden"),
}
"""The nouns that can be counted, in the singular and the plural."""
ARTICLES: Final[dict[str, dict[str, str]]] = {
    "nominative": {},
    "accusative": {"der": "den"},
    "dative": {"der": "dem", "die": "der"},
}
"""The articles that change in a case, by those of the nominative."""
WEAK: Final = {"Astronom": "Astronomen", "Narr": "Narren"}
"""The nouns with an ending of their own in all cases but the nominative."""
MASCULINE: Final = frozenset("FNK")
"""The ranks with the article *der*; the Queen and all numbers have *die*."""

join: Final = partial(join_and, link=" und ", you="du")


def decline(name: str, case: str) -> str:
    """Return a name with its article in a case: ``der Narr`` becomes ``den Narren``."""
    article, noun = name.split(" ", 1)
    if case != "nominative":
        noun = WEAK.get(noun, noun)
    return f"{ARTICLES[case].get(article, article)} {noun}"


def name_card(language: Language, card: str) -> str:
    """Return a card in words, without its article: ``Narr des Winters``."""
    rank, suit = card[:-2], card[-2:]
    rank = language.words.get(f"rank.{rank}", rank)
    return language.say("card.name", rank=rank, suit=language.say(f"suit.{suit}"))


def _spelled_card(language: Language, card: str, case: str) -> str:
    rank, suit = card[:-2], card[-2:]
    article = "der" if rank in MASCULINE else "die"
    declined = decline(f"{article} {language.words.get(f'rank.{rank}', rank)}", case)
    return language.say("card.name", rank=declined, suit=language.say(f"suit.{suit}"))


def _form_cards(language: Language, cards: Sequence[str], form: str = "card") -> list[str]:
    return [language.form(form, card) for card in cards]


def _cards(language: Language, cards: Sequence[str], form: str) -> str:
    return join(language, _form_cards(language, cards, form))


def _groups(language: Language, groups: Sequence[Sequence[str]]) -> str:
    return " | ".join(" + ".join(_form_cards(language, group)) for group in groups)


def _spelled_groups(language: Language, groups: Sequence[Sequence[str]]) -> str:
    return "; ".join(join(language, _form_cards(language, group)) for group in groups)


def _spelled_piles(language: Language, groups: Sequence[Sequence[str]]) -> str:
    return "; ".join(" + ".join(name_card(language, card) for card in group) for group in groups)


def _have(language: Language, names: Sequence[str | Reader]) -> str:
    if YOU in names:
        verb = "hast" if len(names) == 1 else "habt"
    else:
        verb = "hat" if len(names) == 1 else "haben"
    return f"{join(language, names)} {verb}"


def _name(_: Language, name: str | Reader, you: str) -> str:
    return you if name is YOU else str(name)


def _count(_: Language, number: int, nouns: tuple[str, str]) -> str:
    return f"{number} {nouns[number != 1]}"


def _luminary(language: Language, luminary: str, case: str) -> str:
    return decline(name_luminary(language, luminary), case)


def _label_luminary(language: Language, luminary: str) -> str:
    """Return the name of a luminary without its article: ``Waldkönigin``."""
    return capitalize(name_luminary(language, luminary).split(" ", 1)[1])


FORMS: Final[dict[str, Form]] = {
    "list": lambda _, words: ", ".join(map(str, words)),
    "and": join,
    "and accusative": partial(join, you="dich"),
    "or": partial(join_and, link=" oder "),
    "card": lambda _, card: str(card),
    "card accusative": lambda _, card: str(card),
    "card dative": lambda _, card: str(card),
    "card name": name_card,
    "cards": partial(_cards, form="card"),
    "cards accusative": partial(_cards, form="card accusative"),
    "cards dative": partial(_cards, form="card dative"),
    "row": lambda _, cards: " ".join(cards),
    "row accusative": lambda _, cards: " ".join(cards),
    "groups": _groups,
    "piles": lambda _, groups: " | ".join(map(" ".join, groups)),
    "spelled piles": _spelled_piles,
    "have": _have,
    "accusative": partial(_name, you="dich"),
    "dative": partial(_name, you="dir"),
    "semicolons": lambda _, parts: "; ".join(parts),
    "luminary": name_luminary,
    "luminary label": _label_luminary,
    "luminary accusative": partial(_luminary, case="accusative"),
    "Luminary": lambda language, luminary: capitalize(name_luminary(language, luminary)),
    "season": lambda language, season: language.say(f"season.{season}"),
    "field": lambda language, field: language.say(f"field.{field}"),
    "signed": lambda _, number: f"{number:+d}",
    "number": lambda _, number: f"{number:,}".replace(",", "."),
    "decimal": lambda _, number: str(number).replace(".", ","),
    **{f"n {name}": partial(_count, nouns=nouns) for name, nouns in NOUNS.items()},
}

SPELLED: Final[dict[str, Form]] = {
    "groups": _spelled_groups,
    "card": partial(_spelled_card, case="nominative"),
    "card accusative": partial(_spelled_card, case="accusative"),
    "card dative": partial(_spelled_card, case="dative"),
    "row": lambda language, cards: ", ".join(_form_cards(language, cards)),
    "row accusative": partial(_cards, form="card accusative"),
}
"""The forms that differ where cards are written in words."""
