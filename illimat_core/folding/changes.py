"""Changing one part of a state: what every fold is made of."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from illimat_core.cards import FIELDS, INDEX, Card, FieldId, Seat
from illimat_core.events import Event
from illimat_core.state import Field, Player, State

Folds = dict[type[Event], Callable[[State, Any], State]]
"""What each type of event makes of a state."""
Fields = tuple[Field, Field, Field, Field]


def player_with(players: tuple[Player, ...], seat: Seat, **changes: Any) -> tuple[Player, ...]:
    return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])


def field_with(fields: Fields, at: FieldId, **changes: Any) -> Fields:
    place = INDEX[at]
    changed = replace(fields[place], **changes)
    return (*fields[:place], changed, *fields[place + 1 :])  # type: ignore[return-value]


def without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    return tuple([card for card in cards if card not in gone])


def face_up(fields: tuple[Field, ...]) -> tuple[FieldId, ...]:
    return tuple([at for at, field in zip(FIELDS, fields, strict=True) if field.face_up])
