"""The canonical order of actions (ACTIONS.md section 2), as sort keys."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import astuple

from illimat_core.actions import TYPES, Action, Harvest, type_of
from illimat_core.cards import DECK, FIELDS, LUMINARIES, SEASONS, Card
from illimat_core.rules.hooks import Tabletop

TYPE_ORDER: Final = {name: place for place, name in enumerate(TYPES)}
_KNOWN: Final[Sequence[Sequence[str]]] = (DECK, FIELDS, SEASONS, LUMINARIES)
_RANKS: Final = {name: rank for names in _KNOWN for rank, name in enumerate(names)} | {"board": -1}


def order_of(action: Action) -> list[Any]:
    """Compare members in the order of their declaration, except those of a harvest."""
    members = astuple(action)
    if isinstance(action, Harvest):
        members = (action.played, action.field, action.value, action.take)
        members += (action.season_card, action.season)
    return [TYPE_ORDER[type_of(action)], *map(rank, members)]


def rank(member: Any) -> Any:
    if isinstance(member, tuple):
        return [_RANKS[card] for card in member]
    if isinstance(member, str):
        return _RANKS[member]
    return -1 if member is None else member


def first_take(table: Tabletop, kind: type[Any], *members: Any) -> tuple[Card, ...] | None:
    """Return the take from which a list continues, among actions that share their first members.

    It is empty if the list includes all of these actions, and None if it continues after them.
    """
    after = table.after
    if after is None:
        return ()
    place = [TYPE_ORDER[str(kind.__struct_config__.tag)], *map(rank, members)]
    last = order_of(after)[: len(place)]
    if place == last and isinstance(after, kind):
        taken: tuple[Card, ...] = after.take
        return taken
    return () if place > last else None
