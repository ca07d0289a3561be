"""Descriptions of the types of events: meaning, members, who sees what, an example."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET

from api.schemas import JsonSchema, refers_to, suit_generators
from illimat_core.annotations import says
from illimat_core.events import ANY_EVENT, REDACTED, SECRETS, Event
from illimat_core.events.base import CardsToHand
from illimat_core.events.examples import EXAMPLES


class EventDescription(msgspec.Struct, frozen=True, kw_only=True):
    """A type of event; the OpenAPI document has its schema under the same name."""

    type: Annotated[str, says("The event's `type`.")]
    meaning: Annotated[str, says("What happened.")]
    members: Annotated[
        dict[str, JsonSchema], says("A JSON schema with a description for each member.")
    ]
    secret: Annotated[
        tuple[str, ...], says("The members that are left out unless you may see them.")
    ]
    seen_by: Annotated[str, says("Who may see the secret members.")]
    example: Annotated[dict[str, Any], refers_to("GameEvent", "An event of this type.")]


def event_schemas(reference: str) -> dict[str, Any]:
    """Return the JSON schemas of the event types and of their parts, by name.

    ``reference`` is the template of references, with ``{name}`` in it. Schemas describe events as
    they are shown: a secret member is not required, and its description says who sees it.
    """
    shown = [REDACTED.get(kind, kind) for kind in ANY_EVENT]
    _, schemas = msgspec.json.schema_components(shown, ref_template=reference)
    for kind, form in zip(ANY_EVENT, shown, strict=True):
        schemas[kind.__name__] = schemas.pop(form.__name__)
        schemas[kind.__name__] |= {"title": kind.__name__, "description": kind.__doc__}
    suit_generators(schemas)
    for kind in ANY_EVENT:
        schema = schemas[kind.__name__]
        for name in SECRETS[kind]:
            schema["properties"][name]["description"] += f" {seen_by(kind)}"
        missing = {each.name for each in msgspec.structs.fields(kind) if each.default is UNSET}
        may_lack = missing | {*SECRETS[kind]}  # others are there even if they have a default
        schema["required"] = [name for name in schema["properties"] if name not in may_lack]
        schema["examples"] = [EXAMPLES[kind.__name__]]
    return schemas


def describe_events() -> list[EventDescription]:
    """Describe every type of event, in the order of a game."""
    schemas = event_schemas("#/{name}")
    return [
        EventDescription(
            type=kind.__name__,
            meaning=schemas[kind.__name__]["description"],
            members={
                name: member
                for name, member in schemas[kind.__name__]["properties"].items()
                if name != "type"
            },
            secret=SECRETS[kind],
            seen_by=seen_by(kind) if SECRETS[kind] else "Everybody sees all of it.",
            example=EXAMPLES[kind.__name__],
        )
        for kind in ANY_EVENT
    ]


def seen_by(kind: type[Event]) -> str:
    """Return the sentence that says who sees the secret members of a type of event."""
    until = "until the round has been scored (R-VIEW-4)"
    if not kind.shown_to:
        return f"Hidden from everybody {until}."
    seats = " and ".join(f"`{name}`" for name in kind.shown_to)
    noun = "seat" if len(kind.shown_to) == 1 else "seats"
    or_open = ", or everybody if `open`," if issubclass(kind, CardsToHand) else ""
    return f"Only the {noun} in {seats}{or_open} may see it {until}."
