"""Strict parsing of JSON bodies."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from typing_extensions import override

MAX_DEPTH = 16
MAX_DIGITS = 1_000  # of a number; Python reads 4,300, and says so in its own words
UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class StrictJSONParser(JSONParser):
    """Parses unambiguous JSON in UTF-8: no duplicate members, no NaN, no NUL, at most 16 deep."""

    @override
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the parsed body; raises ParseError (400) if it is not such JSON."""
        return parse_json(stream.read())


def parse_json(body: bytes) -> Any:
    """Parse `body` strictly; raises ParseError (400) with the reason if that is not possible."""
    try:
        parsed = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_single_members,
            parse_constant=_no_constant,
            parse_int=_number,
        )
        _check(parsed, MAX_DEPTH)
    except RecursionError as error:
        raise ParseError(gettext("The JSON is nested too deeply.")) from error
    except ValueError as error:
        detail = gettext("The body is not valid JSON: {reason}.").format(reason=_reason(error))
        raise ParseError(detail) from error
    return parsed


def _reason(error: ValueError) -> str:
    """Return our words for an error, in place of Python's, which are about Python."""
    if isinstance(error, UnicodeDecodeError):
        return gettext("it is not in UTF-8")
    if isinstance(error, json.JSONDecodeError):
        reason = gettext("look at line {line}, column {column}")
        return reason.format(line=error.lineno, column=error.colno)
    return str(error)


def _number(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(gettext("a number has more than {most} digits").format(most=MAX_DIGITS))
    return int(digits)


def _single_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError(gettext("an object has the same member twice"))
    return members


def _no_constant(name: str) -> None:
    raise ValueError(gettext("{name} is not a number").format(name=name))


def _check(value: Any, depth: int) -> None:
    """Raise ValueError beyond `depth`, for NUL and lone surrogates, which no database stores."""
    if depth < 0:
        raise ValueError(gettext("it is nested more than {most} deep").format(most=MAX_DEPTH))
    if isinstance(value, str) and UNSTORABLE.search(value):
        raise ValueError(gettext("a string contains NUL or half a character"))
    if isinstance(value, list):
        for item in value:
            _check(item, depth - 1)
    if isinstance(value, dict):
        for name, item in value.items():
            _check(name, depth)
            _check(item, depth - 1)
