"""The project's pages, and what is to be found in them."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
README = PROJECT / "README.md"
PAGES = [*sorted(PROJECT.glob("*.md")), *sorted((PROJECT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
HEADING = re.compile(r"^#+ (.+)$", re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(name: str) -> str:
    """Return what a page of docs/ says."""
    return (PROJECT / "docs" / name).read_text()


def blocks(page: Path, language: str) -> list[str]:
    """Return the fenced blocks of a page that are in a language."""
    return [body for found, body in FENCED.findall(page.read_text()) if found == language]


def links(page: Path) -> list[str]:
    """Return where a page's links lead."""
    return LINK.findall(FENCED.sub("", page.read_text()))


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page can be linked to by, as hosting platforms name it."""
    titles = HEADING.findall(FENCED.sub("", page.read_text()))
    words = [re.sub(r"[^\w\- ]", "", title.lower()) for title in titles]
    return {title.replace(" ", "-") for title in words}
