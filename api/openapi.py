"""Schemas of answers and problems for the OpenAPI document, generated from their Structs."""

import json
import re
from typing import Any

import msgspec
from django.utils.module_loading import import_string
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction

from api.details import MEDIA_TYPE, ProblemDetails
from api.schemas import REFERENCE, suit_generators

STRUCT = "x-struct"
"""Marks a schema that `describe_answers` replaces; its value is the dotted name of a Struct."""
NAMES = {"LuminaryDescription": "Luminary", "ProblemDetails": "Problem"}
"""Schema names that differ from the name of their class, for clients that know them."""
REFERRED = re.compile(REFERENCE.format(name=r"(\w+)"))


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Lets a view declare a Struct as its response."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:  # noqa: ARG002
        """Return the name of the Struct's schema."""
        name: str = self.target.__name__
        return NAMES.get(name, name)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:  # noqa: ARG002
        """Return a placeholder: describing all Structs at once describes shared ones only once."""
        return {STRUCT: f"{self.target.__module__}.{self.target.__qualname__}"}


def describe_answers(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Replace the placeholders with the schemas of Structs, and add schemas that these refer to."""
    schemas = result["components"]["schemas"]
    marked = [schema[STRUCT] for schema in schemas.values() if STRUCT in schema]
    structs = [import_string(name) for name in marked] + [ProblemDetails]
    schemas |= struct_schemas(structs)
    return result


def struct_schemas(structs: Any) -> dict[str, Any]:
    """Return the schemas of Structs and of all that they refer to, by name."""
    _, found = msgspec.json.schema_components(structs, ref_template=REFERENCE)
    suit_generators(found)
    named = {NAMES.get(name, name): schema for name, schema in found.items()}
    for name, schema in named.items():
        schema["title"] = name  # some code generators name their classes after it
    schemas: dict[str, Any] = json.loads(REFERRED.sub(_renamed, json.dumps(named)))
    return schemas


def describe_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add a problem as the default response of every operation."""
    answer = {
        "description": "A problem: the request was refused.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": REFERENCE.format(name="Problem")}}},
    }
    for path in result["paths"].values():
        for operation in path.values():
            operation["responses"].setdefault("default", answer)
    return result


def _renamed(reference: re.Match[str]) -> str:
    name = reference[1]
    return REFERENCE.format(name=NAMES.get(name, name))
