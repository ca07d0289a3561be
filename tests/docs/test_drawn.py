"""The examples on the rules' pages are played, and their drawings are up to date."""

import re
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from illimat_core.cards import LUMINARIES
from illimat_core.console.scenarios import read_file, run
from illimat_core.modes import Mode
from illimat_core.options import Options, read_options
from illimat_core.words.board import luminary_name
from tests.docs.drawn import PAGES, Example, drawn, examples
from tests.support.documents import PROJECT, blocks, text_of

SCENARIOS = PROJECT / "tests" / "scenarios"
EXAMPLES = [(page, example) for page in PAGES for example in examples(page)]
BASICS = (
    "R-SETUP-3", "R-HARV-1", "R-HARV-2", "R-HARV-3", "R-STOCK-1", "R-STOCK-2", "R-STOCK-3",
    "R-SOW-1", "R-SEASON-1", "R-SEASON-2", "R-SEASON-3", "R-CLEAR-1", "R-CLEAR-2", "R-CLEAR-3",
    "R-CLEAR-4", "R-CLEAR-5", "R-TURN-3", "R-TURN-4", "R-SCORE-2", "R-SCORE-4", "R-SCORE-5",
    "R-END-1", "R-END-3",
)  # fmt: skip


DRAWN = re.compile(r"^\| `(\w+)` \|.*\[drawn\]\(luminaries\.md#([\w-]+)\) \|$", re.M)
USUAL = Options()

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)


def shown_under(page: str, title: str) -> list[dict[str, Any]]:
    """Return the scenarios of the examples below a heading."""
    return [
        each.scenario
        for at, each in EXAMPLES
        if at.stem == page and each.heading.lower().replace(" ", "-") == title
    ]


@each_page
def test_the_drawings_of_a_page_are_what_its_scenarios_come_to(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == drawn(text), "run python -m tests.docs.drawn"


@each_page
def test_nothing_is_drawn_that_is_not_played(page: Path) -> None:
    there = len(list(examples(page)))
    assert there == len(blocks(page, "text")) == len(blocks(page, "yaml")) > 15


@pytest.mark.parametrize(
    "example", [each for _, each in EXAMPLES], ids=lambda each: str(each.scenario["id"])
)
def test_examples_come_true(example: Example) -> None:
    assert example.scenario["then"]
    run(example.scenario)


@pytest.mark.slow
def test_every_example_has_an_id_of_its_own() -> None:
    scenarios = [each for path in SCENARIOS.rglob("*.yaml") for each in read_file(path)]
    scenarios += [example.scenario for _, example in EXAMPLES]
    assert [
        id for id, times in Counter(each["id"] for each in scenarios).items() if times > 1
    ] == []


@pytest.mark.parametrize("rule", BASICS)
def test_the_basics_are_drawn_for_who_never_played(rule: str) -> None:
    assert any(at.stem == "how-to-play" and rule in each.scenario["rules"] for at, each in EXAMPLES)


@pytest.mark.parametrize("luminary", LUMINARIES)
def test_a_luminarys_row_leads_to_its_drawing(luminary: str) -> None:
    title = dict(DRAWN.findall(text_of("rules/README.md")))[luminary]
    assert title == luminary_name(luminary).lower().replace(" ", "-")
    rule = f"R-LUM-{luminary.upper().replace('_', '-')}"
    assert any(
        rule in scenario["rules"] and luminary in str(scenario["given"])
        for scenario in shown_under("luminaries", title)
    )


@pytest.mark.parametrize("mode", [mode for mode in get_args(Mode) if mode != USUAL.mode])
def test_every_mode_is_drawn(mode: str) -> None:
    shown = shown_under("modes-and-options", mode.replace("_", "-"))
    assert any(each["given"]["options"]["mode"] == mode for each in shown)


@pytest.mark.parametrize("option", sorted({*Options.__struct_fields__} - {"mode"}))
def test_every_option_is_drawn_at_work(option: str) -> None:
    chosen = [
        read_options(each["given"]["options"]) for each in shown_under("modes-and-options", option)
    ]
    assert any(getattr(each, option) != getattr(USUAL, option) for each in chosen)
