"""What somebody may have meant at a keyboard who typed something that cannot be done."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

MOST: Final = 6
"""How many actions are suggested at once."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is spelled most like this one, if any resembles it."""
    return next(iter(get_close_matches(word.lower(), list(known), 1)), None)


def suggest(typed: str, actions: Iterable[str]) -> list[tuple[int, str]]:
    """Return the numbered actions that fit best to what was typed, six at most.

    These are of the type that the first word begins or resembles, and have as many of the other
    words as any. Nothing fits where the first word resembles no type among the actions.
    """
    first, *words = typed.lower().replace("+", " ").split() or [""]
    numbered = list(enumerate(actions, 1))
    kinds = {text.split()[0] for _, text in numbered}
    meant = {kind for kind in kinds if first and kind.startswith(first)}
    meant = meant or {kind for kind in kinds if kind == nearest(first, kinds)}
    of_type = [(number, text) for number, text in numbered if text.split()[0] in meant]
    if not of_type:
        return []
    matches = [len(set(words) & _words(text)) for _, text in of_type]
    best = max(matches)
    return [entry for entry, match in zip(of_type, matches, strict=True) if match == best][:MOST]


def _words(action: str) -> set[str]:
    return set(action.lower().replace("+", " ").split()[1:])
