"""Every mode has all its parts, and its facts are in its own record."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from illimat_core import read_options
from illimat_core.cards import SETS
from illimat_core.editions import EDITIONS
from illimat_core.messages import ENGLISH
from illimat_core.modes import DEFAULT_MODE, MODES, Mode
from tests.core.scenarios import SCENARIOS

ROOT = Path(__file__).parents[2]
CORE = ROOT / "illimat_core"
ELSEWHERE = sorted(
    path
    for path in CORE.rglob("*.py")
    if path.relative_to(CORE).parts[0] not in {"modes", "mode_steps"}
)
VOCABULARY = {"events", "views.py", "editions.py"}
"""Where else modes may be named: what is stored or shown, and the table of their steps."""
LEVELS = CORE / "players" / "levels.py"
"""A level of house players has the name of a mode."""
TRANSLATED = CORE / "messages" / "de_modes.py"
"""The sentences of modes in another language, by the keys of their modules."""
RULES = [
    path
    for path in ELSEWHERE
    if path.relative_to(CORE).parts[0] not in VOCABULARY and path not in {LEVELS, TRANSLATED}
]


def named_in(source: str) -> Iterator[str]:
    """Yield the references to a mode in a module, without docstrings and comments."""
    tree = ast.parse(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in docstrings and names_in_words(text):
            yield text
        for identifier in identifiers(node):
            if any(f"_{name}_" in f"_{identifier.lower()}_" for name in MODES):
                yield identifier


def names_in_words(text: str) -> bool:
    """Return whether a text is a mode's name, or contains an unambiguous name or a mode's rule."""
    automatons = [ENGLISH.say(rules.automaton.name) for rules in MODES.values() if rules.automaton]
    unmistakable = [name for name in MODES if "_" in name] + [name[4:] for name in automatons]
    return (
        text in MODES
        or re.search(r"R-MODE-[A-Z]", text) is not None
        or any(re.search(rf"\b{name}\b", text) for name in unmistakable)
    )


def identifiers(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node defines, imports or refers to."""
    for member in ("id", "attr", "name", "arg", "asname"):
        value = getattr(node, member, None)
        if isinstance(value, str):
            yield value


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(CORE)))
def test_no_module_of_the_core_names_a_mode_but_its_own(path: Path) -> None:
    assert [*named_in(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("path", ELSEWHERE, ids=lambda path: str(path.relative_to(CORE)))
def test_no_module_of_the_core_asks_which_mode_it_is(path: Path) -> None:
    compared = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare | ast.Match)
        and any(isinstance(part, ast.Attribute) and part.attr == "mode" for part in ast.walk(node))
    ]
    assert compared == []


@pytest.mark.parametrize(
    "code",
    [
        'if state.options.mode == "solitaire": pass',
        "end_solitaire(draft)",
        'raise RuleError("R-MODE-SOLITAIRE", "No.")',
        'say("The Fields have no hand.")',
        "from illimat_core.modes import solo_fields",
    ],
)
def test_naming_a_mode_is_noticed(code: str) -> None:
    assert [*named_in(code)]


def test_the_table_has_every_mode() -> None:
    assert tuple(MODES) == get_args(Mode)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_has_all_its_parts(mode: Mode) -> None:
    lacking = "; ".join(missing(mode))
    assert not lacking, f"{mode} lacks: {lacking}"


def missing(mode: Mode) -> Iterator[str]:
    rules, module = MODES[mode], CORE / "modes" / f"{mode}.py"
    if not module.exists():
        yield f"the module {module.relative_to(ROOT)}"
    elif mode != DEFAULT_MODE and rules.rule not in module.read_text(encoding="utf-8"):
        yield f"{rules.rule} in {module.relative_to(ROOT)}"
    for edition in EDITIONS.values():
        for step in rules.steps:
            if step not in edition.steps:
                yield f"the step {step} in edition {edition.name}, illimat_core/editions.py"
    if rules.luminaries.least and not rules.luminaries.refusal:
        yield "a refusal that says which luminaries may be chosen"
    played = [
        scenario
        for scenario in SCENARIOS
        if scenario["given"].get("options", {}).get("mode", DEFAULT_MODE) == mode
    ]
    if not played:
        yield "a scenario"
    if mode != DEFAULT_MODE and not any(rules.rule in each["rules"] for each in played):
        yield f"a scenario of {rules.rule}"


@pytest.mark.parametrize("mode", MODES)
def test_partners_and_seats_are_those_of_every_number_of_players(mode: Mode) -> None:
    for players in MODES[mode].players:
        options = read_options({"mode": mode, "players": players})
        seats = [seat for side in options.sides for seat in side]
        assert sorted(seats) == [*range(options.seats)]
        assert all(options.side(seat) in options.sides for seat in seats)
        last = options.automaton_at(options.seats - 1)
        assert last is MODES[mode].automaton
        assert [*filter(options.automaton_at, seats)] == ([players] if last else [])


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_accepts_the_default_choices(mode: Mode) -> None:
    chosen = read_options({"mode": mode})
    assert set(chosen.luminary_set) <= set(MODES[mode].luminaries.allowed)
    assert chosen.players == MODES[mode].players[0]
    assert set(MODES[mode].luminaries.without) <= set(SETS[MODES[mode].luminaries.of])
