"""How fast random games are played: ``python -m illimat_core bench``."""

import time
from collections.abc import Iterator
from typing import Any, Final

from illimat_core.chance import SeededSource
from illimat_core.decider import advance
from illimat_core.players import random
from illimat_core.session import new_session

GAMES: Final[dict[str, dict[str, Any]]] = {
    f"{players} players, {name}": {"players": players, "luminaries": chosen, "stars": "always"}
    for players in (2, 4)
    for name, chosen in (("no luminaries", "none"), ("all luminaries", "all"))
}
"""What is played, by the line that tells of it."""


def measure(seconds: float) -> Iterator[str]:
    """Play each kind of game for some seconds, and tell how many a second of the processor."""
    for title, options in GAMES.items():
        games = actions = 0
        began = time.process_time()
        while not games or time.process_time() - began < seconds:
            actions += play(options, games)
            games += 1
        passed = time.process_time() - began
        yield f"{title:28} {games / passed:7.2f} games/s {actions / passed:9,.0f} actions/s"


def play(options: dict[str, Any], seed: int) -> int:
    """Play a random game to its end; how many actions it took."""
    key = seed.to_bytes(8, "big")
    state, source, actions = new_session(options, key).state, SeededSource(key), 0
    while not state.over:
        seat = state.awaited[0]
        state, _ = advance(state, seat, random.choose(state, seat, source), source)
        actions += 1
    return actions
