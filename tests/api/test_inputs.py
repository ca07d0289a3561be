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

from api.inputs import EmptySerializer, Moment, StrictSerializer, StructSerializer, read_input
from api.inputs import _serializer_of as kept_serializer
from api.paging import PageQuerySerializer
from games.inputs.tables import GamesQuerySerializer

pytestmark = pytest.mark.quick
TEXTS = ["5", "true", "", "x" * 5_000, "9" * 2_000, "2030-01-01", "2030-01-01T00:00:00"]
SENT = [None, True, 5, 1.5, -1, 10**400, *TEXTS, [], [None], [5] * 100, {}, {"a": 1}]
PYTHON = re.compile(r"\b(dict|str|int|float|bool|NoneType|True|False|None)\b")
FRAMEWORK = re.compile(r"This field|Ensure|[Vv]alid|Expected|wrong format|too large|does not match")


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
@pytest.mark.parametrize("foreign", [PYTHON, FRAMEWORK], ids=["Python", "the framework"])
def test_no_refusal_is_in_the_words_of_another(foreign: re.Pattern[str]) -> None:
    said = {
        (name, text)
        for kind in all_kinds()
        for name, field in fields_in(kind(), kind.__name__)
        for sent in SENT
        for text in refusals_of(field, sent)
    }
    assert len(said) > 500
    assert [each for each in said if foreign.search(each[1])] == []


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        ({"a": "1"}, "Leave this out: only limit, cursor can be sent here."),
        ({"limit": "x"}, "This must be a whole number."),
        ({"limit": "0"}, "This must be at least 1."),
        ({"limit": "101"}, "This can be at most 100."),
        ({"cursor": 5}, "This must be a text."),
        ({"cursor": ""}, "This cannot be empty."),
        ({"cursor": "x" * 2_001}, "This can have at most 2000 characters."),
    ],
)
def test_a_refusal_says_what_is_possible(sent: dict[str, object], detail: str) -> None:
    assert refusals_of(PageQuerySerializer(), sent) == [detail]


def test_where_no_member_is_taken_none_is_named() -> None:
    refused = refusals_of(EmptySerializer(), {"a": 1})
    assert refused == ["Leave this out: it has no meaning here."]


@pytest.mark.parametrize("sent", ["2030-03-01", "2030-03-01T18:00:00", "soon", 5])
def test_a_time_without_its_offset_is_refused_with_one_that_has_it(sent: object) -> None:
    assert "with its offset from UTC, such as 2030-" in " ".join(refusals_of(Moment(), sent))


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


@pytest.mark.parametrize(
    "query", ["limit=", "limit=2.0", "limit=%2B2", "limit=%EF%BC%92", "limit= 2"]
)
def test_a_number_in_a_query_has_digits_alone(query: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read_input(PageQuerySerializer, QueryDict(query))
    assert refused.value.get_codes() == {"limit": ["invalid"]}


def test_a_choice_that_a_query_leaves_empty_is_refused() -> None:
    with pytest.raises(ValidationError):
        read_input(GamesQuerySerializer, QueryDict("state="))
