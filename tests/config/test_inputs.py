"""Input is read strictly, whichever serializer reads it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import get_resolver
from django.utils.functional import Promise

from api.inputs import StrictSerializer, StructSerializer
from api.inputs import _serializer_of as kept_serializer

pytestmark = pytest.mark.quick


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
