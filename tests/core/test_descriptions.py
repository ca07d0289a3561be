"""Authors of clients find every event, decision, luminary and option described."""

import re
from typing import Any, get_args

import msgspec
import pytest

from illimat_core.actions import TYPES
from illimat_core.catalogue import catalogue, questions
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT
from illimat_core.events import ANY_EVENT, BY_NAME, SECRETS, Event
from illimat_core.events.descriptions import EventDescription, describe_events
from illimat_core.events.examples import EXAMPLES
from illimat_core.narration import narrate
from illimat_core.options import Options

DESCRIBED = describe_events()
SENTENCE = re.compile(r"[A-Z`].*[.]", re.DOTALL)
ASKED_OF_CHANCE = {"deal", "reshuffle", "steal", "absent_spectator", "fields_season"}


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
    read: Any = msgspec.convert(example, kind)
    written = msgspec.json.decode(msgspec.json.encode(read))
    assert written.items() >= {k: v for k, v in example.items() if k != "options"}.items()


@pytest.mark.parametrize("kind", ANY_EVENT, ids=lambda kind: kind.__name__)
def test_examples_can_be_told_in_words(kind: type[Event]) -> None:
    told = narrate(msgspec.to_builtins(msgspec.convert(EXAMPLES[kind.__name__], kind)), "ABC")
    assert told is None or told.endswith(".")


def test_every_question_to_people_is_described_with_its_answers() -> None:
    asked = {question.kind: question for question in questions()}
    assert set(asked) == set(get_args(Kind)) - ASKED_OF_CHANCE
    for question in asked.values():
        assert SENTENCE.fullmatch(question.prompt)
        assert question.answers
        assert set(question.answers) <= set(TYPES)


def test_every_luminary_of_the_edition_is_described() -> None:
    assert set(catalogue()) == set(CURRENT.luminaries)
    for entry in catalogue().values():
        assert entry.sentences


def test_every_option_is_described() -> None:
    _, components = msgspec.json.schema_components([Options])
    options = components["Options"]["properties"]
    assert set(options) == set(Options.__struct_fields__)
    assert all(SENTENCE.fullmatch(option["description"]) for option in options.values())
