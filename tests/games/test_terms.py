"""What people and programs are told of terms of a table, options and time controls."""

from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import pytest
from django.conf import settings
from django.utils.translation import override
from msgspec import UNSET

from api.members import DeclaredMember, members_of
from games.clocks.controls import KINDS, LENGTHS, ControlKind
from games.inputs.tables import TableSerializer
from games.models import Game
from games.outputs.clocks import TimeControl
from games.terms import FURTHER, OPTIONS, RULES, WORDS, TableTerms
from illimat_core import Options
from illimat_core.cards import SETS
from web.table.table_form import table_fields

pytestmark = pytest.mark.quick
TERMS: Final = list(members_of(TableTerms).values())
BOUNDED: Final = [each for each in TERMS if each.about.most is not None]
GERMAN: Final = Path(settings.BASE_DIR, "locale/de/LC_MESSAGES/django.po").read_text("utf-8")
each_term = pytest.mark.parametrize("term", TERMS, ids=[each.name for each in TERMS])
each_bound = pytest.mark.parametrize("term", BOUNDED, ids=[each.name for each in BOUNDED])


def taken(**given: Any) -> TableSerializer:
    """Return what reads a table with these terms."""
    serializer = TableSerializer(data={"options": {}, **given})
    serializer.is_valid()
    return serializer


@each_term
def test_the_api_says_what_a_term_means_and_leaves_it_as_is_usual(term: DeclaredMember) -> None:
    assert taken().fields[term.name].help_text == term.about.says != ""
    members = taken().validated_data
    if term.name != "options":
        assert members.get(term.name, UNSET) == term.usual


@each_bound
def test_the_api_takes_what_is_within_the_bounds_of_a_term_alone(term: DeclaredMember) -> None:
    least, most = term.about.least, term.about.most
    assert most is not None
    assert [list(taken(**{term.name: each}).errors) for each in (least - 1, most + 1)] == [
        [term.name]
    ] * 2
    assert not taken(**{term.name: least}).errors
    assert not taken(**{term.name: most}).errors


@each_term
def test_the_words_of_a_term_exist_in_german(term: DeclaredMember) -> None:
    about = term.about
    words = {about.label, about.help, about.part, *about.words.values(), *about.follows.values()}
    texts = [text for text in words if text and not text.isdigit()]
    assert [text for text in texts if f'msgid "{text}"\n' not in GERMAN] == []


def test_what_can_be_chosen_for_a_term_has_words() -> None:
    words = {each.name: [name for name in each.about.words if name is not UNSET] for each in TERMS}
    assert words["visibility"] == Game.Visibility.values
    assert words["seating"] == Game.Seating.values
    assert words["start"] == Game.Start.values
    assert words["leavers"] == list(members_of(TableTerms)["leavers"].about.follows)
    assert words["leavers"] == Game.Leavers.values
    with override("en"):
        fields = list(table_fields())
    assert all(each.label and each.part for each in fields)
    assert all(choice[1] for each in fields for choice in each.choices)


def test_every_option_has_words_and_so_has_each_value_that_changes_a_rule() -> None:
    assert set(OPTIONS) == set(Options.__struct_fields__)
    assert all(each.label for each in OPTIONS.values())
    assert {*OPTIONS["luminaries"].words} == {*SETS, "none"}
    types, usual = get_type_hints(Options), Options()
    for name, words in RULES.items():
        values = get_args(types[name]) if get_origin(types[name]) is Literal else (False, True)
        assert {*words} == {*values} - {getattr(usual, name)}


def test_every_kind_of_time_control_has_its_words() -> None:
    assert list(WORDS) == list(KINDS) == list(get_args(ControlKind))
    assert {name for kind in KINDS.values() for name in kind.__struct_fields__[1:]} == set(FURTHER)
    assert {"kind", "preset", *LENGTHS} == set(TimeControl.__struct_fields__)
