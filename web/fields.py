"""Fields of forms: how what people typed becomes the JSON that the API takes, and how it is shown.

A form asks for the members of an API's serializer, which checks them as it checks a request's body.
So a form and the API refuse the same, with the same words.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import QueryDict

from web.labels import Named, labels_of, with_labels

TYPED: Final = "%Y-%m-%dT%H:%M"
"""A moment as browsers send it; it has no time zone."""
INTEGER: Final = re.compile(r"[+-]?[0-9]{1,9}")
OMITTED: Final = object()


class Field(NamedTuple):
    """A field of a form.

    `name` is the path of a member in the body, with dots; `kind` a key of `KINDS`. `value` is what
    it holds at first, as in the body. `most` is the greatest length of a text. Fields with the same
    `part` follow each other under that heading. `paths` are further members whose errors it shows.
    """

    name: str
    label: str
    kind: str = "text"
    help: str = ""
    choices: Sequence[tuple[str, str]] = ()
    value: Any = None
    most: int | None = None
    needed: bool = False
    part: str = ""
    paths: Sequence[str] = ()


class FieldShown(NamedTuple):
    """A field in a form: the text in it, or whether it is ticked, and what is wrong with it."""

    field: Field
    id: str
    text: str
    errors: Sequence[str] = ()

    @property
    def chosen(self) -> list[str]:
        """What is ticked, in a field of several choices."""
        return self.text.split()

    @property
    def described_by(self) -> str:
        """The ids of the elements that describe the field."""
        parts = {"help": self.field.help, "error": self.errors}
        return " ".join(f"{self.id}-{name}" for name, present in parts.items() if present)


class Kind(NamedTuple):
    """How texts of a kind of field are parsed, and how values are shown as texts."""

    parse: Callable[[str, ZoneInfo], Any]
    show: Callable[[Any, ZoneInfo], str]


def body_of(fields: Iterable[Field], given: QueryDict, zone: ZoneInfo) -> dict[str, Any]:
    """Return the body that a form's texts stand for; moments are in `zone`.

    Empty fields are left out, but for texts of several lines, which may be emptied. A text that is
    no number or moment stays a text, which the serializer refuses.
    """
    body: dict[str, Any] = {}
    for field in fields:
        value = KINDS[field.kind].parse(_text_in(field, given), zone)
        *parents, last = field.name.split(".")
        inside = body
        for parent in parents:
            inside = inside.setdefault(parent, {})
        if value is not OMITTED:
            inside[last] = value
    return body


def shown(
    fields: Iterable[Field], prefix: str, zone: ZoneInfo, given: QueryDict | None = None
) -> list[FieldShown]:
    """Return fields as they are at first, or, with `given`, as somebody filled them in.

    Hidden fields are always as at first, since nobody filled them in.
    """
    return [
        FieldShown(
            field,
            f"{prefix}-{field.name}".replace(".", "-"),
            _text_in(field, given) if given and field.kind != "hidden" else _first(field, zone),
        )
        for field in fields
    ]


def sort_errors(
    fields: Sequence[FieldShown], errors: Mapping[str, str]
) -> tuple[list[FieldShown], list[str]]:
    """Return fields with their errors, and the errors that belong to none of them.

    Errors are by the paths of members, such as `rules/at_table`. Those of the options of a game and
    of parts of a list name only a part of the path, or more than it. Sentences that name a member
    get the label of its field instead.
    """
    found: dict[str, list[str]] = {}
    others: list[str] = []
    shown = [each.field for each in fields if each.field.kind != "hidden"]
    names = {path: field.name for field in shown for path in (field.name, *field.paths)}
    named = (Named((each.name, *each.paths), each.label, each.choices) for each in shown)
    labels = labels_of(named)
    for pointer, text in errors.items():
        path = pointer.replace("/", ".")
        ends = [name for name in names if name.endswith(f".{path}")]
        starts = [name for name in names if path == name or path.startswith(f"{name}.")]
        ends += [name for name in names if path.endswith(f".{name}")]
        nearest = max(starts or ends, key=len, default=None)
        said = others if nearest is None else found.setdefault(names[nearest], [])
        said.append(with_labels(text, labels))
    return [each._replace(errors=found.get(each.field.name, ())) for each in fields], others


def _text_in(field: Field, given: QueryDict) -> str:
    """Return what was sent for a field; several choices have spaces between them."""
    if field.kind == "many":
        return " ".join(given.getlist(field.name)[: len(field.choices)])
    return given.get(field.name, "")


def _first(field: Field, zone: ZoneInfo) -> str:
    return "" if field.value is None else KINDS[field.kind].show(field.value, zone)


def _text(text: str, _zone: ZoneInfo) -> Any:
    return text.strip() or OMITTED


def _number(text: str, _zone: ZoneInfo) -> Any:
    stripped = text.strip()
    return int(stripped) if INTEGER.fullmatch(stripped) else stripped or OMITTED


def _numbers(text: str, zone: ZoneInfo) -> Any:
    return [_number(each, zone) for each in text.replace(",", " ").split()] or OMITTED


def _moment(text: str, zone: ZoneInfo) -> Any:
    stripped = text.strip()
    try:
        return datetime.strptime(stripped, TYPED).replace(tzinfo=zone).isoformat()
    except ValueError:
        return stripped or OMITTED


def _moment_shown(value: Any, zone: ZoneInfo) -> str:
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return str(moment.astimezone(zone).strftime(TYPED))


def _as_text(value: Any, _zone: ZoneInfo) -> str:
    return str(value)


KINDS: Final[Mapping[str, Kind]] = {
    "text": Kind(_text, _as_text),
    "lines": Kind(lambda text, _: text.strip(), _as_text),
    "choice": Kind(_text, _as_text),
    "hidden": Kind(_text, _as_text),
    "number": Kind(_number, _as_text),
    "numbers": Kind(_numbers, lambda value, _: ", ".join(map(str, value))),
    "moment": Kind(_moment, _moment_shown),
    "number_choice": Kind(_number, _as_text),
    "many": Kind(lambda text, _: text.split() or OMITTED, lambda value, _: " ".join(value)),
    "tick": Kind(_text, _as_text),  # of the only choice
    "flag": Kind(lambda text, _: bool(text), lambda value, _: "on" if value else ""),
}
