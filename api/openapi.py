"""What the OpenAPI document says of all requests and answers, made in one place for each."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec
from django.utils.module_loading import import_string
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction

from api.codes import OF_NO_OPERATION, codes_of
from api.details import MEDIA_TYPE, ProblemDetails
from api.schemas import REFERENCE, suit_generators

STRUCT = "x-struct"
"""Marks a schema that `describe_answers` replaces; its value is the dotted name of a Struct."""
NAMES = {"LuminaryDescription": "Luminary", "ProblemDetails": "Problem"}
"""Schema names that differ from the name of their class, for clients that know them."""
HEADERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "Server-Time": (
        "The server's time, by which deadlines are decided. Only a 503 may lack it.",
        {"type": "string", "format": "date-time"},
    ),
    "Content-Language": ("The language of the sentences for people.", {"type": "string"}),
    "X-Request-ID": ("What the server's log calls this request.", {"type": "string"}),
    "ETag": ("The version of this answer, for `If-None-Match`.", {"type": "string"}),
    "Link": ("The address of the next page, if there is one.", {"type": "string"}),
    "Retry-After": ("After how many seconds to try again.", {"type": "integer", "minimum": 0}),
    "WWW-Authenticate": ("With 401: how to log in.", {"type": "string"}),
    "Allow": ("The methods that this path takes.", {"type": "string"}),
}
OF_ALL: Final = ("Server-Time", "Content-Language", "X-Request-ID", "Allow")
OF_PROBLEMS: Final = ("Retry-After", "WWW-Authenticate")
REFERRED = re.compile(REFERENCE.format(name=r"(\w+)"))


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Lets a view declare a Struct as its response."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:  # noqa: ARG002
        name: str = self.target.__name__
        return NAMES.get(name, name)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:  # noqa: ARG002
        """Return a placeholder: describing all Structs at once describes shared ones only once."""
        return {STRUCT: f"{self.target.__module__}.{self.target.__qualname__}"}


class StrictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says of each request body that refuses unknown members that it does."""

    target_class = "api.inputs.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        map_it: Callable[..., dict[str, Any]] = auto_schema._map_serializer
        schema = map_it(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


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
    """Add a problem as the default response of every operation, with the codes it may have."""
    content = {MEDIA_TYPE: {"schema": {"$ref": REFERENCE.format(name="Problem")}}}
    known = set(OF_NO_OPERATION)
    for path, method, operation in _operations(result):
        codes = codes_of(path, method, operation)
        known |= set(codes)
        operation["responses"]["default"] = {
            "description": "A problem: the request was refused. Known codes, to which others may "
            f"be added: {', '.join(f'`{code}`' for code in codes)}.",
            "content": content,
            "x-codes": codes,
        }
    result["components"]["schemas"]["KnownCode"] = {
        "type": "string",
        "description": "The codes of problems that are known. Clients must expect others.",
        "enum": sorted(known),
    }
    return result


def describe_headers(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    result["components"]["headers"] = {name: described_header(name) for name in HEADERS}
    for _path, _method, operation in _operations(result):
        responses = operation["responses"]
        for status, response in responses.items():
            names = [*OF_ALL, *(OF_PROBLEMS if status == "default" else ())]
            if "304" in responses and status in {"200", "304"}:
                names.append("ETag")
            if "next" in _members(response, result["components"]["schemas"]):
                names.append("Link")
            headers = response.setdefault("headers", {})
            headers |= {name: {"$ref": f"#/components/headers/{name}"} for name in names}
    return result


def refer_plainly(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Put references in the place of unions of one, of which generators make other types."""
    _refer_plainly(result["components"]["schemas"])
    return result


def _refer_plainly(part: Any) -> None:
    for each in part.values() if isinstance(part, dict) else part:
        if isinstance(each, dict) and len(only := each.get("allOf", ())) == 1:
            del each["allOf"]
            each.update(only[0])
        if isinstance(each, dict | list):
            _refer_plainly(each)


def _operations(result: Any) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            yield path, method, operation


def described_header(name: str) -> dict[str, Any]:
    description, schema = HEADERS[name]
    return {"description": description, "schema": schema}


def _members(response: dict[str, Any], schemas: Any) -> Iterable[str]:
    """Return the names of the members of a response in JSON."""
    schema = response.get("content", {}).get("application/json", {}).get("schema", {})
    name = schema.get("$ref", "").rpartition("/")[2]
    members: dict[str, Any] = schemas.get(name, {}).get("properties", {})
    return members


def _renamed(reference: re.Match[str]) -> str:
    name = reference[1]
    return REFERENCE.format(name=NAMES.get(name, name))
