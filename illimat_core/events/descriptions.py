"""What authors of clients are told of events: meaning, members, who sees what, an example."""

from inspect import cleandoc
from typing import Any, NamedTuple

import msgspec

from illimat_core.events import ANY_EVENT, SECRETS, Event
from illimat_core.events.base import CardsToHand
from illimat_core.events.examples import EXAMPLES


class EventDescription(NamedTuple):
    """A type of event. ``members`` are JSON schemas; those in ``secret`` may be left out."""

    type: str
    meaning: str
    members: dict[str, Any]
    secret: tuple[str, ...]
    seen_by: str
    example: dict[str, Any]


def event_schemas(reference: str) -> dict[str, Any]:
    """The JSON schema of each type of event and of what they are made of, by name.

    ``reference`` is the template of references, with ``{name}`` in it. Schemas describe events as
    they are shown: a secret member is not required, and its description says who sees it.
    """
    _, schemas = msgspec.json.schema_components(ANY_EVENT, ref_template=reference)
    suit_generators(schemas)
    for kind in ANY_EVENT:
        schema = schemas[kind.__name__]
        for name in SECRETS[kind]:
            schema["properties"][name]["description"] += f" {seen_by(kind)}"
        shown = [name for name in schema["properties"] if name not in SECRETS[kind]]
        schema["required"] = shown  # what is not secret is always there, even with a default
        schema["examples"] = [EXAMPLES[kind.__name__]]
    return schemas


def suit_generators(schema: Any) -> None:
    """Spell a schema as code generators can read it.

    Descriptions lose their indentation, enumerations get their type; ``items: false``, which some
    refuse, is left to ``maxItems``.
    """
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, dict):
            if isinstance(meaning := part.get("description"), str):
                part["description"] = cleandoc(meaning)
            if part.get("items") is False:
                del part["items"]
            if "enum" in part:
                part.setdefault("type", "string")
            suit_generators(part)
        elif isinstance(part, list):
            suit_generators(part)


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
