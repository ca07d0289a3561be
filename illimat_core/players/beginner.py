"""The beginner: takes the best harvest at once, looks no further ahead, and remembers nothing."""

from msgspec.structs import replace

from illimat_core.actions import Action
from illimat_core.players import greedy
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import Knowledge
from illimat_core.players.memory import Memory
from illimat_core.players.worlds import UnseenThings


def choose(known: Knowledge, dice: Dice, _: int) -> Action:
    """Choose the best harvest now; without one, sow the card that is missed least."""
    forgetful = replace(known, memory=Memory(known.memory.seat))
    return greedy.choose(UnseenThings(forgetful).world(dice), known.seat, dice)
