"""What a trial of a season begins with, and what its checks are given."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

LEAST_FOR_A_DECISION = 30  # seconds
PLAYERS_A_SECOND = 2  # whose decisions even a slow machine can take


class Size(NamedTuple):
    """How many start, in how many divisions, and how many sit at a table."""

    players: int
    divisions: int
    at_table: int

    @property
    def least(self) -> int:
        """How many players it takes, so that there is a table for all that is to happen."""
        return self.at_table * max(2 * self.divisions, 4)

    @property
    def for_a_decision(self) -> int:
        """The seconds that a player has for a decision: enough while all games are played."""
        return max(LEAST_FOR_A_DECISION, self.players // PLAYERS_A_SECOND)


@dataclass
class Happened:
    """What people did in a season, by the ids of fixtures and entrants.

    `withdrawn` are entrants, and those of them in `void` withdrew too early for their games to
    count. `left` are fixtures, each with an entrant who did not play it to the end. `substitutes`
    are by the entrant from whom they took over. `open` are the fixtures whose games were open at
    the end, `corrected` those with a second result.
    """

    withdrawn: set[str] = field(default_factory=set)
    void: set[str] = field(default_factory=set)
    left: set[tuple[str, str]] = field(default_factory=set)
    substitutes: dict[str, str] = field(default_factory=dict)
    open: set[str] = field(default_factory=set)
    corrected: set[str] = field(default_factory=set)


class PlayedSeason(NamedTuple):
    """What the API tells of a season that was played, and what happened in it.

    `following` is the plan of the next season's start, for which everybody has registered in the
    order of `again`.
    """

    export: dict[str, Any]
    crosstable: list[dict[str, Any]]
    entrants: list[dict[str, Any]]
    again: list[str]
    following: dict[str, Any]
    happened: Happened


class SeasonReport(NamedTuple):
    """What is not as it should be, as sentences, and how much was played."""

    wrong: list[str]
    games: int = 0
    actions: int = 0
    requests: int = 0
