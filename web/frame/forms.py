"""Forms that ask for the members of an API's serializer, which alone refuses what was typed.

So a form and the API refuse the same, with the same words. Fields parse what was typed into the
JSON that the API takes; what is no number or moment stays a text, which the serializer refuses.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from http import HTTPStatus
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from django import forms
from django.core.exceptions import ValidationError as FieldError
from django.forms.boundfield import BoundField
from django.forms.utils import ErrorDict
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.serializers import IntegerField

from accounts.models import User
from api.inputs import EmptySerializer, StrictSerializer, read_input
from api.members import DeclaredMember
from games.language import translate_marked
from web.frame import keyed_forms
from web.frame.keyed_forms import Refusal

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

INTEGER: Final = re.compile(r"[+-]?[0-9]{1,9}")
MEMBER: Final = re.compile(r"`(\w+)`")
OMITTED: Final = object()
YES_OR_NO: Final = {True: "yes", False: "no"}


class Typed(NamedTuple):
    """The text of a field, and the exact moment that it showed at first, as the form sent it along.

    The text alone may stand for another moment: it has no offset from UTC, and no part of a second.
    """

    text: str
    exact: str = ""
    sent: bool = True


class BoundFormField(BoundField):
    """A field in a form: the text in it, or whether it is ticked, and what is wrong with it."""

    field: Any  # a Field

    @property
    def id(self) -> str:
        return self.auto_id.replace(".", "-")

    @property
    def text(self) -> str:
        """What is in the field; hidden fields are always as at first, since nobody fills them."""
        if self.form.is_bound and self.field.kind != "hidden":
            typed: Typed = self.data
            return typed.text
        return str(self.field.shown())

    @property
    def chosen(self) -> list[str]:
        """What is ticked, in a field of several choices."""
        return self.text.split("\n")

    @property
    def exact(self) -> str:
        """The moment that the text showed at first, with its seconds and its offset from UTC."""
        if self.form.is_bound:
            typed: Typed = self.data
            return typed.exact
        if self.field.kind != "moment" or self.field.initial is None:
            return ""
        return _as_moment(self.field.initial).astimezone(self.field.zone).isoformat()

    @property
    def described_by(self) -> str:
        parts = {"help": self.help_text, "error": self.errors}
        return " ".join(f"{self.id}-{name}" for name, present in parts.items() if present)


class FieldKind(NamedTuple):
    """How texts of a kind of field are parsed, and how values are shown as texts."""

    parse: Callable[[str, tzinfo], Any]
    show: Callable[[Any, tzinfo], str]


class Input(forms.Widget):
    """What reads a field; several choices have line breaks between them. Templates draw it."""

    def value_from_datadict(self, data: Any, _files: Any, name: str) -> Typed:
        if self.attrs.get("many"):
            return Typed("\n".join(data.getlist(name)[: self.attrs["many"]]))
        return Typed(data.get(name, ""), data.get(f"{name}.exact", ""), name in data)


class FormField(forms.Field):
    """A field of a form.

    `name` is the path of a member in the body, with dots; `kind` a key of `KINDS`. `value` is what
    it holds at first, as in the body; `choices` begin with their values and words. `most` is the
    greatest length of a text.
    """

    zone: tzinfo = UTC
    part = ""
    paths: Sequence[str] = ()

    def __init__(
        self,
        name: str,
        label: str,
        kind: str = "text",
        help: str = "",
        choices: Sequence[tuple[Any, ...]] = (),
        value: Any = None,
        *,
        most: int | None = None,
        needed: bool = False,
    ) -> None:
        many = {"many": len(choices)} if kind == "many" else {}
        super().__init__(
            required=False,
            label=label,
            help_text=help,
            initial=value,
            widget=Input(many),
            bound_field_class=BoundFormField,
        )
        self.label: StrOrPromise = label
        self.name, self.kind, self.choices = name, kind, choices
        self.most, self.needed = most, needed

    def placed(self, part: str = "", paths: Sequence[str] = ()) -> Self:
        """Put the field under a heading, and show the errors of members at further paths there.

        Fields with the same `part` follow each other under that heading.
        """
        self.part, self.paths = part, paths
        return self

    def shown(self) -> str:
        """Return the text of what the field holds at first."""
        return "" if self.initial is None else KINDS[self.kind].show(self.initial, self.zone)

    def clean(self, value: Typed) -> Any:
        """Return what a text stands for, in JSON; a moment that was not changed stays what it was.

        Raises FieldError for a time that clocks skip.
        """
        if not value.sent and self.kind != "flag":
            return OMITTED
        text = value.exact if _shows(value.text, value.exact) else value.text
        return KINDS[self.kind].parse(text, self.zone)


@dataclass
class FormPart:
    """Fields of a form under a heading; a `folded` part has to be opened."""

    title: str
    fields: Sequence[BoundFormField]
    folded: bool

    @property
    def refused(self) -> bool:
        return any(each.errors for each in self.fields)


class SerializerForm(forms.Form):
    """A form whose fields ask for the members of a serializer.

    `members` are what the serializer makes of the body of what was typed, once the form is valid;
    `prepare` may change the body before. Otherwise `refusal` says what is wrong. Moments are in
    `zone`. The parts after the first `unfolded` ones have to be opened.
    """

    members: dict[str, Any]
    refusal: Refusal | None = None
    unfolded: int | None = None
    _errors: ErrorDict | None

    def __init__(
        self,
        name: str,
        fields: Iterable[FormField],
        takes: Callable[..., StrictSerializer] = EmptySerializer,
        *,
        zone: tzinfo = UTC,
        data: QueryDict | None = None,
        prepare: Callable[[dict[str, Any]], dict[str, Any]] = dict,
    ) -> None:
        super().__init__(data, auto_id=f"{name}-%s" if name else "%s")
        self.id, self._takes, self._prepare = name, takes, prepare
        for each in fields:
            each.zone = zone
            self.fields[each.name] = each

    @property
    def parts(self) -> list[FormPart]:
        """Its fields, those with the same heading together."""
        by_title = groupby(self.shown(), key=lambda each: each.field.part)
        return [
            FormPart(title, list(fields), self.unfolded is not None and number >= self.unfolded)
            for number, (title, fields) in enumerate(by_title)
        ]

    @property
    def refused(self) -> bool:
        """Whether it was sent and refused."""
        return self.is_bound and bool(self.errors)

    def submit(self, request: HttpRequest, user: User, do: Callable[[], str]) -> str | None:
        """Run `do` once for the form's key if the form is valid; return the address that follows.

        Return None if the form or what it does is refused, which the form then shows.
        """
        if not self.is_valid():
            return None
        done = keyed_forms.act_once(request, user, do)
        if isinstance(done, str):
            return done
        self.refuse(done)
        return None

    def refuse(self, refusal: Refusal) -> None:
        """Show why a form was refused: at the fields that ask for the members at fault, or above.

        Errors are by the paths of members in the body, such as `rules/at_table`; one of a part of a
        member is shown at its field. Sentences that name a member get the label of its field.
        """
        self.refusal = refusal
        if self._errors is None:  # what the serializer took, and a service refused
            self._errors, self.cleaned_data = ErrorDict(), {}
        asked = [each.field for each in self.shown() if each.field.kind != "hidden"]
        paths = {path: each.name for each in asked for path in (each.name, *each.paths)}
        labels = _labels_of([each for each in asked if each.label])
        for pointer, sentence in (refusal.at or {"": refusal.detail}).items():
            nearest = _nearest(pointer.replace("/", "."), paths)
            self.add_error(nearest, FieldError(_with_labels(sentence, labels)))

    def shown(self) -> Iterator[BoundFormField]:
        for each in self:
            if isinstance(each, BoundFormField):
                yield each

    def _post_clean(self) -> None:
        """Hand what was typed to the serializer, as a ModelForm does to its model."""
        if self._errors:
            at = {name: str(found[0]) for name, found in self._errors.items()}
            self.refusal = Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "", at)
            return
        try:
            self.members = read_input(self._takes, self._prepare(_nested(self.cleaned_data)))
        except ValidationError as error:
            self.refuse(keyed_forms.refuse(error))


def field_of(
    member: DeclaredMember, kind: str, choices: Sequence[tuple[Any, ...]] = (), value: Any = None
) -> FormField:
    """Return the field of a member of a record, with its words in the active language.

    The label of a flag is what it means to set it, if its values have words.
    """
    about = member.about
    label, words = about.label, about.help
    if kind == "flag" and True in about.words:
        label, words = about.words[True], about.follows.get(True, "")
    numbers = {"least": about.least, "most": about.most, **about.numbers}
    words, part = translate_marked(words).format(**numbers), translate_marked(about.part)
    return FormField(member.name, translate_marked(label), kind, words, choices, value).placed(part)


def fields_of(takes: type[StrictSerializer]) -> list[FormField]:
    """Return a field for each member of a serializer, for forms that templates draw themselves."""
    return [
        FormField(name, "", "number" if isinstance(each, IntegerField) else "text")
        for name, each in takes().fields.items()
    ]


def _nearest(path: str, paths: Mapping[str, str]) -> str | None:
    """Return the field that asks for the member at a path, or for a part of it or more."""
    at = [name for name in paths if path == name or path.startswith(f"{name}.")]
    return paths[max(at, key=len)] if at else None


def _labels_of(fields: Iterable[FormField]) -> Mapping[str, "StrOrPromise"]:
    """Return labels by the last names of paths, and by values; the first of two fields counts."""
    members: dict[str, StrOrPromise] = {}
    values: dict[str, StrOrPromise] = {}
    for field in fields:
        for path in (field.name, *field.paths):
            members.setdefault(path.rpartition(".")[2], field.label)
        for value, title, *_ in field.choices:
            values.setdefault(value, title)
    return values | members


def _with_labels(sentence: str, labels: Mapping[str, "StrOrPromise"]) -> str:
    """Return a sentence in which members such as `rated` have the labels that the form shows."""

    def label(found: re.Match[str]) -> str:
        known = labels.get(found[1])
        return found[0] if known is None else gettext("“{label}”").format(label=known)

    return MEMBER.sub(label, sentence)


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body in which dots nest; what is omitted is left out."""
    body: dict[str, Any] = {}
    for name, value in values.items():
        *parents, last = name.split(".")
        inside = body
        for parent in parents:
            inside = inside.setdefault(parent, {})
        if value is not OMITTED:
            inside[last] = value
    return body


def _shows(text: str, exact: str) -> bool:
    """Return whether a text is how an exact moment was shown."""
    try:
        return bool(exact) and _local(datetime.fromisoformat(exact)) == text.strip()
    except ValueError:
        return False


def _text(text: str, _zone: tzinfo) -> Any:
    return text.strip() or OMITTED


def _number(text: str, _zone: tzinfo) -> Any:
    stripped = text.strip()
    return int(stripped) if INTEGER.fullmatch(stripped) else stripped or OMITTED


def _numbers(text: str, zone: tzinfo) -> Any:
    return [_number(each, zone) for each in text.replace(",", " ").split()] or OMITTED


def _moment(text: str, zone: tzinfo) -> Any:
    """Return a moment with its offset from UTC; of a time that occurs twice, the first.

    Raises FieldError for a time that does not occur, as clocks are put forward.
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
        raise FieldError(said.format(zone=zone))
    return moment.isoformat()


def _moment_shown(value: Any, zone: tzinfo) -> str:
    return _local(_as_moment(value).astimezone(zone))


def _as_moment(value: Any) -> datetime:
    return datetime.fromisoformat(value) if isinstance(value, str) else value


def _local(moment: datetime) -> str:
    """Return a moment as browsers send it: without its zone, and its seconds only if there are."""
    units = "seconds" if moment.second else "minutes"
    return moment.replace(tzinfo=None).isoformat(timespec=units)


def _as_text(value: Any, _zone: tzinfo) -> str:
    return str(value)


KINDS: Final[Mapping[str, FieldKind]] = {
    "text": FieldKind(_text, _as_text),
    "lines": FieldKind(lambda text, _: text.strip(), _as_text),
    "choice": FieldKind(_text, _as_text),
    "hidden": FieldKind(_text, _as_text),
    "number": FieldKind(_number, _as_text),
    "numbers": FieldKind(_numbers, lambda value, _: ", ".join(map(str, value))),
    "moment": FieldKind(_moment, _moment_shown),
    "number_choice": FieldKind(_number, _as_text),
    "radio": FieldKind(_text, _as_text),
    "radio_number": FieldKind(_number, _as_text),
    "radio_flag": FieldKind(
        lambda text, _: {"yes": True, "no": False}.get(text.strip(), OMITTED),
        lambda value, _: YES_OR_NO.get(value, value),
    ),
    "many": FieldKind(
        lambda text, _: text.split("\n") if text else OMITTED, lambda value, _: "\n".join(value)
    ),
    "tick": FieldKind(_text, _as_text),  # of the only choice
    "flag": FieldKind(lambda text, _: bool(text), lambda value, _: "on" if value else ""),
}
