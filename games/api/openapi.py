"""Schemas of actions and events in the OpenAPI document, made from the core's Structs."""

from typing import Any

import msgspec

from api.openapi import struct_schemas
from api.schemas import REFERENCE
from games.models import Game, Occupant, SeatAssignment
from games.outputs.events import event_schemas
from illimat_core.actions import TYPES
from illimat_core.events import ANY_EVENT
from illimat_core.views import AnnouncedEvent


def describe_actions(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add a schema for each type of action, made from the Struct that the core parses it into."""
    references, schemas = msgspec.json.schema_components(TYPES.values(), ref_template=REFERENCE)
    for schema in schemas.values():
        schema["properties"] = {
            name: _member(member) for name, member in schema["properties"].items()
        }
    mapping = {tag: REFERENCE.format(name=kind.__name__) for tag, kind in TYPES.items()}
    action = {
        "description": "What one does; its `type` tells which members it has.",
        "oneOf": list(references),
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    result["components"]["schemas"] |= schemas | {"Action": action}
    return result


def describe_menus(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Name the union of the templates of a menu, so that clients can name its type, too."""
    schemas = result["components"]["schemas"]
    lists = schemas["Menu"]["properties"]
    union = lists["free"]["items"]
    schemas["MenuTemplate"] = {
        "description": "Several actions in one; its `type` tells which members it has.",
        "oneOf": union["anyOf"],
        "discriminator": union["discriminator"],
    }
    for name in ("free", "answers"):
        lists[name]["items"] = {"$ref": REFERENCE.format(name="MenuTemplate")}
    return result


def describe_events(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add a schema for each type of event, made from the Struct that the core encodes."""
    schemas = event_schemas(REFERENCE) | struct_schemas([AnnouncedEvent])
    mapping = {kind.__name__: REFERENCE.format(name=kind.__name__) for kind in ANY_EVENT}
    event = {
        "description": "What happened; its `type` tells which members it has.",
        "oneOf": [{"$ref": reference} for reference in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }
    result["components"]["schemas"] |= schemas | {"GameEvent": event}
    return result


def describe_choices(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the choices of the models' columns, to which response bodies refer."""
    kinds = (Game.State, Game.Visibility, Game.Seating, Game.Start, Game.Leavers)
    for kind in (*kinds, Occupant, SeatAssignment.Standing):
        schema = {"type": "string", "enum": kind.values}
        result["components"]["schemas"].setdefault(f"{kind.__name__}Enum", schema)
    return result


def _member(member: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a member without null: a member may be left out, but is never null."""
    choices = [
        {"type": "string", **choice} if "enum" in choice else choice
        for choice in member.get("anyOf", [member])
    ]
    return choices[0] if len(choices) == 1 else {"anyOf": choices}
