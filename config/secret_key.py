"""Secret keys: made where none is given, and judged where one is."""

import math
import os
import secrets
import zlib
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

SHORTEST: Final = 50  # characters, Django's own measure
LEAST_ENTROPY: Final = 128  # bits
REPEATED: Final = 8  # characters; in a random key they never occur twice
PUBLISHED: Final = frozenset(
    {
        "collecting-static-files-protects-nothing-whatsoever-0",
        "protects-nothing-but-has-to-be-at-least-fifty-characters-long",
    }
)
"""Keys that stand in this repository or its history, so that anybody knows them."""


def kept(path: Path) -> str:
    """Return the key in the file at `path`, made at the first call, readable by its owner only."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(50)
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
    """Return an upper bound of a key's entropy in bits, not counting what repeats in it.

    It is the least of three: by how often each character occurs, by how often each distance between
    neighbours does (small for `abcdef…`), and by how far the key can be compressed.
    """
    key = _without_repetitions(key)
    codes = [ord(character) for character in key]
    distances = [after - before for before, after in pairwise(codes)]
    compressed = len(zlib.compress(key.encode(), 9)) - len(zlib.compress(b"", 9))
    return min(_shannon(codes), _shannon(distances), 8 * compressed)


def _without_repetitions(key: str) -> str:
    """Return the characters of a key that begin no eight which occur before."""
    return "".join(c for at, c in enumerate(key) if key.find(key[at : at + REPEATED]) == at)


def _shannon(symbols: Sequence[int]) -> float:
    total = len(symbols)
    return sum(count * math.log2(total / count) for count in Counter(symbols).values())
