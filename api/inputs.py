"""Strict input: a request is rejected if a member is unknown or has the wrong type."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any, NoReturn
from uuid import UUID

from django.http import QueryDict
from django.utils.translation import get_language, gettext, gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from msgspec import UNSET
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.utils.formatting import lazy_format

from api.members import DeclaredMember, members_of
from api.standard import MOMENT


class StrictSerializer(serializers.Serializer[Any]):
    """Members with their types; rejects unknown and read-only members by name."""

    default_error_messages = dict.fromkeys(["invalid", "null"], gettext_lazy("Send a JSON object."))

    def to_internal_value(self, data: Any) -> Any:
        """Return the members; raises ValidationError that names each member at fault."""
        if isinstance(data, Mapping):
            taken = [name for name, field in self.fields.items() if not field.read_only]
            check_names(data, taken)
        if isinstance(data, QueryDict):
            _check_once(data)
            data = data.dict()  # or the framework would take what is empty for left out
        return super().to_internal_value(data)


def check_names(given: Iterable[str], known: Sequence[str]) -> None:
    """Raise ValidationError for the names that are not known, which says those that are."""
    if others := sorted(set(given) - set(known)):
        detail = gettext("Leave this out: it has no meaning here.")
        if known:
            only = gettext("Leave this out: only {members} can be sent here.")
            detail = only.format(members=", ".join(known))
        raise ValidationError({name: [detail] for name in others}, code="unknown")


def _check_once(query: QueryDict) -> None:
    """Raise ValidationError for parameters that are given more than once."""
    if repeated := [name for name, values in query.lists() if len(values) > 1]:
        detail = gettext("Give this parameter once.")
        raise ValidationError({name: [detail] for name in repeated}, code="repeated")


class EmptySerializer(StrictSerializer):
    """An object without members."""


class OneOf(serializers.ChoiceField):
    """One of several values; the error lists them, and does not repeat the value sent."""

    default_error_messages = {"invalid_choice": gettext_lazy("Choose among {choices}.")}

    def fail(self, key: str, **kwargs: Any) -> NoReturn:
        super().fail(key, choices=", ".join(map(str, self.choices)), **kwargs)


class Text(serializers.CharField):
    """A string; a number is not taken for one."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text; raises ValidationError for anything but a string."""
        if not isinstance(data, str):
            self.fail("invalid")
        text: str = super().to_internal_value(data)
        return text


class Id(serializers.UUIDField):
    """A UUID, written as a string; a number is not taken for one."""

    def to_internal_value(self, data: Any) -> UUID:
        """Return the UUID; raises ValidationError for anything but a string that is one."""
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Number(serializers.IntegerField):
    """An integer of a JSON body; unlike in a query, a string of digits is rejected."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number; raises ValidationError for anything else."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class QueryNumber(serializers.IntegerField):
    """An integer in a query, written in digits from 0 to 9 alone."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number; raises ValidationError for anything else."""
        if not (str(data).isascii() and str(data).isdigit()):
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false in a JSON body; strings and numbers that may stand for them are rejected."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the truth value; raises ValidationError for anything else."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class QueryFlag(serializers.BooleanField):
    """True or false in a query, and no other word for them."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the truth value; raises ValidationError for another word."""
        if data not in ("true", "false"):
            self.fail("invalid")
        return bool(data == "true")


class Moment(serializers.DateTimeField):
    """A time with its offset from UTC; without one, nobody knows which is meant."""

    default_error_messages = {"no_offset": MOMENT}

    def enforce_timezone(self, value: datetime) -> datetime:
        """Return the time in UTC; raises ValidationError for one without an offset."""
        if value.tzinfo is None:
            self.fail("no_offset")
        return super().enforce_timezone(value)


@extend_schema_field(OpenApiTypes.OBJECT)
class Object(serializers.Field[Any, Any, Any, Any]):
    """A JSON object whose members the core checks."""

    default_error_messages = {"invalid": gettext_lazy("This must be an object.")}

    def to_internal_value(self, data: Any) -> Mapping[str, Any]:
        """Return the object unchanged; raises ValidationError for anything else."""
        if not isinstance(data, dict):
            self.fail("invalid")
        return data

    def to_representation(self, value: Any) -> Any:
        return value


class StructSerializer(StrictSerializer):
    """The members of a Struct, `Meta.struct`, that are annotated with a `Member`.

    A field that is declared by hand takes the place of the one that would be built, and is
    described by its `Member` all the same; others are added.
    """

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        by_hand, fields = super().get_fields(), {}
        for name, member in members_of(self.Meta.struct).items():  # type: ignore[attr-defined]
            fields[name] = by_hand.get(name) or _field_of(member)
            fields[name].help_text = member.about.says
        return fields | by_hand


def _field_of(member: DeclaredMember) -> serializers.Field[Any, Any, Any, Any]:
    """Return the field of a member of a record; left out, it has its usual value, if any."""
    about = member.about
    options = {"required": False} if member.usual is UNSET else {"default": member.usual}
    if member.nullable:
        options["allow_null"] = True
    if member.type is int:
        return Number(min_value=about.least, max_value=about.most, **options)
    if member.type is bool:
        return Flag(**options)
    if member.type is datetime:
        return Moment(**options)
    return OneOf([each for each in about.words if each is not UNSET], **options)


def read_input(kind: Callable[..., StrictSerializer], given: Any) -> dict[str, Any]:
    """Validate a body or a query and return its members; raises ValidationError."""
    shared = isinstance(kind, type)
    serializer = _serializer_of(kind, get_language()) if shared else kind()
    members: dict[str, Any] = serializer.run_validation(given)
    return members


@cache
def _serializer_of(kind: type[StrictSerializer], _language: str | None) -> StrictSerializer:
    """Return a serializer for all threads, whose messages are in the language that is active."""
    serializer = kind()
    _make_messages(serializer)
    return serializer


def _make_messages(field: Any) -> None:
    """Format the messages of a field and those in it.

    A `lazy_format` drops what it was made of when it is formatted, so that a second thread, which
    formats it at the same time, fails.
    """
    for validator in field.validators:
        if isinstance(message := getattr(validator, "message", None), lazy_format):
            validator.message = str(message)
    for inner in getattr(field, "fields", {}).values():
        _make_messages(inner)
    if child := getattr(field, "child", None):
        _make_messages(child)
