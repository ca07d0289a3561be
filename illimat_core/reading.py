"""Reading JSON values into records, with complaints written for people."""

import re
from collections.abc import Mapping
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from illimat_core.errors import clip

Record = TypeVar("Record", bound=msgspec.Struct)

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(?P<name>.*)`")
_PATH = re.compile(r" - at `\$(?:\.(?P<member>\w+))?(?P<rest>.*)`$")
_KINDS = {"int": "a whole number", "str": "a text", "array": "a list", "bool": "true or false"}


class ReadingError(ValueError):
    """A value that does not fit: ``member`` is the one at fault, ``detail`` says what would fit."""

    def __init__(self, member: str | None, detail: str) -> None:
        super().__init__(f"{member}: {detail}" if member else detail)
        self.member = member
        self.detail = detail


def read_record(given: Mapping[str, Any], kind: type[Record]) -> Record:
    """Make a record of its JSON form. Raises ``ReadingError``."""
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as error:
        raise _explained(str(error), given, kind) from None


def _explained(message: str, given: Mapping[str, Any], kind: type[Record]) -> ReadingError:
    members = {field.encode_name: field.name for field in msgspec.structs.fields(kind)}
    if unknown := _UNKNOWN.match(message):
        known = ", ".join(members) or "none"
        return ReadingError(clip(unknown["name"]), f"There is no such member; there are {known}.")
    if missing := _MISSING.match(message):
        return ReadingError(missing["name"], "This member is missing.")
    found = _PATH.search(message)
    name = found["member"] if found else None
    if name is None:
        return ReadingError(None, f"{message}.")
    hint = get_type_hints(kind)[members[name]]
    allowed = [*_choices(hint), *(["a whole number"] if int in get_args(hint) else [])]
    if message.startswith("Invalid enum value"):
        return ReadingError(name, f"Choose among {', '.join(allowed)}.")
    wanted = re.match(r"Expected `(?P<what>[^`]*)`", message)
    if wanted:
        what = " or ".join(
            _KINDS.get(each.strip(), each.strip()) for each in wanted["what"].split("|")
        )
        return ReadingError(name, f"This must be {what.replace('null', 'left out')}.")
    return ReadingError(name, f"{_PATH.sub('', message)}.")


def _choices(hint: Any) -> list[str]:
    """The values that a member may have where they can be listed."""
    if get_origin(hint) is Literal:
        return [str(each) for each in get_args(hint)]
    return [choice for part in get_args(hint) for choice in _choices(part)]
