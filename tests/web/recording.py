"""What becomes of every form of some pages, in words that are the same in each run.

Each form is sent as drawn, with the second of what can be chosen, and with nonsense.
What is told: the members that serializers took and where the page went on, or the refused form.
Nothing that is sent stays.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from difflib import unified_diff
from html import unescape
from html.parser import HTMLParser
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin

import msgspec
import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from api.inputs import StrictSerializer

FORM: Final = re.compile(r'<form\b(?P<tag>[^>]*method="post"[^>]*)>(?P<inside>.*?)</form>', re.S)
ELEMENT: Final = re.compile(
    r"<input\b(?P<input>[^>]*)>"
    r"|<select\b(?P<select>[^>]*)>(?P<options>.*?)</select>"
    r"|<textarea\b(?P<area>[^>]*)>\n?(?P<text>.*?)</textarea>"
    r"|<button\b(?P<button>[^>]*)>",
    re.S,
)
TAGS: Final = ("input", "select", "area", "button")
OPTION: Final = re.compile(r"<option\b([^>]*)>(.*?)</option>", re.S)
ATTRIBUTE: Final = re.compile(r'([\w.-]+)(?:="([^"]*)")?')
NAMES_ACT: Final = ("act", "part", "answer")
UNSTABLE: Final = [
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID"),
        (r'(name="csrfmiddlewaretoken"[^>]* value=")[^"]*', r"\1CSRF"),
        (r'((?:id|for|aria-describedby|aria-labelledby)="[\w-]*?)-?\d+(?=["-])', r"\1-N"),
        (r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(\+00:00|Z)?)?", "MOMENT"),
        (r"((Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?"
         r"\d{1,2} (January|February|March|April|May|June|July|August|September|October|November"
         r"|December)( \d{4})?(, \d\d:\d\d)?", "DAY"),
        (r"(?<![\w-])[\w-]{32,}(?![\w-])", "TOKEN"),
        (r"TOKEN:\w{6}:TOKEN", "TOKEN"),
        (r"player\d+", "playerN"),
        (r'("version":)\d+', r"\1N"),
        (r'(name="(?:version|viewer|vacation|token)"[^>]* value=")[^"]*', r"\1N"),
    )
]  # fmt: skip
SAMPLES: Final = {"name": "Owls", "handle": "cy", "invited": "cy", "days": "2", "round": "3"}


class Element(NamedTuple):
    """A field of a form: its name, what it holds, and what it could hold."""

    name: str
    kind: str
    held: list[str]
    choices: list[str]


class Sent(NamedTuple):
    """A form: where it is sent, what it is called, its HTML, and its elements."""

    address: str
    name: str
    html: str
    elements: list[Element]


def recorded(
    browser: Client, paths: Iterable[str], told: dict[str, list[str]], patch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Yield what becomes of each form of some pages; `told` has the last form of each name."""
    for path in paths:
        for form in forms_on(browser, path):
            if form.address.partition("?")[0] == path.partition("?")[0] and "?" in form.name:
                continue  # it plays: cards differ
            name, drawn = f"{stable(form.name)} of {stable(path)}", lines_of(form)
            before = told.get(form.name, [])
            if drawn == before:
                continue
            told[form.name] = drawn
            lines = [f"== {name}", *difference(before, drawn)]
            for how, fill in FILLS.items():
                lines.append(f"-- {how}")
                lines += outcome(browser, form, fill, patch)
            yield "\n".join(lines)


def forms_on(browser: Client, path: str) -> list[Sent]:
    """Return the forms of a page that are posted; none if it leads to another."""
    page = browser.get(path)
    assert page.status_code in {200, 302}, (path, page.status_code)
    return list(_forms(page.content.decode(), path))


def outcome(
    browser: Client, form: Sent, fill: Callable[[Element], list[str]], patch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Send a form, and yield what becomes of it."""
    filled = {each.name: found for each in form.elements if (found := fill(each))}
    taken: list[str] = []
    check = StrictSerializer.run_validation

    def noting(serializer: StrictSerializer, *given: Any) -> Any:
        members = check(serializer, *given)
        if getattr(serializer, "parent", None) is None and not getattr(serializer, "many", False):
            taken.append(stable(in_words(members)))
        return members

    with patch.context() as patched, transaction.atomic():
        patched.setattr(StrictSerializer, "run_validation", noting)
        answer = browser.post(form.address, filled)
        transaction.set_rollback(True)
    cache.clear()
    yield from taken
    if location := answer.headers.get("Location", ""):
        yield f"{answer.status_code} {stable(location)}"
        return
    yield str(answer.status_code)
    kind = answer.headers.get("Content-Type", "")
    page = answer.content.decode() if kind.startswith("text/html") else ""
    again = [each for each in _forms(page, form.address) if each.name == form.name]
    for each in again[:1]:
        yield from difference(lines_of(form), lines_of(each))


class Lines(HTMLParser):
    """A parser that writes each tag, its attributes sorted, and each text on a line."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = [name if value is None else f'{name}="{value}"' for name, value in sorted(attrs)]
        self.found.append(f"<{' '.join([tag, *told])}>")

    def handle_data(self, data: str) -> None:
        self.found += filter(None, [" ".join(data.split())])


def lines_of(form: Sent) -> list[str]:
    """Return the HTML of a form, a line for each tag and text."""
    return [stable(line) for line in Lines(form.html).found]


def difference(before: list[str], after: list[str]) -> list[str]:
    """Return the lines in which two forms differ, or the whole form if there was none before."""
    if not before:
        return after
    found = list(unified_diff(before, after, lineterm="", n=0))[2:]
    return ["@@" if line.startswith("@@") else line for line in found]


def stable(text: str) -> str:
    """Return a text without what differs from run to run, and without needless space."""
    for pattern, instead in UNSTABLE:
        text = pattern.sub(instead, text)
    return re.sub(r"\s*\n\s*", "\n", text).strip()


def in_words(members: Any) -> str:
    """Return members as JSON in the order of their names, with moments and ids as texts."""
    plain = msgspec.to_builtins(members, enc_hook=str, order="sorted", str_keys=True)
    return msgspec.json.encode(plain, order="sorted").decode()


def _forms(page: str, path: str) -> Iterator[Sent]:
    for found in FORM.finditer(page):
        tag, inside = attributes(found["tag"]), found["inside"]
        elements = list(_elements(inside))
        hidden = {each.name: each.held for each in elements if each.kind in {"hidden", "button"}}
        names = [tag.get("id", ""), *(hidden[name][0] for name in NAMES_ACT if name in hidden)]
        called = " ".join(filter(None, names)) or tag.get("action", "")
        yield Sent(urljoin(path, unescape(tag.get("action", ""))), called, inside, elements)


def _elements(inside: str) -> Iterator[Element]:
    boxes: dict[str, Element] = {}
    for found in ELEMENT.finditer(inside):
        tag = attributes(
            found["input"] or found["select"] or found["area"] or found["button"] or ""
        )
        name, value = tag.get("name", ""), tag.get("value", "on")
        kind = tag.get("type", "text") if found["input"] else "area" if found["area"] else "select"
        if not name:
            continue
        if found["button"]:
            kind = "button"
        if found["options"]:
            options = [(attributes(one), text) for one, text in OPTION.findall(found["options"])]
            values = [one.get("value", unescape(text)) for one, text in options]
            held = [v for v, (one, _) in zip(values, options, strict=True) if "selected" in one]
            yield Element(name, kind, held or values[:1], values)
        elif kind in {"checkbox", "radio", "button"}:
            box = boxes.setdefault(name, Element(name, kind, [], []))
            box.choices.append(value)
            if "checked" in tag or (kind == "button" and not box.held):
                box.held.append(value)
        else:
            held = [unescape(found["text"])] if found["area"] else [tag.get("value", "")]
            yield Element(name, kind, held, [])
    yield from boxes.values()


def attributes(tag: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in ATTRIBUTE.findall(tag)}


def _as_drawn(each: Element) -> list[str]:
    if each.kind in {"text", "area", "email"} and each.held == [""]:
        last = each.name.rpartition(".")[2]
        return [SAMPLES.get(last, "") if each.kind == "text" else "Because."]
    return each.held


def _others(each: Element) -> list[str]:
    if each.kind == "checkbox":
        return each.choices
    if each.kind in {"radio", "select", "button"}:
        return each.choices[:2][-1:]
    return _as_drawn(each)


def _nonsense(each: Element) -> list[str]:
    if each.kind == "hidden":
        return each.held
    return ["nonsense \u2013 <b>" if each.kind != "area" else "\x07"]


FILLS: Final[dict[str, Callable[[Element], list[str]]]] = {
    "as drawn": _as_drawn,
    "with the second choices": _others,
    "with nonsense": _nonsense,
}
