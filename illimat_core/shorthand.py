"""Actions in few words, for people at a keyboard: ``harvest 5Wi SW 3Au 2Wi``.

The type comes first, by as many letters as tell it apart; then, in any order, what it needs: cards
(the first one is played, several at once as ``2Wi+3Wi``), a field, a season, a number.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields

from illimat_core.actions import TYPES
from illimat_core.cards import DECK, FIELDS, LUMINARIES, SEASONS
from illimat_core.suggesting import nearest

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
"""The members of each type of action, and what they are."""

Json = dict[str, Any]


def shorten(action: Mapping[str, Any]) -> str:
    """An action's JSON form in few words; ``expand`` makes the same of them again."""
    members = {name: value for name, value in action.items() if name != "type"}
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


def expand(text: str) -> Json:
    """The JSON form of an action in few words.

    Raises ``ValueError`` for a word that means nothing here. What is missing is for the rules to
    say.
    """
    first, *words = text.split() or [""]
    kind = _type_of(first)
    found: Json = {"type": kind}
    cards: list[list[str]] = []
    for word in words:
        if word.lower().startswith("season_card="):
            found["season_card"] = _card(word.partition("=")[2])
        elif word.isdecimal() and len(word) < 9:
            found[_number_of(kind)] = int(word)
        elif "+" in word:
            cards.append([_card(part) for part in word.split("+")])
        else:
            name, meant = _meaning(word)
            if name == "card":
                cards.append([meant])
            else:
                found[_field_of(kind) if name == "field" else name] = meant
    return found | _with_cards(kind, cards)


def _type_of(word: str) -> str:
    """The type that a word begins, if it is one alone or the whole of one."""
    fitting = [name for name in TYPES if word and name.startswith(word.lower())]
    if len(fitting) == 1 or word.lower() in fitting:
        return fitting[0]
    if fitting:
        raise ValueError(f"{word!r} may be {' or '.join(fitting)}; type some more of it.")
    close = nearest(word, TYPES)
    hint = f" Did you mean {close}?" if close else ""
    raise ValueError(f"{word!r} is no action.{hint}")


def _meaning(word: str) -> tuple[str, str]:
    try:
        return _WORDS[word.lower()]
    except KeyError:
        raise ValueError(
            f"{word!r} is no card (like 5Wi or FSu), field (SW NW NE SE), season or number."
        ) from None


def _card(word: str) -> str:
    name, card = _meaning(word)
    if name != "card":
        raise ValueError(f"{word!r} is no card; cards are written like 5Wi or FSu.")
    return card


def _with_cards(kind: str, cards: list[list[str]]) -> Json:
    """Give cards their members: the first is played or given, the others are taken."""
    flat = [card for group in cards for card in group]
    members = _MEMBERS[kind]
    if "cards" in members and "card" not in members:
        return {"cards": flat}
    if "give" in members:
        return dict(zip(("give", "take"), flat, strict=False))
    if not cards:
        return {}
    played, rest = cards[0], [card for group in cards[1:] for card in group]
    found: Json = {"card": played[0]} if len(played) == 1 else {"cards": played}
    return found | ({"take": rest} if rest or "take" in members else {})


def _number_of(kind: str) -> str:
    """The member that a number is for: a seat, if an action names one, else the value."""
    return next((name for name in ("from", "of") if name in _MEMBERS[kind]), "value")


def _field_of(kind: str) -> str:
    """The member that a field is for."""
    return "summer" if "summer" in _MEMBERS[kind] else "field"
