"""Facts live on their record: the core knows a luminary by its record, and never asks for its name.

A luminary's id or name stands in its own module, in the vocabulary of cards, in the tables of
editions and among the sentences of other languages. Beyond these it stands where the list below
says, each time for a reason; docstrings, comments and the descriptions for authors of clients
(``says``) may explain.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from illimat_core.cards import LUMINARIES

pytestmark = pytest.mark.quick

CORE: Final = Path(__file__).parents[2] / "illimat_core"
HOMES: Final = {"cards.py", "editions.py", "de_luminaries.py"}

ACTIONS: Final = {"RakeSow", "rake_sow", "LoomStockpile", "loom_stockpile"}
KINDS: Final = {
    "echo", "changeling_claim", "forest_queen_claim", "astronomer", "gambler", "audience",
    "audience_spectator", "perfect_crime_claim", "butchers_claim",
}  # fmt: skip
MEMBERS: Final = {
    "children", "_children", "astronomer", "audience_as", "audience_as.", "audience_was",
    "was_audience", "children: ",
}  # fmt: skip
ALLOWED: Final[dict[str, set[str]]] = {
    # Wire names, which never change.
    "actions.py": ACTIONS,
    "menu_entries.py": ACTIONS | {"RakeSowTemplate", "LoomStockpileTemplate"},
    "decisions.py": KINDS,
    "events/examples.py": {"maiden", "river", "rake", "union", "echo"},
    # Members of positions and states that are called after a luminary.
    "positions/loading.py": MEMBERS,
    "positions/writing.py": MEMBERS,
    "observation.py": MEMBERS,
    "views.py": MEMBERS,
    "picture/board.py": MEMBERS,
    "console/scenarios.py": MEMBERS,
    "state.py": MEMBERS,
    "rules/scoring.py": MEMBERS,
    "folding/luminaries.py": MEMBERS,
    "folding/rounds.py": MEMBERS,
    # Options that are called after a luminary.
    "options.py": {"perfect_crime", "universe_reach", "audience"},
    "rules/harvesting.py": {"universe_reach"},
    "offers/packing.py": {"universe_reach"},
    "rules/takes.py": {"universe_reach"},
    # Other rules that name a luminary: the Island's sentence and the mode's.
    "luminaries/island.py": {"Forest Queen"},
    "modes/solitaire.py": {"rake", "Rake"},
    # An example of input.
    "messages/en.py": {"river"},
}
WORDS: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+")


def documentation(tree: ast.AST) -> set[ast.AST]:
    """Return the explanatory strings of a module: docstrings and descriptions of members."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            found.add(node.value)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "says"
        ):
            found.update(ast.walk(node))
    return found


def texts(file: Path) -> Iterator[str]:
    """Yield the strings and identifiers of a module's code."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    explaining = documentation(tree)
    for node in ast.walk(tree):
        if node in explaining:
            continue
        for name in ("id", "attr", "name", "arg", "value"):
            text = getattr(node, name, None)
            if isinstance(text, str):
                yield text


def namings(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each luminary that a module's code names, with the text that names it."""
    for text in texts(file):
        told = f"_{'_'.join(WORDS.findall(text)).lower()}_"
        for luminary in LUMINARIES:
            if f"_{luminary}_" in told and luminary != file.stem:
                yield luminary, text


def is_allowed(file: Path, luminary: str, text: str) -> bool:
    """Return whether the list has a text of this module, or a name within a sentence."""
    allowed = ALLOWED.get(str(file.relative_to(CORE)), set())
    title = luminary.replace("_", " ").title()
    return text in allowed or (" " in text and not {luminary, title}.isdisjoint(allowed))


MODULES: Final = [file for file in sorted(CORE.rglob("*.py")) if file.name not in HOMES]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(CORE)))
def test_no_module_names_a_luminary_that_is_not_its_own(file: Path) -> None:
    named = [text for luminary, text in namings(file) if not is_allowed(file, luminary, text)]
    assert named == []


def test_a_luminary_is_found_in_strings_and_identifiers(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""The Rake."""\n'
        "hides = by in {None, 'echo'}\n"
        "rule = 'R-LUM-FOREST-QUEEN'\n"
        "def check_island(): raise RuleError('The Loom is used.')\n"
        "member: Annotated[int, says('The Boat.')]\n"
    )
    assert {luminary for luminary, _ in namings(module)} == {
        "echo", "forest_queen", "island", "loom",
    }  # fmt: skip


@pytest.mark.parametrize("name", ALLOWED)
def test_no_module_is_allowed_what_it_does_not_need(name: str) -> None:
    if (CORE / name).exists():
        assert any(namings(CORE / name))
