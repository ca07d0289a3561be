"""Helpers that change one part of a state, from which all folds are built."""

from collections.abc import Callable, Iterable
from itertools import compress
from typing import Any, TypeVar

from msgspec.structs import replace

from illimat_core.cards import FIELDS, INDEX, Card, FieldId, Seat
from illimat_core.events import Event
from illimat_core.state import Field, Player, State

Record = TypeVar("Record")
Folds = dict[type[Event], Callable[[State, Any], State]]
"""What each type of event makes of a state."""
Fields = tuple[Field, Field, Field, Field]


def put(records: tuple[Record, ...], place: int, record: Record) -> tuple[Record, ...]:
    """Return the records with one replaced; most folds use it, so it is written for speed."""
    changed = list(records)
    changed[place] = record
    return tuple(changed)


def change_player(players: tuple[Player, ...], seat: Seat, **changes: Any) -> tuple[Player, ...]:
    return put(players, seat, replace(players[seat], **changes))


def change_field(fields: Fields, at: FieldId, **changes: Any) -> Fields:
    place = INDEX[at]
    return put(fields, place, replace(fields[place], **changes))  # type: ignore[return-value]


def remove_cards(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card not in gone])


def face_up(fields: tuple[Field, ...]) -> tuple[FieldId, ...]:
    return tuple(compress(FIELDS, [field.face_up for field in fields]))
