"""Every decision, luminary and option has a description, and events have examples."""

import re
from typing import get_args

import msgspec
import pytest

from illimat_core.actions import TYPES
from illimat_core.decisions import Kind
from illimat_core.editions import CURRENT
from illimat_core.events import ANY_EVENT, Event, read_shown
from illimat_core.events.examples import EXAMPLES
from illimat_core.options import Options
from illimat_core.words.descriptions import describe_luminaries, questions
from illimat_core.words.narration import narrate

pytestmark = pytest.mark.quick

SENTENCE = re.compile(r"[A-Z`].*[.]", re.DOTALL)
ASKED_OF_CHANCE = {"deal", "reshuffle", "steal", "absent_spectator", "fields_season"}


@pytest.mark.parametrize("kind", ANY_EVENT, ids=lambda kind: kind.__name__)
def test_examples_can_be_told_in_words(kind: type[Event]) -> None:
    told = narrate(read_shown(EXAMPLES[kind.__name__]), "ABC")
    assert told is None or told.endswith(".")


def test_every_question_to_people_is_described_with_its_answers() -> None:
    asked = {question.kind: question for question in questions()}
    assert set(asked) == set(get_args(Kind)) - ASKED_OF_CHANCE
    for question in asked.values():
        assert SENTENCE.fullmatch(question.prompt)
        assert question.answers
        assert set(question.answers) <= set(TYPES)


def test_every_luminary_of_the_edition_is_described() -> None:
    assert set(describe_luminaries()) == set(CURRENT.luminaries)
    for entry in describe_luminaries().values():
        assert entry.in_play or entry.on_reveal or entry.on_claim


def test_every_option_is_described() -> None:
    _, components = msgspec.json.schema_components([Options])
    options = components["Options"]["properties"]
    assert set(options) == set(Options.__struct_fields__)
    assert all(SENTENCE.fullmatch(option["description"]) for option in options.values())
