"""The speed of random games: ``python -m illimat_core bench``."""

import time
from collections.abc import Iterator
from typing import Any, Final

from illimat_core.console.session import new_session
from illimat_core.decider import apply, settle_chance
from illimat_core.players import random
from illimat_core.players.dice import Dice
from illimat_core.rules.sources import SeededSource

GAMES: Final[dict[str, dict[str, Any]]] = {
    f"{players} players, {name}": {"players": players, "luminaries": chosen, "stars": "always"}
    for players in (2, 4)
    for name, chosen in (("no luminaries", "none"), ("all luminaries", "all"))
}
"""The kinds of games, by their label in the output."""


def measure(seconds: float) -> Iterator[str]:
    """Play each kind of game for some seconds, and yield its speed per second of CPU time."""
    for title, options in GAMES.items():
        games = actions = 0
        began = time.process_time()
        while not games or time.process_time() - began < seconds:
            actions += play(options, games)
            games += 1
        passed = time.process_time() - began
        yield f"{title:28} {games / passed:7.2f} games/s {actions / passed:9,.0f} actions/s"


def play(options: dict[str, Any], seed: int) -> int:
    """Play a random game to its end, and return its number of actions."""
    key = seed.to_bytes(8, "big")
    state, source, actions = new_session(options, key).state, SeededSource(key), 0
    dice = Dice(key)
    while not state.over:
        seat = state.awaited[0]
        decided = apply(state, seat, random.choose(state, seat, dice))
        state, _ = settle_chance(*decided, source)
        actions += 1
    return actions
