"""Shared parts of JSON schemas in the OpenAPI document: types, references, normalization.

Nothing here needs Django, so that tools can describe records without settings.
"""

from datetime import datetime
from inspect import cleandoc
from typing import Annotated, Any, Final

import msgspec

from illimat_core.annotations import says

REFERENCE: Final = "#/components/schemas/{name}"
"""The reference to a record's schema in the OpenAPI document."""

Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone, as in RFC 3339."""
Url = Annotated[str, msgspec.Meta(extra_json_schema={"format": "uri"})]
NextPage = Annotated[Url | None, says("The address of the next page; null on the last.")]
Epoch = Annotated[
    str,
    says(
        "Which history the server tells. It changes when a backup is restored: discard the games "
        "that you remember, and read them anew."
    ),
]
JsonSchema = Annotated[
    dict[str, Any],
    msgspec.Meta(
        description="A JSON Schema (draft 2020-12).",
        extra_json_schema={"additionalProperties": True},
    ),
]
"""A JSON Schema, which may have any member of the JSON Schema vocabulary."""


def refers_to(name: str, description: str) -> msgspec.Meta:
    """Return the annotation of a member that has the schema `name`, whatever its Python type."""
    reference = {"$ref": REFERENCE.format(name=name)}
    return msgspec.Meta(description=description, extra_json_schema=reference)


def suit_generators(schema: Any) -> None:
    """Rewrite a schema in place so that code generators can read it.

    Descriptions lose their indentation, enumerations get their type, and references and unions
    lose theirs. ``items: false``, which some generators reject, is dropped; ``maxItems`` says the
    same.
    """
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, dict):
            if isinstance(meaning := part.get("description"), str):
                part["description"] = cleandoc(meaning)
            if part.get("items") is False:
                del part["items"]
            if "$ref" in part or "anyOf" in part:
                part.pop("type", None)
            if "enum" in part:
                part.setdefault("type", "string")
            suit_generators(part)
        elif isinstance(part, list):
            suit_generators(part)
