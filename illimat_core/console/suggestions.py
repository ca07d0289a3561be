"""Suggestions after input at the terminal that cannot be played."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

MAX_SUGGESTIONS: Final = 6
"""The number of actions suggested at once."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(word.lower(), list(known), 1)), None)


def suggest(typed: str, actions: Iterable[str]) -> list[tuple[int, str]]:
    """Return the numbered actions that best match the typed text, six at most.

    Their type begins with or resembles the first word, and they match most of the other words.
    Nothing matches if the first word resembles no type among the actions.
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
    closest = [entry for entry, match in zip(of_type, matches, strict=True) if match == best]
    return closest[:MAX_SUGGESTIONS]


def _words(action: str) -> set[str]:
    return set(action.lower().replace("+", " ").split()[1:])
