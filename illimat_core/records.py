"""Parsing of JSON values into records, with error messages written for people."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from illimat_core.errors import ReadingError, clip
from illimat_core.messages import Message

Converted = TypeVar("Converted")
Record = TypeVar("Record", bound=msgspec.Struct)

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`")
_PATH = re.compile(r" - at `\$(?:\.(?P<member>\w+))?(?P<rest>.*)`$")
_INDEX = re.compile(r"\[([0-9]+)\]")
_NOT_A_CHOICE = re.compile(r"Invalid enum value '?(?P<given>.*?)'?$", re.DOTALL)
_KINDS = {
    "int": "member.number",
    "str": "member.text",
    "array": "member.list",
    "bool": "member.bool",
    "null": "member.left_out",
}


def converter(kind: type[Converted], **options: Any) -> Callable[[Any], Converted]:
    """Return what converts JSON values to a type, or raises ``msgspec.ValidationError``.

    msgspec meets the type here, when its module is imported: two threads in which it meets a type
    for the first time at once end the process with a segmentation fault.
    """
    msgspec.json.Decoder(kind)
    return partial(msgspec.convert, type=kind, **options)  # noqa: TID251  the type is known by now


def reader(kind: type[Record]) -> Callable[[Mapping[str, Any]], Record]:
    """Return what parses a record from its JSON form, or raises ``ReadingError``."""
    convert = converter(kind)

    def read(given: Mapping[str, Any]) -> Record:
        try:
            return convert(given)
        except msgspec.ValidationError as error:
            raise _explained(str(error), kind) from None

    return read


def _explained(message: str, kind: type[Record]) -> ReadingError:
    members = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    if unknown := _UNKNOWN.match(message):
        name = clip(unknown["name"])
        if not members:
            return ReadingError(name, "member.unknown_of_none")
        return ReadingError(name, "member.unknown", members=list(members))
    if missing := _MISSING.match(message):
        return ReadingError(missing["name"], "member.missing")
    found = _PATH.search(message)
    if found is None or found["member"] is None:
        return ReadingError("", "member.other", problem=message)
    hint = get_type_hints(kind)[members[found["member"]]]
    place = "/".join([found["member"], *_INDEX.findall(found["rest"])])
    return _unfit(_PATH.sub("", message), place, hint)


def _unfit(message: str, name: str, hint: Any) -> ReadingError:
    """Return the error for a member or an entry whose value does not fit, which says what would."""
    if refused := _NOT_A_CHOICE.match(message):
        number = [Message("member.number", {})] if int in get_args(hint) else []
        choices = [*_choices(hint), *number]
        return ReadingError(name, "member.choose", given=clip(refused["given"]), choices=choices)
    wanted = re.match(r"Expected `(?P<what>[^`]*)`", message)
    if wanted:
        kinds = [each.strip() for each in wanted["what"].split("|")]
        named = [Message(_KINDS[kind], {}) if kind in _KINDS else kind for kind in kinds]
        return ReadingError(name, "member.kind", kinds=named)
    return ReadingError(name, "member.other", problem=message)


def _choices(hint: Any) -> list[str]:
    if get_origin(hint) is Literal:
        return [str(each) for each in get_args(hint)]
    return [choice for part in get_args(hint) for choice in _choices(part)]
