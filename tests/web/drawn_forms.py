"""Forms of pages, filled in and sent as a browser does."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client

TICKED = {"checkbox", "radio"}


class Forms(HTMLParser):
    """A parser that collects the forms of a page: what each field holds, by the form's id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str]] = {}
        self._form: dict[str, str] = {}
        self._select = self._area = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field and what it holds."""
        found = {name: value or "" for name, value in attrs}
        name = found.get("name", "")
        if tag == "form":
            self._form = self.found.setdefault(found.get("id", ""), {})
        elif tag == "input" and (found.get("type") not in TICKED or "checked" in found):
            self._form[name] = found.get("value", "on")
        elif tag == "select":
            self._select = name
        elif tag == "option" and (self._select not in self._form or "selected" in found):
            self._form[self._select] = found["value"]
        elif tag == "textarea":
            self._area, self._form[name] = name, ""

    def handle_data(self, data: str) -> None:
        """Note a text of several lines."""
        if self._area:
            self._form[self._area] += data.removeprefix("\n")

    def handle_endtag(self, tag: str) -> None:
        """Leave a text of several lines."""
        if tag == "textarea":
            self._area = ""


def form_of(client: Client, path: str, act: str) -> dict[str, str]:
    """Return what the form of an act on a page holds."""
    page = client.get(path)
    assert page.status_code == 200, page.status_code
    return Forms(page.content.decode()).found[f"act-{act}"]


def send(client: Client, path: str, act: str, *, status: int = 303, **typed: Any) -> Any:
    """Fill in the form of an act on a page, and send it; dots in names are written as `__`."""
    filled = form_of(client, path, act)
    filled |= {name.replace("__", "."): str(value) for name, value in typed.items()}
    answer = client.post(path, filled)
    assert answer.status_code == status, (answer.status_code, answer.content.decode())
    return answer
