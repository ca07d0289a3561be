"""The guide to the API, served by the server itself: pages of docs/ that client authors need."""

import posixpath
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(settings.BASE_DIR, "docs")
START = "api.md"
SERVED = (START, "reference.md", "glossary.md", "rules/*.md", "concepts/*.md")
OPENAPI = "../openapi.json"  # leads to the document in the repository and on the server
HOUR = 3600  # seconds


class GuidePage(NamedTuple):
    """A page as HTML, with its title."""

    title: str
    content: SafeString


@require_safe
@cache_control(public=True, max_age=HOUR)
def page(request: HttpRequest, name: str = START) -> HttpResponse:
    """Show a page of the guide; links between pages work as they do in the repository."""
    if name not in names():
        raise Http404
    # The page is cached for everybody, so it must not say who is logged in
    shown = render_page(name)._asdict() | {"for_everybody": True}
    return render(request, "web/guide.html", shown)


@cache
def names() -> frozenset[str]:
    """Return the pages that are served, as paths below docs/."""
    found = (path for pattern in SERVED for path in DOCS.glob(pattern))
    return frozenset(path.relative_to(DOCS).as_posix() for path in found)


@cache
def render_page(name: str) -> GuidePage:
    """Return a page of `names()` as HTML. Links to files that are not served become plain text."""
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse((DOCS / name).read_text(encoding="utf-8"))
    title = name
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", _anchor(inside.content))
            if token.tag == "h1":
                title = inside.content
    for token in tokens:
        if token.children:
            token.children = _with_links_that_lead_somewhere(name, token.children)
    html = parser.renderer.render(tokens, parser.options, {})
    return GuidePage(title, mark_safe(html))  # noqa: S308 - pages of our own


def _anchor(title: str) -> str:
    """Return the id of a heading, as code hosting platforms generate it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _with_links_that_lead_somewhere(name: str, tokens: list[Token]) -> list[Token]:
    kept: list[Token] = []
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            dropped = not _leads_somewhere(name, str(token.attrGet("href")))
        if not (dropped and token.type in {"link_open", "link_close"}):
            kept.append(token)
    return kept


def _leads_somewhere(name: str, link: str) -> bool:
    path, _, _ = link.partition("#")
    if not path or "://" in path or (name == START and path == OPENAPI):
        return True
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) in names()
