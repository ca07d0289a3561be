"""The wire form of events: what a store keeps, public and secret members apart."""

from collections.abc import Mapping
from typing import Any

import msgspec

from illimat_core.cards import Seat
from illimat_core.errors import UnknownEventError
from illimat_core.events import BY_NAME, SECRETS, Event


class Wire(msgspec.Struct, frozen=True):
    """An event taken apart. ``secret`` is None for a type that keeps nothing from anybody."""

    type: str
    schema: int
    public: dict[str, Any]
    secret: dict[str, Any] | None
    seen_by: tuple[Seat | None, ...]


def encode(event: Event) -> Wire:
    """Take an event apart, JSON values throughout."""
    kind = type(event)
    public: dict[str, Any] = msgspec.to_builtins(event)
    del public["type"]
    secrets = SECRETS[kind]
    secret = {name: public.pop(name) for name in secrets} if secrets else None
    return Wire(kind.__name__, kind.schema, public, secret, event.seen_by)


def decode(
    type_: str, schema: int, public: Mapping[str, Any], secret: Mapping[str, Any] | None = None
) -> Event:
    """Put an event together again.

    Raises ``UnknownEventError`` for a type or a schema this program does not know, and for members
    that do not fit the type.
    """
    kind = BY_NAME.get(type_)
    if kind is None or schema != kind.schema:
        raise UnknownEventError(f"An event {type_} of schema {schema} is not known here.")
    try:
        return msgspec.convert({**public, **(secret or {}), "type": type_}, kind)
    except msgspec.ValidationError as error:
        raise UnknownEventError(f"A stored {type_} does not read: {error}.") from None
