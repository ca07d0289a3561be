"""Each rule of a season is declared once: what is said there holds for the API and the form."""

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from django.conf import settings
from django.utils.translation import override

from api.members import DeclaredMember, members_of
from leagues.contest.formats import FORMATS
from leagues.contest.standings.presets import BYES
from leagues.inputs.seasons import RulesSerializer
from leagues.rules import PARTS, SeasonRules
from web.leagues.rule_fields import rule_fields

MEMBERS: Final = list(members_of(SeasonRules).values())
GERMAN: Final = Path(settings.BASE_DIR, "locale/de/LC_MESSAGES/django.po").read_text("utf-8")
BOUNDED: Final = [each for each in MEMBERS if each.about.most is not None]
each_rule = pytest.mark.parametrize("rule", MEMBERS, ids=[each.name for each in MEMBERS])
each_bound = pytest.mark.parametrize("rule", BOUNDED, ids=[each.name for each in BOUNDED])


def errors_of(rule: DeclaredMember, value: Any) -> list[str]:
    """Return the members of which the API refuses the value of a rule."""
    serializer = RulesSerializer(data={rule.name: [value] if rule.name == "points" else value})
    serializer.is_valid()
    return list(serializer.errors)


def test_every_rule_is_described() -> None:
    assert [each.name for each in MEMBERS] == list(SeasonRules.__struct_fields__)
    assert {each.about.part for each in MEMBERS} == set(PARTS)


@each_rule
def test_the_api_says_what_a_rule_means_and_leaves_it_as_is_usual(rule: DeclaredMember) -> None:
    assert RulesSerializer().fields[rule.name].help_text == rule.about.says != ""
    serializer = RulesSerializer(data={})
    assert serializer.is_valid()
    assert serializer.validated_data == SeasonRules()


@each_rule
def test_the_form_offers_a_rule(rule: DeclaredMember) -> None:
    with override("en"):
        fields = [each for each in rule_fields() if each.name.split(".")[0] == rule.name]
    assert fields
    assert all(each.label for each in fields)
    assert {each.part for each in fields} == {rule.about.part}
    assert not any("{" in each.help_text for each in fields)


@each_rule
def test_the_words_of_a_rule_exist_in_german(rule: DeclaredMember) -> None:
    about = rule.about
    words = {about.label, about.help, about.part, *about.words.values()}
    texts = [text for text in words if text and not text.isdigit()]
    assert [text for text in texts if f'msgid "{text}"\n' not in GERMAN] == []


@each_bound
def test_the_api_takes_what_is_within_the_bounds_of_a_rule_alone(rule: DeclaredMember) -> None:
    least, most = rule.about.least, rule.about.most
    assert most is not None
    assert errors_of(rule, least - 1) == errors_of(rule, most + 1) == [rule.name]
    assert errors_of(rule, least) == errors_of(rule, most) == []


@each_bound
def test_a_stored_rule_beyond_its_bounds_is_still_read(rule: DeclaredMember) -> None:
    most = rule.about.most
    assert most is not None
    value = [most + 1] if rule.name == "points" else most + 1
    read = msgspec.convert({rule.name: value}, SeasonRules)
    assert getattr(read, rule.name) != rule.usual


def test_what_can_be_chosen_has_words() -> None:
    words = {each.name: list(each.about.words) for each in MEMBERS}
    assert words["format"] == list(FORMATS)
    assert words["bye"] == list(BYES)
    with override("en"):
        choices = [each for each in rule_fields() if each.kind == "choice"]
    assert all(choice[1] for each in choices for choice in each.choices)
    assert all(each.choices for each in choices)
