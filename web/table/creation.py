"""Making a table, and practising against the house."""

from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from web.frame.access import for_people
from web.frame.forms import SerializerForm
from web.frame.keyed_forms import entropy_in
from web.frame.strengths import house_strengths
from web.table import table_offers as offers
from web.table.table_form import OPPONENTS, USUAL_PLAYERS, TableForm, practice_form
from web.table.table_presets import PRESETS, presets, presets_alone


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def new_table(request: HttpRequest, user: User) -> HttpResponse:
    """Show the form for a new table, filled in as the query says, or make the table.

    One touch on a preset makes it, too. Raises Http404 for an unknown preset.
    """
    if request.method != "POST":
        return _form_page(request, TableForm(request.GET))
    form = TableForm(_filled(request.POST), sent=True)
    made = _make(request, user, form)
    return redirect(made) if made else _form_page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def practice(request: HttpRequest, user: User) -> HttpResponse:
    """Show the levels of the house, or begin a game against house players of one level."""
    refused = None
    if request.method == "POST":
        form = practice_form(request.POST)
        if made := _make(request, user, form):
            return redirect(made)
        refused = form.refusal
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
    filled = PRESETS[name].form(sent.get("players", USUAL_PLAYERS))
    filled.update(entropy_in(sent))
    return filled


def practice_offers() -> dict[str, Any]:
    return {"levels": offers.levels(), "opponents": OPPONENTS}


def _make(request: HttpRequest, user: User, form: SerializerForm) -> str | None:
    """Make the table that a form asks for, and return its address; None if it is refused."""

    def make() -> str:
        game = game_create(user=user, wanted=NewTable(**form.members), source=CommandSource.WEB)
        return reverse("game-page", args=[game.pk])

    return form.submit(request, user, make)


def _form_page(request: HttpRequest, form: TableForm) -> HttpResponse:
    shown = {
        "form": form,
        "is_open": form.is_bound or bool(request.GET),
        "presets": presets(),
        "players": offers.players(),
    }
    status = form.refusal.status if form.refusal else HTTPStatus.OK
    return render(request, "web/table_new.html", shown, status=status)
