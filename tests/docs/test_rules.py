"""Every rule id cited in the project is defined in the rules."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.documents import PROJECT, text_of

ID = re.compile(r"\bR-[A-Z]+(?:-[A-Z0-9]+)*")
STATED = re.compile(r"^- \*\*(R-[A-Z0-9-]+)\*\*", re.M)
WRITTEN = {".py", ".md", ".yaml", ".json", ".html", ".txt"}


def texts() -> Iterator[Path]:
    for top in PROJECT.iterdir():
        if not top.name.startswith(".") and top.name != "var":
            yield from (file for file in [top, *top.rglob("*")] if file.suffix in WRITTEN)


def test_every_rule_that_is_cited_can_be_read() -> None:
    known = {
        *STATED.findall(text_of("rules/RULES.md")),
        "R-ACT-1",
    }  # listed among the refusals in RULES.md
    families = {"-".join(parts[:2]) for parts in (rule.split("-") for rule in known)}
    assert len(known) > 90
    for file in texts():
        cited = set(ID.findall(file.read_text()))
        assert cited <= known | families, file


def test_every_rule_has_an_id_of_its_own() -> None:
    stated = STATED.findall(text_of("rules/RULES.md"))
    assert len(stated) == len(set(stated))
