"""The site's pages: their addresses, their text, and browsers that read them."""

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from typing import Any

from allauth.account.models import EmailAddress
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver
from django.utils.regex_helper import normalize

from accounts.models import User
from illimat_core.cards import DECK
from illimat_core.words.board import card_name

SILENT = re.compile(r'<span aria-hidden="true">[^<]*(<svg.*?</svg>)?</span>|<[^>]*>')


def read_out(html: str) -> str:
    """Return HTML as it is read out: without tags, and cards in words instead of their signs."""
    return SILENT.sub("", html)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def routes(patterns: list[Any], values: dict[str, str], before: str = "") -> Iterator[str]:
    """Yield a path for each of Django's routes, with `values` for the parameters."""
    for pattern in patterns:
        template, names = normalize(pattern.pattern.regex.pattern)[0]
        here = before + template % {name: values.get(name, "1") for name in names}
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, values, here)
        else:
            assert isinstance(pattern, URLPattern)
            yield f"/{here}"


NAMES = {card_name(code): code for code in DECK}
VOID = {"meta", "link", "br", "hr", "img", "input"}


class Outline(HTMLParser):
    """A parser that finds unclosed elements, duplicate ids, and the resources a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.loaded: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [found["id"] or ""] if "id" in found else []
        if tag in {"link", "img", "script"}:
            self.loaded.append(found.get("href") or found.get("src") or "inline")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def body(response: HttpResponseBase) -> str:
    assert response.status_code == 200
    return response.content.decode()  # type: ignore[attr-defined,no-any-return]


def cards(page: str) -> set[str]:
    """Return the codes of all cards on the page."""
    words = {NAMES[name] for name in re.findall(r"\b(?:\w+) of \w+\b", page) if name in NAMES}
    return words | set(re.findall(rf"\b(?:{'|'.join(DECK)})\b", page))


def words(response: Any) -> str:
    """Return the text of a page, without its elements."""
    page = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(page).split())


PASSWORD = "wheat-and-rye-7"


def logged_in(user: User) -> Client:
    """Return a browser in which a person has just logged in with their password."""
    client = Client()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    return client
