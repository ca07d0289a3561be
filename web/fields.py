"""Fields of forms: how what people typed becomes the JSON that the API takes, and how it is shown.

A form asks for the members of an API's serializer, which checks them as it checks a request's body.
So a form and the API refuse the same, with the same words.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError

from web.labels import Named, labels_of, with_labels

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
    """A field in a form: the text in it, or whether it is ticked, and what is wrong with it.

    `exact` is the moment that the text of a field showed at first, with its seconds and its offset
    from UTC. The form sends it along, since the text alone may stand for another moment.
    """

    field: Field
    id: str
    text: str
    errors: Sequence[str] = ()
    exact: str = ""

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

    A moment whose text was not changed stays what it was. Empty fields are left out, but for texts
    of several lines, which may be emptied. A text that is no number or moment stays a text, which
    the serializer refuses. Raises ValidationError for a time that clocks skip.
    """
    body: dict[str, Any] = {}
    for field in fields:
        *parents, last = path = field.name.split(".")
        text, exact = _text_in(field, given), _exact_in(field, given)
        try:
            value = KINDS[field.kind].parse(exact if _shows(text, exact) else text, zone)
        except ValidationError as error:
            detail: Any = error.detail
            nested = reduce(lambda inner, name: {name: inner}, reversed(path), detail)
            raise ValidationError(nested) from None
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
            exact=_exact_in(field, given) if given else _exact(field, zone),
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


def _exact_in(field: Field, given: QueryDict) -> str:
    """Return the moment that a field showed at first, as the form sent it along."""
    return given.get(f"{field.name}.exact", "") if field.kind == "moment" else ""


def _exact(field: Field, zone: ZoneInfo) -> str:
    """Return the moment that a field shows at first; empty for none."""
    if field.kind != "moment" or field.value is None:
        return ""
    return _as_moment(field.value).astimezone(zone).isoformat()


def _shows(text: str, exact: str) -> bool:
    """Return whether a text is how an exact moment was shown."""
    try:
        return bool(exact) and _local(datetime.fromisoformat(exact)) == text.strip()
    except ValueError:
        return False


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
    """Return a moment with its offset from UTC; of a time that occurs twice, the first.

    Raises ValidationError for a time that does not occur, as clocks are put forward.
    """
    stripped = text.strip()
    try:
        typed = datetime.fromisoformat(stripped)
    except ValueError:
        return stripped or OMITTED
    moment = typed if typed.tzinfo else typed.replace(tzinfo=zone)
    before, after = (moment.replace(fold=n).utcoffset() or timedelta() for n in (0, 1))
    if before < after:
        said = gettext(
            "This time does not exist in {zone}: clocks are put forward then. Choose an earlier or "
            "a later time."
        )
        raise ValidationError(said.format(zone=zone.key))
    return moment.isoformat()


def _moment_shown(value: Any, zone: ZoneInfo) -> str:
    return _local(_as_moment(value).astimezone(zone))


def _as_moment(value: Any) -> datetime:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _local(moment: datetime) -> str:
    """Return a moment as browsers send it: without its zone, and its seconds only if there are."""
    units = "seconds" if moment.second else "minutes"
    return moment.replace(tzinfo=None).isoformat(timespec=units)


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
