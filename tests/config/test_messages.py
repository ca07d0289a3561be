"""All texts of the server for people are messages of the catalogue, which translators collect."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.config.sources import MODULES, ROOT, TEMPLATES, name_of

pytestmark = pytest.mark.quick

MARKS: Final = {
    "format_lazy", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext",
}  # fmt: skip
SPOKEN: Final = {
    "AuthenticationFailed", "LogInUnfinished", "NotAllowedError", "NotFound", "ParseError",
    "PermissionDenied", "ProblemText", "TableError", "ValidationError",
}  # fmt: skip
"""What takes a text for people."""
ATTRIBUTES: Final = {"default_detail", "default_error_messages", "title"}
"""The attributes of classes that are texts for people."""
PROGRAMMED: Final = re.compile(
    r"{% blocktranslate.*?{% endblocktranslate %}|{% comment.*?{% endcomment %}|{#.*?#}"
    r"|{% block \w+_class %}.*?{% endblock %}|{%.*?%}|{{.*?}}",
    re.DOTALL,
)
MARKUP: Final = re.compile(r"<style>.*?</style>|<kbd>\w+</kbd>|<[^>]*>|&\w+;", re.DOTALL)


def texts_outside(node: ast.AST) -> Iterator[str]:
    """Yield the texts of several words in an expression that are not marked for translation."""
    if isinstance(node, ast.Call) and name_of(node.func) in MARKS:
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
        yield node.value
    for part in ast.iter_child_nodes(node):
        yield from texts_outside(part)


def escaping(tree: ast.AST) -> Iterator[str]:
    """Yield the texts for people in a module that bypass the catalogue."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in SPOKEN:
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                yield from texts_outside(argument)
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.Assign) and name_of(member.targets[0]) in ATTRIBUTES:
                    yield from texts_outside(member.value)


def not_collected(tree: ast.AST) -> Iterator[str]:
    """Yield the calls of a module that translate something other than a literal."""
    for node in ast.walk(tree):
        marked = isinstance(node, ast.Call) and name_of(node.func) in MARKS - {"format_lazy"}
        if isinstance(node, ast.Call) and marked and not isinstance(node.args[0], ast.Constant):
            yield ast.unparse(node)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_for_people_bypasses_the_catalogue(path: Path) -> None:
    assert list(escaping(ast.parse(path.read_text("utf-8")))) == []


@pytest.mark.slow
def test_every_message_is_a_literal_that_can_be_collected() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {call}"
        for path in MODULES
        for call in not_collected(ast.parse(path.read_text("utf-8")))
    }
    # The texts of these are literals of `ClockError`, `ControlPreset`, `LeagueError` and
    # `gettext_noop`, which `makemessages` knows.
    assert found == {
        "games/outputs/clocks.py: gettext(each.title)",
        "games/language.py: gettext(error.message)",
        "leagues/reading/overview.py: gettext(result.reason)",
        "leagues/season/wording.py: gettext(error.message)",
        "leagues/notices/kinds/season_prevented.py: gettext(event.message)",
        "leagues/season/wording.py: gettext(REASONS[reason.key])",
        "games/language.py: gettext(marked)",
    }


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_text_of_a_template_bypasses_the_catalogue(path: Path) -> None:
    text = MARKUP.sub(" ", PROGRAMMED.sub(" ", path.read_text("utf-8")))
    assert re.findall("[A-Za-z]{2,}", text) == []


def test_a_text_that_bypasses_it_is_noticed() -> None:
    tree = ast.parse("raise TableError('full', f'All {seats} seats are taken.')")
    assert list(escaping(tree)) == ["All ", " seats are taken."]
    assert list(escaping(ast.parse("class A:\n    title = 'It is late'"))) == ["It is late"]
    assert list(escaping(ast.parse("raise TableError('full', gettext('It is full.'))"))) == []
