"""Moves: the legal actions that a player considers, and how a world goes on after one."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from math import inf
from typing import Final

from illimat_core.actions import Action
from illimat_core.budget import Budget, BudgetSpentError
from illimat_core.cards import Card, Seat
from illimat_core.decider import apply, settle_chance
from illimat_core.editions import edition_of
from illimat_core.offers.listing import legal_actions
from illimat_core.players.dice import Dice, Thing
from illimat_core.players.gains import WORTH
from illimat_core.rules.enumeration import harvests, sows, stockpiles
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.sources import Source
from illimat_core.rules.turn import free_actions
from illimat_core.state import State

OF_A_KIND: Final = 240
"""The most actions of a kind that are looked at; a list may be very long."""
CROWDED: Final = 18
"""On a board with more items than this, each action of a list may take long to find."""
IF_CROWDED: Final = 24
"""The most actions of a kind that are looked at on a crowded board."""
STEPS: Final = 250
"""The steps that a list may take after its first action; ordinary lists take 30 at most."""
ALIKE: Final = 2
"""The most takes of one card, field and value that are tried: those worth most."""


class Chance(Source):
    """Chance for the worlds that a player imagines, from the player's own dice."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def shuffle(self, _: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self._dice.shuffle(things))

    def pick(self, _: str, things: Sequence[Thing]) -> Thing:
        return self._dice.pick(things)


def is_crowded(state: State) -> bool:
    """Return whether there are so many items that lists of actions take long."""
    return sum([len(field.items) for field in state.fields]) > CROWDED


def listing_limit(state: State) -> int:
    return IF_CROWDED if is_crowded(state) else OF_A_KIND


def list_considered(state: State, seat: Seat | None) -> list[Action]:
    """Return the legal actions worth trying: of takes for the same card, the most valuable."""
    most = listing_limit(state)
    if seat is None or state.pending or state.turn.played:
        return list(_thin_takes(first_listed(state, seat, most)))
    budget = Budget()
    table = Tabletop(state, edition_of(state), budget=budget)
    plays = [kind(table, seat) for kind in (sows, harvests, stockpiles)]
    free = [rules.options(table, at, seat) for at, rules in free_actions(table)]
    found: list[Action] = []
    for actions in (*plays, *free):
        found += _thin_takes(first_of(actions, most, budget))
    return found


def first_listed(state: State, seat: Seat | None, most: int) -> Iterator[Action]:
    budget = Budget()
    return first_of(legal_actions(state, seat, budget=budget), most, budget)


def first_of(actions: Iterable[Action], most: int, budget: Budget) -> Iterator[Action]:
    """Yield the first actions of a list, and no more than its budget finds in ``STEPS``.

    The very first one is found however long it takes, so that there is something to choose.
    """
    budget.left = inf
    try:
        for action in islice(actions, most):
            budget.left = min(budget.left, STEPS)
            yield action
    except BudgetSpentError:
        return


def _thin_takes(actions: Iterable[Action]) -> Iterator[Action]:
    alike: dict[object, list[tuple[float, Action]]] = {}
    for action in actions:
        take = getattr(action, "take", None)
        if not isinstance(take, tuple):
            yield action
            continue
        key = (type(action), *[getattr(action, name) for name in _members_but_take(type(action))])
        alike.setdefault(key, []).append((_worth(take), action))
    for each in alike.values():
        if len(each) > ALIKE:
            each.sort(key=lambda one: -one[0])
        yield from (action for _, action in each[:ALIKE])


@cache
def _members_but_take(kind: type[Action]) -> list[str]:
    """Return the members of an action by which its takes are compared."""
    return [name for name in kind.__struct_fields__ if name not in {"take", "season_card"}]


def _worth(take: tuple[Card, ...]) -> float:
    return sum([WORTH[card] for card in take])


def play_on(state: State, seat: Seat | None, action: Action, chance: Chance) -> State:
    """Play a considered action in a world; chance answers, but deals no further round."""
    after, events = apply(state, seat, action)
    if after.chance_awaited and after.pending and after.pending.kind != "deal":
        after, _ = settle_chance(after, events, chance)
    return after
