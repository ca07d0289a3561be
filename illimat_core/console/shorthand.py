"""Shorthand for actions, for people at a keyboard: ``harvest 5Wi SW 3Au 2Wi``.

The type comes first, abbreviated at will; then, in any order, the members it needs: cards
(the first one is played, several at once as ``2Wi+3Wi``), a field, a season, a number.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields

from illimat_core.actions import TYPES
from illimat_core.cards import DECK, FIELDS, LUMINARIES, SEASONS, Card
from illimat_core.console.suggestions import nearest
from illimat_core.errors import TypedInputError
from illimat_core.messages import ENGLISH, Language
from illimat_core.messages.language import FIELD_ARGUMENTS

_WORDS: Final = {
    word.lower(): (kind, word)
    for kind, words in (
        ("card", DECK),
        ("field", FIELDS),
        ("season", SEASONS),
        ("luminary", LUMINARIES),
        ("from", ("board",)),
    )
    for word in words
}
_MEMBERS: Final = {
    name: {member.encode_name: member.type for member in fields(kind)}
    for name, kind in TYPES.items()
}
"""The members of each type of action, and their kinds."""

Json = dict[str, Any]


def shorten(action: Mapping[str, Any], language: Language = ENGLISH) -> str:
    """Return an action's JSON form in shorthand; ``expand`` is the inverse."""
    members = {name: value for name, value in action.items() if name != "type"}
    for name in FIELD_ARGUMENTS & members.keys():
        members[name] = language.form("field", members[name])
    words = [str(action["type"])]
    if "cards" in members and "card" in _MEMBERS[words[0]]:
        words.append("+".join(members.pop("cards")))
    season_card = members.pop("season_card", None)
    for name in ("card", "give", "field", "value"):
        if name in members:
            words.append(str(members.pop(name)))
    for value in members.values():
        words += value if isinstance(value, list | tuple) else [str(value)]
    return " ".join([*words, *([f"season_card={season_card}"] if season_card else [])])


def expand(text: str, language: Language = ENGLISH) -> Json:
    """Return the JSON form of an action in shorthand; fields may have their names in a language.

    Raises ``ValueError`` for an unknown word. Missing members are left for the rules to refuse.
    """
    first, *words = text.split() or [""]
    named = {language.form("field", field).lower(): field for field in FIELDS}
    words = [named.get(word.lower(), word) for word in words]
    kind = _type_of(first)
    found: Json = {"type": kind}
    cards: list[list[str]] = []
    for word in words:
        if word.lower().startswith("season_card="):
            found["season_card"] = _card(word.partition("=")[2])
        elif word.isdecimal() and len(word) < 9:
            found[_number_member(kind)] = int(word)
        elif "+" in word:
            cards.append([_card(part) for part in word.split("+")])
        else:
            name, meant = _meaning(word)
            if name == "card":
                cards.append([meant])
            else:
                found[_field_member(kind) if name == "field" else name] = meant
    return found | _assign_cards(kind, cards)


def missing_members(action: Mapping[str, Any]) -> list[str]:
    kind = TYPES[action["type"]]
    return [
        each.encode_name
        for each in fields(kind)
        if each.required and each.encode_name not in action
    ]


def _type_of(word: str) -> str:
    """Return the type that a word abbreviates, if it is unambiguous or a whole name."""
    fitting = [name for name in TYPES if word and name.startswith(word.lower())]
    if len(fitting) == 1 or word.lower() in fitting:
        return fitting[0]
    if fitting:
        raise TypedInputError("typed.ambiguous", typed=repr(word), types=fitting)
    close = nearest(word, TYPES)
    if close:
        raise TypedInputError("typed.close_to_action", typed=repr(word), close=close)
    raise TypedInputError("typed.no_action", typed=repr(word))


def _meaning(word: str) -> tuple[str, str]:
    try:
        return _WORDS[word.lower()]
    except KeyError:
        raise TypedInputError("typed.no_word", typed=repr(word)) from None


def _card(word: str) -> str:
    name, card = _meaning(word)
    if name != "card":
        raise TypedInputError("typed.no_card", typed=repr(word))
    return card


def _assign_cards(kind: str, cards: list[list[str]]) -> Json:
    """Return cards by member: the first is played or given, the others are taken."""
    members = _MEMBERS[kind]
    if "cards" in members and "card" not in members:
        return {"cards": [card for group in cards for card in group]}
    if not cards:
        return {}
    played, rest = cards[0], [card for group in cards[1:] for card in group]
    first = "give" if "give" in members else "card"
    found: Json = {first: played[0]} if len(played) == 1 else {"cards": played}
    if members.get("take") is Card:
        # The rules refuse a list here, so that no card that was typed is lost.
        return found | ({"take": rest[0] if len(rest) == 1 else rest} if rest else {})
    return found | ({"take": rest} if rest or "take" in members else {})


def _number_member(kind: str) -> str:
    """Return the member that a number belongs to: a seat if the action has one, else the value."""
    return next((name for name in ("from", "of") if name in _MEMBERS[kind]), "value")


def _field_member(kind: str) -> str:
    return "summer" if "summer" in _MEMBERS[kind] else "field"
