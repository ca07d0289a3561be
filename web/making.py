"""Making a table, and practising against the house."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import User
from api.inputs import read_input
from games.api.inputs import TableSerializer
from games.services import game_create
from web import table_offers as offers
from web.access import for_people
from web.acting import Refusal, act_once
from web.strengths import house_strengths
from web.table_form import DEFAULTS, TableForm
from web.table_presets import PRESETS, presets, presets_alone

OPPONENTS: Final = ("1", "2", "3")


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def new_table(request: HttpRequest, user: User) -> HttpResponse:
    """Show the form for a new table, filled in as the query says, or make the table.

    One touch on a preset makes it, too. Raises Http404 for an unknown preset.
    """
    if request.method != "POST":
        return _form_page(request, TableForm(request.GET))
    form = TableForm(_filled(request.POST))
    made = _make(request, user, form.body)
    return _form_page(request, form, made) if isinstance(made, Refusal) else redirect(made)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def practice(request: HttpRequest, user: User) -> HttpResponse:
    """Show the levels of the house, or begin a game against house players of one level."""
    refused = None
    if request.method == "POST":
        made = _make(request, user, partial(_practice_body, request.POST))
        if not isinstance(made, Refusal):
            return redirect(made)
        refused = made
    chosen, luminaries = request.POST.get("opponents", ""), "luminaries" in request.POST
    shown: dict[str, Any] = {
        "refused": refused,
        "chosen_opponents": chosen,
        "luminaries": luminaries,
    }
    shown["alone"] = presets_alone()
    shown["strengths"] = house_strengths()
    page = render(request, "web/practice.html", shown)
    page.status_code = refused.status if refused else page.status_code
    return page


def _filled(sent: QueryDict) -> QueryDict:
    """Return the form that was filled in, or that a preset fills in."""
    name = sent.get("preset")
    if name is None:
        return sent
    if name not in PRESETS:
        raise Http404
    return PRESETS[name].form(sent.get("players", DEFAULTS["players"]))


def practice_offers() -> dict[str, Any]:
    """Return what can be chosen for a practice game."""
    return {"levels": offers.levels(), "opponents": OPPONENTS}


def _practice_body(filled: QueryDict) -> dict[str, Any]:
    """Return the body of the API's request for a practice game."""
    many = OPPONENTS.index(filled["opponents"]) if filled.get("opponents") in OPPONENTS else 0
    mode = "standard" if "luminaries" in filled else "beginner"
    level = filled.get("level", "")[:32]
    return {"options": {"mode": mode, "players": many + 2}, "house": [level] * (many + 1)}


def _make(request: HttpRequest, user: User, body: Callable[[], dict[str, Any]]) -> str | Refusal:
    def make() -> str:
        game = game_create(user=user, **read_input(TableSerializer, body()))
        return reverse("game-page", args=[game.pk])

    return act_once(request, user, make)


def _form_page(
    request: HttpRequest, form: TableForm, refused: Refusal | None = None
) -> HttpResponse:
    at = {path: form.said(words) for path, words in refused.at.items()} if refused else {}
    elsewhere = form.elsewhere(at) if at or not refused else [form.said(refused.detail)]
    shown = {
        "groups": form.shown(at),
        "refused": refused,
        "elsewhere": elsewhere,
        "is_open": bool(refused or request.GET),
        "presets": presets(),
        "players": offers.players(),
    }
    page = render(request, "web/table_new.html", shown)
    page.status_code = refused.status if refused else page.status_code
    return page
