"""Secret keys, which are generated if none is given, and rejected if too weak."""

import math
import os
import secrets
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

SHORTEST: Final = 50  # characters, the minimum of Django's own check
LEAST_ENTROPY: Final = 128  # bits
REPEATED: Final = 8  # characters; a random key never repeats this many
PUBLISHED: Final = frozenset(
    {
        "collecting-static-files-protects-nothing-whatsoever-0",
        "protects-nothing-but-has-to-be-at-least-fifty-characters-long",
    }
)
"""Keys published in this repository or its history."""


def new_key() -> str:
    return secrets.token_urlsafe(50)


def read_or_make(path: Path, make: Callable[[], str] = new_key) -> str:
    """Return the key in the file at `path`, which the first call makes for its owner only."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        key = make()
        file.write(key)
    return key


def weakness(key: str) -> str | None:
    """Return what is wrong with a key, as the rest of a sentence; None for a strong one."""
    if len(key) < SHORTEST:
        return f"must have at least {SHORTEST} characters"
    if key in PUBLISHED or key.startswith("django-insecure-"):
        return "must not be a published key, which anybody can look up"
    if entropy(key) < LEAST_ENTROPY:
        return "must be harder to guess: its characters repeat or follow a pattern"
    return None


def entropy(key: str) -> float:
    """Return an upper bound of a key's entropy in bits, not counting repeated parts.

    It is the least of three estimates: from the frequencies of characters, from the frequencies of
    distances between neighbours (low for `abcdef…`), and from the compressed size.
    """
    key = _without_repetitions(key)
    codes = [ord(character) for character in key]
    distances = [after - before for before, after in pairwise(codes)]
    compressed = len(zlib.compress(key.encode(), 9)) - len(zlib.compress(b"", 9))
    return min(_shannon(codes), _shannon(distances), 8 * compressed)


def _without_repetitions(key: str) -> str:
    """Return a key without the characters that begin a repetition of REPEATED earlier ones."""
    return "".join(c for at, c in enumerate(key) if key.find(key[at : at + REPEATED]) == at)


def _shannon(symbols: Sequence[int]) -> float:
    total = len(symbols)
    return sum(count * math.log2(total / count) for count in Counter(symbols).values())
