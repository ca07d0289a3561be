"""Every type of event has a description for client authors."""

import re
from typing import Any

import msgspec
import pytest

from games.outputs.events import EventDescription, describe_events, event_schemas
from illimat_core.events import ANY_EVENT, BY_NAME, SECRETS, Event
from illimat_core.events.examples import EXAMPLES

pytestmark = pytest.mark.quick

DESCRIBED = describe_events()
SCHEMAS = event_schemas("{name}")
SENTENCE = re.compile(r"[A-Z`].*[.]", re.DOTALL)


def test_every_type_of_event_is_described_once() -> None:
    assert [described.type for described in DESCRIBED] == [kind.__name__ for kind in ANY_EVENT]


@pytest.mark.parametrize("described", DESCRIBED, ids=lambda described: described.type)
def test_a_description_tells_meaning_members_and_who_sees_what(
    described: EventDescription,
) -> None:
    kind = BY_NAME[described.type]
    assert SENTENCE.fullmatch(described.meaning)
    assert set(described.members) == set(kind.__struct_fields__)
    assert all(SENTENCE.fullmatch(member["description"]) for member in described.members.values())
    assert described.secret == SECRETS[kind]
    assert SENTENCE.fullmatch(described.seen_by)
    for name in described.secret:
        assert described.seen_by in described.members[name]["description"]


@pytest.mark.parametrize("kind", ANY_EVENT, ids=lambda kind: kind.__name__)
def test_the_example_of_an_event_is_one(kind: type[Event]) -> None:
    example = EXAMPLES[kind.__name__]
    schema = SCHEMAS[kind.__name__]
    assert set(schema["required"]) <= set(example) <= set(schema["properties"])
    read: Any = msgspec.convert(example, kind)
    written = msgspec.json.decode(msgspec.json.encode(read))
    assert written.items() >= {k: v for k, v in example.items() if k != "options"}.items()
