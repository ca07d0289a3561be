"""The project's pages, and their blocks, links and anchors."""

import re
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
README = PROJECT / "README.md"
PAGES = [*sorted(PROJECT.glob("*.md")), *sorted((PROJECT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
HEADING = re.compile(r"^#+ (.+)$", re.M)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def text_of(name: str) -> str:
    """Return the text of a page of docs/."""
    return (PROJECT / "docs" / name).read_text()


def blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in FENCED.findall(page.read_text()) if found == language]


def links(page: Path) -> list[str]:
    return LINK.findall(FENCED.sub("", page.read_text()))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as hosting platforms generate them."""
    titles = HEADING.findall(FENCED.sub("", page.read_text()))
    words = [re.sub(r"[^\w\- ]", "", title.lower()) for title in titles]
    return {title.replace(" ", "-") for title in words}


LEAGUES_PAGE = PROJECT / "docs" / "concepts" / "leagues.md"
