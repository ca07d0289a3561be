"""Formats: who plays whom, at which table and in which seat."""

from typing import Final

from leagues.contest.formats import groups, round_robin, swiss

FORMATS: Final = {
    each.name: each
    for each in (groups.GROUPS, round_robin.ONCE, round_robin.TWICE, swiss.SWISS, swiss.SINGLE)
}
"""All formats by name."""
OF_SOME: Final = frozenset[str]().union(*(each.takes for each in FORMATS.values()))
"""The rules of seasons that mean something in some formats only."""
