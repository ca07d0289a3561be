"""What formats work with: entrants, tables, and why they were paired as they were."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Protocol, TypeAlias

import msgspec

from leagues.contest.formats.sizes import OTHER, split
from leagues.contest.reasons import Reason

Pair: TypeAlias = tuple[str, str]
"""Two entrants, the lesser id first."""


class Entrant(msgspec.Struct, frozen=True):
    """Who is paired: one player, or a team of partners."""

    id: str
    players: tuple[str, ...]


class NewTable(msgspec.Struct, frozen=True):
    """A game to be played: its round, from 1, its entrants in the order of their seats, and why."""

    round: int
    entrants: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


class NewBye(msgspec.Struct, frozen=True):
    """A round without a game for one entrant, and why."""

    round: int
    entrant: str
    reason: Reason


class Pairing(msgspec.Struct, frozen=True):
    """The tables of a round, or of a whole group, and who has a bye."""

    tables: tuple[NewTable, ...]
    byes: tuple[NewBye, ...] = ()


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be paired.

    `at_table` is the number of entrants at a table, `games` how many each plays in a group.
    Lots are drawn by `key` under `label`, which names the season's part, such as `division/2`.
    `past` and `past_byes` are the tables and byes of former rounds, earliest first, and `points`
    what entrants have. `floats` are those of the last round and of the one before that: 1 for an
    entrant who floated down, to an opponent with fewer points, and -1 for one who floated up.
    """

    entrants: tuple[str, ...]
    at_table: int
    key: bytes
    label: str = ""
    apart: frozenset[Pair] = frozenset()
    games: int = 0
    round: int = 1
    past: tuple[tuple[str, ...], ...] = ()
    past_byes: tuple[str, ...] = ()
    points: Mapping[str, Fraction] = {}
    floats: Sequence[Mapping[str, int]] = ()


class Declared(Protocol):
    """What a format reads of the rules of a season (`leagues.rules.SeasonRules`)."""

    @property
    def at_table(self) -> int:
        """The number of entrants at a table."""

    @property
    def games_of_each(self) -> int:
        """The number of games of everybody, where that is declared."""

    @property
    def group_size(self) -> int:
        """The size above which a division is split into groups."""

    @property
    def rounds(self) -> int:
        """The number of rounds, where that is declared."""


class Format(msgspec.Struct, frozen=True, kw_only=True):
    """A way to pair.

    - `words` is the message that describes it.
    - `at_table` are the sizes of tables that can be declared; if the format `mixes`, a round can
      also have tables of the size in `OTHER`. A group has at most `most` entrants.
    - `pair` returns the tables of one round, from the results of those before, if `by_round`, and
      otherwise those of the whole group at once.
    - `meet` is how often all meet each other, or 0 if that is not given.
    - `takes` names the rules of a season that mean something in this format but not in all.

    The methods say what most formats do. A format that differs is a subclass.
    """

    name: str
    words: str
    pair: Callable[[Request], Pairing]
    takes: frozenset[str]
    most: int
    at_table: frozenset[int] = frozenset(OTHER)
    mixes: bool = False
    by_round: bool = False
    meet: int = 0

    def check(self, rules: Declared) -> None:
        """Raise LeagueError for rules that this format cannot be played by."""

    def sizes(self, rules: Declared) -> range:
        """Return the numbers of entrants with which a group or division can be paired."""
        return range(rules.at_table, self.most + 1)

    def rounds(self, rules: Declared, entrants: int) -> int:
        """Return the number of rounds of a group."""
        return self.meet * (entrants - 1 + entrants % 2) or max(1, rules.rounds)

    def tables(self, rules: Declared, entrants: int) -> int:
        """Return the number of tables of a round."""
        return len(split(entrants, rules.at_table).tables)

    def games(self, rules: Declared, entrants: int) -> int:
        """Return the number of games of a group."""
        return self.tables(rules, entrants) * self.rounds(rules, entrants)


def pair_of(first: str, second: str) -> Pair:
    return (first, second) if first < second else (second, first)


def pairs_of(entrants: Iterable[str]) -> list[Pair]:
    return list(combinations(sorted(entrants), 2))


def blocked_pairs(
    entrants: Iterable[Entrant], blocks: Iterable[tuple[str, str]]
) -> frozenset[Pair]:
    """Return the entrants to keep apart, given who blocked whom among all players."""
    of_player = {player: entrant.id for entrant in entrants for player in entrant.players}
    known = ((of_player.get(first), of_player.get(second)) for first, second in blocks)
    return frozenset(pair_of(a, b) for a, b in known if a and b and a != b)


def seats(table: Sequence[Entrant]) -> tuple[str, ...]:
    """Return the players at a table by seat; partners sit opposite each other."""
    return tuple(
        player for rank in zip(*(each.players for each in table), strict=True) for player in rank
    )
