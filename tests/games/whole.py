"""Whole games of every mode, each chosen by its seed, and the search for such a seed.

`python -m tests.games.whole NAME` prints the first seed with which a game of `WHOLE` shows its
luminaries revealed and claimed, and its questions asked. It plays in the core alone, as the test
plays through the API.
"""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from itertools import count, islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from illimat_core import Event, SeededSource, Source, State, advance, fold, legal_actions
from illimat_core.decider import begin, settle_chance
from illimat_core.options import read_options
from tests.golden.coverage import shown
from trials.dice import dice
from trials.random_games.players import Temper, choose

Thing = TypeVar("Thing")
GREEDY: Final = Temper(0.95)
LISTED: Final = 100
"""The players choose among this many of the actions listed first."""


class Whole(NamedTuple):
    """A short game whose chance and players depend on a seed, so that it is reproducible."""

    mode: str
    players: int
    seed: int
    claimed: str = ""
    asked: str = ""
    more: Mapping[str, Any] = MappingProxyType({})

    @property
    def luminaries(self) -> list[str]:
        """The chosen luminaries of the game, all of which are revealed and claimed."""
        return self.claimed.split()

    @property
    def options(self) -> dict[str, Any]:
        chosen = {"luminaries": self.luminaries} if self.luminaries else {}
        return {"mode": self.mode, "players": self.players, **chosen, **self.more}


ONCE = {"rounds": 1, "stars": "always"}
WHOLE = {
    "two": Whole("standard", 2, 826, "rake union loom river", more=ONCE),
    "three": Whole(
        "standard",
        3,
        1008,
        "astronomer butchers audience maiden",
        "astronomer audience butchers_claim",
        ONCE,
    ),
    "four": Whole(
        "standard",
        4,
        392,
        "newborn rusalka saint_joan drought",
        "steal",
        {"rounds": 2, "luminaries_persist": True},
    ),
    "teams": Whole(
        "teams",
        4,
        104,
        "echo changeling universe forest_queen",
        "after_play changeling_claim echo forest_queen_claim",
        ONCE,
    ),
    "watched": Whole(
        "standard",
        3,
        1897,
        "boat gambler island audience",
        "absent_spectator audience_spectator gambler reshuffle",
        {**ONCE, "audience": "spectator"},
    ),
    "solo_fields": Whole(
        "solo_fields",
        1,
        891,
        "collective perfect_crime soldiers children",
        "fields_season perfect_crime_claim",
        {"rounds": 2, "stars": "always"},
    ),
    "solitaire": Whole("solitaire", 1, 864),
    "beginner": Whole("beginner", 2, 1, more={"rounds": 1}),
}


def promised(whole: Whole) -> set[str]:
    """Return the features that a game was chosen to show."""
    luminaries = {f"{done} {each}" for done in ("revealed", "claimed") for each in whole.luminaries}
    kept = (
        {"effect luminaries_persist: one stayed"} if "luminaries_persist" in whole.more else set()
    )
    return luminaries | kept | {f"decision {kind}" for kind in whole.asked.split()}


def key_of(seed: int, scope: str) -> bytes:
    """Return the key of chance in a round, `scope`, of the game with a seed."""
    return hashlib.sha256(f"{seed}/{scope}".encode()).digest()


class _Chance(Source):
    """Draws as the server does where `key_of` stands for its secret."""

    def __init__(self, seed: int, round_: int) -> None:
        self._seed, self._round = seed, round_

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return self._source(label).shuffle(label, things)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        return self._source(label).pick(label, things)

    def _source(self, label: str) -> SeededSource:
        round_ = self._round + 1 if label.startswith("deal/") else self._round
        return SeededSource(key_of(self._seed, str(round_)))


def play(whole: Whole) -> list[Event]:
    """Return the events of a game that is played in the core alone."""
    random = dice(whole.seed)
    events: list[Event] = begin(read_options(whole.options))
    state: State
    state, events = settle_chance(fold(events), events, _Chance(whole.seed, 0))
    while not state.over:
        seat = random.choice(state.awaited)
        listed = list(islice(legal_actions(state, seat), LISTED))
        action = choose(state, listed, random, GREEDY)
        state, more = advance(state, seat, action, _Chance(whole.seed, state.round))
        events += more
    return events


def first_seed(whole: Whole) -> int:
    """Return the first seed with which a game shows what it promises."""
    games = (whole._replace(seed=seed) for seed in count())
    return next(game.seed for game in games if promised(game) <= shown(play(game)))


if __name__ == "__main__":
    print(first_seed(WHOLE[sys.argv[1]]))
