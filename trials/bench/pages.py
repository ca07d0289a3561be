"""The baselines of the page of a game, behind the same middleware, for the same person.

`rows` answers with a bare template of the page's size: the frame of all pages, and rows of three
values, as lists have them. `again` renders the page's own template from what it was given before;
it folds nothing, draws nothing and asks the database for nothing but who is logged in.
"""

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import engines

from api.request_slots import holding_slot
from web.games import game

ROWS: Final = engines["django"].from_string(
    '{% extends "web/base.html" %}{% block main %}<table>{% for each in rows %}'
    "<tr><th>{{ each.name }}</th><td>{{ each.number }}</td><td>{{ each.sentence }}</td></tr>\n"
    "{% endfor %}</table>{% endblock %}"
)
ROW: Final = {"name": "Bartholomew", "number": 12, "sentence": "sows the 5 of Winter in NW"}

_latest: dict[str, Any] = {}
_size = 0


def keep_latest() -> None:
    """Let the page of a game keep what its template was given, and its size."""

    def kept(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
        global _size  # noqa: PLW0603 - a measuring program of its own
        answer = render(request, template, context)
        _latest.update(template=template, context=context)
        _size = len(answer.content)
        return answer

    game.render = kept  # type: ignore[assignment, attr-defined]  # only in this program


@holding_slot
def again(request: HttpRequest) -> HttpResponse:
    """Answer with the latest page again."""
    return render(request, _latest["template"], _latest["context"])


@holding_slot
def rows(request: HttpRequest) -> HttpResponse:
    """Answer with a page of the size of the latest."""
    frame = len(ROWS.render({"rows": []}, request))
    one = len(ROWS.render({"rows": [ROW]}, request)) - frame
    return HttpResponse(ROWS.render({"rows": [ROW] * ((_size - frame) // one)}, request))
