"""The stored form of events, with public and secret members in separate parts."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from illimat_core.cards import Seat
from illimat_core.errors import UnknownEventError
from illimat_core.events import BY_NAME, SECRETS, Event
from illimat_core.records import converter

_DECODERS: Final[dict[str, msgspec.json.Decoder[Event]]] = {
    name: msgspec.json.Decoder(kind) for name, kind in BY_NAME.items()
}
_CONVERTERS: Final = {name: converter(kind) for name, kind in BY_NAME.items()}


class EventParts(msgspec.Struct, frozen=True):
    """An event split into parts. ``secret`` is None for a type without secret members."""

    type: str
    schema: int
    public: dict[str, Any]
    secret: dict[str, Any] | None
    seen_by: tuple[Seat | None, ...]


def encode(event: Event) -> EventParts:
    kind = type(event)
    public: dict[str, Any] = msgspec.to_builtins(event)
    del public["type"]
    secrets = SECRETS[kind]
    secret = {name: public.pop(name) for name in secrets} if secrets else None
    return EventParts(kind.__name__, kind.schema, public, secret, event.seen_by)


def decode(
    type_: str, schema: int, public: Mapping[str, Any], secret: Mapping[str, Any] | None = None
) -> Event:
    """Return the event with these parts; ``public`` may also contain all of its members.

    Raises ``UnknownEventError`` for a type or schema that this program does not know, and for
    members that do not fit the type.
    """
    _check_kind(type_, schema)
    try:
        return _CONVERTERS[type_]({**public, **secret} if secret else public)
    except msgspec.ValidationError as error:
        raise _unread(type_, error) from None


def decode_json(type_: str, schema: int, public: str) -> Event:
    """Return an event of a type without secret members from its JSON."""
    _check_kind(type_, schema)
    try:
        return _DECODERS[type_].decode(public)
    except msgspec.DecodeError as error:
        raise _unread(type_, error) from None


def _check_kind(type_: str, schema: int) -> None:
    kind = BY_NAME.get(type_)
    if kind is None or schema != kind.schema:
        raise UnknownEventError(f"An event {type_} of schema {schema} is not known here.")


def _unread(type_: str, error: Exception) -> UnknownEventError:
    return UnknownEventError(f"A stored {type_} does not read: {error}.")
