"""The levels of house players, in one table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from illimat_core.actions import Action
from illimat_core.errors import PlayerError, clip
from illimat_core.players import beginner, random, steady, strong
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.worlds import UnseenThings

MAX_BUDGET: Final = 100_000
DEFAULT_LEVEL: Final = "steady"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level of play of house players.

    ``choose`` is a function of what the seat knows, of the player's own dice, and of a budget: the
    number of worlds that it may play on in. ``budget`` is the default, and ``describes`` the key of
    the level's description. ``names`` are those of the players of this level: at a table, each sits
    once.
    """

    name: str
    describes: str
    budget: int
    names: tuple[str, ...]
    choose: Callable[[Knowledge, Dice, int], Action]


def _any(known: Knowledge, dice: Dice, _: int) -> Action:
    return random.choose(UnseenThings(known).world(dice), known.seat, dice)


LEVELS: Final = {
    level.name: level
    for level in (
        Level(
            name="random",
            describes="level.random",
            budget=1,
            names=("Moth", "Midge", "Gnat"),
            choose=_any,
        ),
        Level(
            name="beginner",
            describes="level.beginner",
            budget=1,
            names=("Wren", "Finch", "Robin"),
            choose=beginner.choose,
        ),
        Level(
            name="steady",
            describes="level.steady",
            budget=1,
            names=("Otter", "Badger", "Heron"),
            choose=steady.choose,
        ),
        Level(
            name="strong",
            describes="level.strong",
            budget=240,
            names=("Raven", "Lynx", "Owl"),
            choose=strong.choose,
        ),
    )
}
"""Every level by its name, from the weakest to the strongest."""


def level_named(name: str) -> Level:
    """Return a level. Raises ``PlayerError`` for an unknown one."""
    if name not in LEVELS:
        raise PlayerError("level", "level.unknown", given=clip(name), levels=[*LEVELS])
    return LEVELS[name]


def check_budget(budget: int) -> int:
    """Return a budget. Raises ``PlayerError`` for an impossible one."""
    if not 1 <= budget <= MAX_BUDGET:
        raise PlayerError("budget", "level.budget", most=MAX_BUDGET)
    return budget


def choose(level: str, known: Knowledge, seed: bytes, budget: int | None = None) -> Action:
    """Return the action of a house player: the same for the same knowledge, seed and budget.

    ``seed`` is the player's own, of up to 64 bytes; together with the game's version it determines
    each choice's dice. Raises ``PlayerError`` for an unknown level or an impossible budget.
    """
    found = level_named(level)
    budget = found.budget if budget is None else check_budget(budget)
    return found.choose(known, dice_for(known, seed), budget)


def dice_for(known: Knowledge, seed: bytes) -> Dice:
    return Dice(seed, f"{known.table.version}/{known.seat}")
