"""Lots: numbers that follow from a key and a label.

The lots that decide ties in the standings of a season follow from a secret seed of 32 bytes. Its
commitment is published when the season is declared and the seed when it is over; then anybody can
compute the same lots, as docs/concepts/fair-deal.md specifies. Labels say what is drawn and for
whom, such as `standings/Ada`.

The lots of draws, which say who meets whom, have other keys, which nobody ever learns
(`leagues.season.draw.new_draw`).
"""

from collections.abc import Iterable
from typing import Final

from illimat_core.sealing import commitment_to_secret, derived_key, random_words

LOTS: Final = "lots"


def commitment_to(season: str, seed: bytes) -> str:
    """Return the commitment to a season's seed, as hex."""
    return commitment_to_secret(season, LOTS, seed)


def key_of(season: str, seed: bytes) -> bytes:
    return derived_key(season, LOTS, seed)


def lot(key: bytes, label: str) -> int:
    """Return the lot with a label: a number below 2**64."""
    return next(random_words(key, label))


def shuffled(key: bytes, label: str, names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: (lot(key, f"{label}/{name}"), name))
