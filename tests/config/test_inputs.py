"""Input is read strictly, whichever serializer reads it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import QueryDict
from django.urls import get_resolver
from django.utils.functional import Promise
from rest_framework.exceptions import ValidationError
from rest_framework.fields import SkipField

from api.inputs import StrictSerializer, StructSerializer, read_input
from api.inputs import _serializer_of as kept_serializer
from api.paging import PageQuerySerializer

pytestmark = pytest.mark.quick
SENT = [None, True, 5, 1.5, 10**400, "5", "true", [], [None], {}, {"a": 1}]
PYTHON = re.compile(r"\b(dict|str|int|float|bool|NoneType|True|False|None)\b")


def kinds_below(kind: type[StrictSerializer]) -> Iterator[type[StrictSerializer]]:
    """Yield the serializers of the server that derive from `kind`."""
    for each in kind.__subclasses__():
        if each is not StructSerializer and not each.__module__.startswith(("tests", "trials")):
            yield each
        yield from kinds_below(each)


def fields_in(field: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield a field and all those in it, with their names."""
    yield name, field
    for inner, each in getattr(field, "fields", {}).items():
        yield from fields_in(each, f"{name}.{inner}")
    if child := getattr(field, "child", None):
        yield from fields_in(child, f"{name}[]")


def all_kinds() -> list[type[StrictSerializer]]:
    """Return all serializers of the server's input, each once."""
    assert get_resolver().url_patterns  # which imports them
    return list(dict.fromkeys(kinds_below(StrictSerializer)))


def test_a_serializer_that_threads_share_has_all_its_messages_ready() -> None:
    messages = [
        (name, message)
        for kind in all_kinds()
        for name, field in fields_in(kept_serializer(kind, "en"), kind.__name__)
        for validator in field.validators
        if (message := getattr(validator, "message", None)) is not None
    ]
    assert len(messages) > 100
    assert [name for name, message in messages if not isinstance(message, str | Promise)] == []


def texts_in(detail: Any) -> Iterator[str]:
    """Yield the sentences of the detail of a ValidationError."""
    if isinstance(detail, str):
        yield detail
    else:
        for each in detail.values() if isinstance(detail, dict) else detail:
            yield from texts_in(each)


def refusals_of(field: Any, sent: object) -> list[str]:
    """Return the sentences in which a field refuses a value, none if it takes it."""
    try:
        field.run_validation(sent)
    except SkipField:
        return []
    except ValidationError as error:
        return list(texts_in(error.detail))
    return []


@pytest.mark.django_db
def test_no_refusal_speaks_of_types_of_python() -> None:
    said = [
        (name, text)
        for kind in all_kinds()
        for name, field in fields_in(kind(), kind.__name__)
        for sent in SENT
        for text in refusals_of(field, sent)
    ]
    assert len(said) > 1000
    assert [each for each in said if PYTHON.search(each[1])] == []


def is_converted(field: Any, sent: object) -> bool:
    """Return whether a field takes a value for one of another type."""
    try:
        return not isinstance(field.run_validation(sent), type(sent))
    except ValidationError:
        return False


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [True, 5, 1.5, "5", "true"], ids=repr)
def test_nothing_in_a_body_is_taken_for_a_value_of_another_type(sent: object) -> None:
    bodies = [kind for kind in all_kinds() if "Query" not in kind.__name__]
    fields = [each for kind in bodies for each in fields_in(kind(), kind.__name__)]
    assert len(fields) > 100
    assert [name for name, field in fields if is_converted(field, sent)] == []


@pytest.mark.parametrize("query", ["limit=1&limit=2", "limit=1&limit=1"])
def test_a_parameter_that_is_given_twice_is_refused(query: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read_input(PageQuerySerializer, QueryDict(query))
    assert refused.value.get_codes() == {"limit": ["repeated"]}
