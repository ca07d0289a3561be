"""Rows about games played at random, beside gin rummy as rlcard plays it.

Actions are compared as `bench.positions` chooses them, without listing the legal ones. Whole games
are those of `python -m illimat_core bench`, whose random player does list them; they have some more
actions than a game of gin rummy.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from illimat_core.console.bench import GAMES, play
from trials.bench.measure import Bound, Row, compare, timed
from trials.bench.positions import random_actions
from trials.dice import dice

ACTIONS: Final = 1_000
SEEDS: Final = (1, 2)  # of the games in a share
RLCARD: Final = "rlcard is not installed: .venv/bin/uv pip install --group bench"
GIN: Final = "rlcard's gin rummy"
ACTING: Final = Row("Games at random", "two beginners", GIN, "action", Bound(1, aim=5))
BARE: Final = replace(ACTING, baseline="the same, without views", bound=None)
WHOLE: Final = [Row("Games at random", title, GIN, "game") for title in GAMES]


def rows(*, rounds: int) -> Iterator[Row]:
    try:
        from trials.bench import gin  # noqa: PLC0415 - rlcard may be missing
    except ImportError:
        yield from (replace(row, missing=RLCARD) for row in (ACTING, BARE, *WHOLE))
        return
    acting = timed(_acting())
    yield compare(ACTING, acting, timed(gin.actions()), rounds=rounds)
    yield compare(BARE, acting, timed(gin.bare_actions()), rounds=rounds)
    for row, options in zip(WHOLE, GAMES.values(), strict=True):
        yield compare(row, timed(_playing(options)), timed(gin.games()), rounds=rounds)


def _acting() -> Callable[[], int]:
    actions = random_actions(dice(1))

    def act() -> int:
        for _ in range(ACTIONS):
            next(actions)
        return ACTIONS

    return act


def _playing(options: dict[str, Any]) -> Callable[[], int]:
    def playing() -> int:
        for seed in SEEDS:
            play(options, seed)
        return len(SEEDS)

    return playing
