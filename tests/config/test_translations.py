"""Every message of the server is translated, with the arguments of the original."""

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from django.conf import settings
from django.template import Node, Template
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

from tests.config.sources import MODULES, TEMPLATES, name_of
from tests.support.wordless import ARGUMENT

pytestmark = pytest.mark.quick

ROOT: Final = Path(settings.BASE_DIR, "locale")
TRANSLATIONS: Final = sorted(ROOT.rglob("*.po"))
OWN: Final = [path for path in TRANSLATIONS if "allauth" not in path.parts]
ENTRY: Final = re.compile(r'^(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d\])? (".*")$')
OF_A_FILTER: Final = re.compile(r':_\("([^"]+)"\)')
"""What a template gives a filter to work with: `{{ day|date:_("j F") }}`."""
OF_AN_INCLUDE: Final = re.compile(r'\w=_\("([^"]*)"\)')
"""What a template gives one that it includes: `{% include "…" with keep_as=_("Sit down") %}`."""
WHERE: Final = {
    "gettext": ("singular",),
    "gettext_lazy": ("singular",),
    "gettext_noop": ("singular",),
    "ngettext": ("singular", "plural"),
    "ngettext_lazy": ("singular", "plural"),
    "pgettext": ("context", "singular"),
    "pgettext_lazy": ("context", "singular"),
    "ClockError": ("", "singular"),
    "LeagueError": ("", "singular"),
    "ControlPreset": ("", "singular"),
}
"""What takes a message, and the meaning of its arguments."""


class Asked(NamedTuple):
    """A message as the source asks for it."""

    singular: str
    plural: str = ""
    context: str = ""


class Entry(NamedTuple):
    """A message of a catalogue, with its translation, and that of its plural if it has one."""

    asked: Asked
    translations: list[str]


def asked_by_module(path: Path) -> Iterator[Asked]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and (meanings := WHERE.get(name_of(node.func))):
            given = zip(meanings, node.args, strict=False)
            texts = {
                name: str(each.value) for name, each in given if isinstance(each, ast.Constant)
            }
            texts.pop("", None)
            if texts:
                yield Asked(**texts)


def asked_by_template(path: Path) -> Iterator[Asked]:
    text = path.read_text("utf-8")
    yield from map(Asked, OF_A_FILTER.findall(text) + OF_AN_INCLUDE.findall(text))
    nodes = Template(text).nodelist
    for node in nodes.get_nodes_by_type(Node):
        if isinstance(node, TranslateNode):
            yield Asked(node.filter_expression.var.literal, context=_context(node))
        elif isinstance(node, BlockTranslateNode):
            one, several = (
                node.render_token_list(part)[0] for part in (node.singular, node.plural)
            )
            yield Asked(one, several, _context(node))


def _context(node: TranslateNode | BlockTranslateNode) -> str:
    """Return the context that a template names for a message; it is a constant."""
    return str(node.message_context.var) if node.message_context else ""


def entries(path: Path) -> list[Entry]:
    """Return the entries of a catalogue, but not its header."""
    found: list[Entry] = []
    asked: dict[str, str] = {}
    texts: list[str] = []
    for line in [*path.read_text("utf-8").splitlines(), 'msgid ""']:
        part = ENTRY.match(line)
        if part and part[1] == "msgstr":
            texts.append(ast.literal_eval(part[2]))
        elif part:
            if texts:
                found.append(Entry(_asked(asked), texts))
                asked, texts = {}, []
            asked[part[1]] = ast.literal_eval(part[2])
        elif line.startswith('"') and texts:
            texts[-1] += ast.literal_eval(line)
        elif line.startswith('"'):
            last = list(asked)[-1]
            asked[last] += ast.literal_eval(line)
    return found[1:]


def _asked(texts: dict[str, str]) -> Asked:
    return Asked(texts["msgid"], texts.get("msgid_plural", ""), texts.get("msgctxt", ""))


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in OWN}
    assert found == {code for code, _ in settings.LANGUAGES} - {"en"}


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_catalogue_has_the_messages_of_the_source_and_no_others(path: Path) -> None:
    source = {asked for module in MODULES for asked in asked_by_module(module)}
    source |= {asked for template in TEMPLATES for asked in asked_by_template(template)}
    catalogue = {entry.asked for entry in entries(path)}
    how = "Run makemessages, translate, then compilemessages: docs/developing.md, Another language."
    assert (source - catalogue, catalogue - source) == (set(), set()), how


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_message_is_translated_with_its_arguments(path: Path) -> None:
    assert "fuzzy" not in path.read_text("utf-8")
    for asked, translations in entries(path):
        originals = [asked.singular, asked.plural] if asked.plural else [asked.singular]
        for original, translation in zip(originals, translations, strict=True):
            assert translation.strip(), asked
            wanted = sorted(set(ARGUMENT.findall(original)))
            assert sorted(set(ARGUMENT.findall(translation))) == wanted, asked


@pytest.mark.parametrize("path", TRANSLATIONS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_compiled_messages_are_those_of_the_source(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    for asked, translations in entries(path):
        if asked.plural:
            shown = [compiled.ngettext(asked.singular, asked.plural, count) for count in (1, 2)]
        elif asked.context:
            shown = [compiled.pgettext(asked.context, asked.singular)]
        else:
            shown = [compiled.gettext(asked.singular)]
        assert shown == translations, "Run compilemessages."


def test_messages_are_found_however_they_are_written(tmp_path: Path) -> None:
    module, template = tmp_path / "module.py", tmp_path / "template.txt"
    module.write_text(
        "gettext('One ' 'text.')\nngettext('{n} card', '{n} cards', n)\npgettext('here', 'yes')\n"
        "ClockError(code, 'Too {late}.')\ngettext(other)\n"
    )
    assert set(asked_by_module(module)) == {
        Asked("One text."),
        Asked("{n} card", "{n} cards"),
        Asked("yes", context="here"),
        Asked("Too {late}."),
    }
    template.write_text(
        "{% load i18n %}{% if x %}{% translate 'Yes' %}{% endif %}{{ day|date:_(\"j F\") }}"
        "{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}"
    )
    assert set(asked_by_template(template)) == {
        Asked("Yes"),
        Asked("j F"),
        Asked("%(n)s card", "%(n)s cards"),
    }
