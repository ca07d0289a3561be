"""Random players: how they choose among listed actions, and when they act unasked."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from illimat_core import Action, State, legal_actions
from illimat_core.actions import AskPassive, Forfeit, Harvest, Pass, type_of
from illimat_core.cards import Seat
from illimat_core.state import find_item

LISTED: Final = 300
"""Of a longer list only the first actions are looked at."""
_ASKING: Final = 0.2


class Temper(NamedTuple):
    """How a player plays.

    `greed` is the share of plays that take as much as possible, `leaving` the share of all
    actions in which the player leaves.
    """

    greed: float = 0.0
    leaving: float = 0.0


def random_temper(random: Random) -> Temper:
    """Draw a temper, greedy or random; in one game of six players may leave."""
    leaving = random.choice([0.002, 0.01, 0.05]) if random.random() < 1 / 6 else 0.0
    return Temper(random.choice([0.0, 0.5, 0.9, 0.9]), leaving)


def listed(state: State, seat: Seat | None) -> list[Action]:
    """Return the first actions of a seat's whole list."""
    return list(islice(legal_actions(state, seat), LISTED))


def unasked(state: State, random: Random, temper: Temper) -> tuple[Seat, Action] | None:
    """Return an action of a seat that is not awaited, or None."""
    if random.random() < temper.leaving:
        leaving = [seat for seat in state.staying if not state.options.automaton_at(seat)]
        return random.choice(leaving), Forfeit()
    holders = [seat for seat in state.seats if state.players[seat].passive]
    if holders and random.random() < _ASKING:
        of = random.choice(holders)
        asked = (*state.options.side(of), *state.players[of].asked)
        opponents = [seat for seat in state.staying if seat not in asked]
        if opponents:
            return random.choice(opponents), AskPassive(of=of)
    return None


def choose(state: State, actions: Sequence[Action], random: Random, temper: Temper) -> Action:
    """Return an action: the largest harvest, or one of a random type."""
    if random.random() < temper.greed:
        harvests = [action for action in actions if isinstance(action, Harvest)]
        if harvests:
            return max(harvests, key=lambda harvest: _gain(state, harvest))
        actions = [action for action in actions if not isinstance(action, Pass)] or actions
    kind = random.choice(sorted({type_of(action) for action in actions}))
    return random.choice([action for action in actions if type_of(action) == kind])


def _gain(state: State, harvest: Harvest) -> tuple[bool, int]:
    """Return whether a harvest clears its field, and how many cards it takes."""
    items = [i for c in harvest.take for f in state.fields if (i := find_item(f, c))]
    clears = all(item in items for item in state.field(harvest.field).items)
    return clears, sum(len(item.cards) for item in items)
