"""Splits of a few things into groups, cached by the values of the things.

Games ask repeatedly which of the same few items split into groups of some value. Subsets are bit
masks here, and results are cached by the values. ``sums`` verifies a single set of any size; this
module lists every set of at most ``MOST`` things.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from illimat_core.rules.sums import FOOL

MOST: Final = 10
"""Above this number of things, sets are searched for one at a time."""
HELD: Final = 1 << 14
"""The size of the cache."""

Kinds = tuple[int, ...]
"""The value of each thing: ``FOOL`` for a Fool, negated for a multiple stockpile."""
Places = tuple[int, ...]


@lru_cache(HELD)
def splits(kinds: Kinds, value: int) -> tuple[Places, ...]:
    """Return the places of each set of things that splits into groups of a value.

    Sets are ordered like the list of actions: by place, each set before those that extend it.
    """
    return tuple(sorted(map(_places, _splitting(kinds, value))))


@lru_cache(HELD)
def splits_with(kinds: Kinds, value: int, own: int) -> tuple[Places, ...]:
    """Return the same for sets that split together with one more thing of value ``own``."""
    last = 1 << len(kinds)
    masks = _splitting((*kinds, own), value)
    return tuple(sorted(_places(mask ^ last) for mask in masks if mask > last))


def _splitting(kinds: Kinds, value: int) -> list[int]:
    """Build each union of disjoint groups once, adding groups by lowest place, highest first."""
    beginning: list[list[int]] = [[] for _ in kinds]
    for group in _groups(kinds, value):
        beginning[(group & -group).bit_length() - 1].append(group)
    unions = {0}
    for groups in reversed(beginning):
        unions |= {one | other for one in groups for other in unions if not one & other}
    return [mask for mask in unions if mask]


def _groups(kinds: Kinds, value: int) -> set[int]:
    """Return the masks of single groups of a value; a Fool counts 1 or 14 in each of them."""
    sums = [(0, 0)]
    alone = set()
    for place, kind in enumerate(kinds):
        mask = 1 << place
        if kind < 0:
            alone |= {mask} if kind == -value else set()
            continue
        for counts in (1, 14) if kind == FOOL else (kind,):
            sums += [
                (chosen | mask, total + counts)
                for chosen, total in sums
                if total + counts <= value and not chosen & mask
            ]
    return alone | {chosen for chosen, total in sums if total == value}


def _places(mask: int) -> Places:
    return tuple(_bits(mask))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
