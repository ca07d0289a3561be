"""The project's pages: links have targets, and no page contains a path of somebody's machine."""

import re
from pathlib import Path

import pytest

from tests.support.documents import PAGES, PROJECT, anchors, links

pytestmark = pytest.mark.quick

ELSEWHERE = re.compile(r"\b(https?|mailto):")
MACHINE = re.compile(r"(?<![\w.])/(home|root|work|Users|tmp)/|\.\./shared")
ROOTS = ("", "illimat_core", "games", "leagues", "moderation", "ratings", "notifications", "config")
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))


@EVERY_PAGE
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    for link in links(page):
        if ELSEWHERE.match(link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert target.is_relative_to(PROJECT), link
        assert not anchor or anchor in anchors(target), link


@EVERY_PAGE
def test_no_page_names_a_path_of_somebodys_machine(page: Path) -> None:
    assert not MACHINE.findall(page.read_text())


def test_every_page_of_docs_can_be_reached_from_the_readme() -> None:
    reached: set[Path] = set()
    ahead = {PROJECT / "README.md"}
    while ahead:
        page = ahead.pop()
        reached.add(page)
        for link in links(page):
            target = (page.parent / link.partition("#")[0]).resolve()
            if target.suffix == ".md" and target.exists():
                ahead |= {target} - reached
    assert set(PAGES) - reached == set()


@EVERY_PAGE
def test_every_file_that_is_named_is_there(page: Path) -> None:
    for name in re.findall(r"`([\w./]+\.py)\b", page.read_text()):
        assert any((PROJECT / root / name).exists() for root in ROOTS), name
