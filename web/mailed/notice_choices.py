"""What people want to be told: the page of their choices, which also links in mails lead to."""

from collections.abc import Mapping
from http.client import OK, TOO_MANY_REQUESTS
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.models import Game
from games.reading.tables import table_of
from notifications.channels import CHANNELS
from notifications.choosing.amounts import AMOUNTS, amount_of, answers_of
from notifications.choosing.choices import Matrix, choices_of, choices_replace
from notifications.content import wording
from notifications.content.links import Chooser
from notifications.kinds import KINDS, kinds_to_choose
from quotas.services import QuotaError
from web.frame.access import for_people


@require_http_methods(["GET", "HEAD", "POST"])
@for_people
def own_choices(request: HttpRequest, user: User, game_id: UUID | None = None) -> HttpResponse:
    """Show what the visitor is told, in all games or also in one of theirs, or change it."""
    chooser = Chooser(user, game_id)
    if game_id and _game_of(chooser) is None:
        raise Http404
    if request.method != "POST":
        return choices_page(request, chooser)
    answer = choices_save(request, chooser)
    if answer.status_code != OK:
        return answer
    messages.success(request, gettext("Your choices are saved."))
    return redirect(request.path)


def choices_page(
    request: HttpRequest, chooser: Chooser, *, status: int = OK, **outcome: bool | str
) -> HttpResponse:
    """Return the page of somebody's choices, of all games and of the one that a link is about."""
    person, game = chooser.person, _game_of(chooser)
    of_all = choices_of(person=person)
    shown = {
        "person": person,
        "by_link": request.user != person,
        "amounts": AMOUNTS,
        "amount": amount_of(of_all),
        "rows": _rows(of_all),
    } | outcome
    if game:
        of_game = choices_of(person=person, game=game)
        company = wording.company(table_of(user=person, game=game), person.handle)
        shown["game_id"] = game.pk
        shown["company"] = company or wording.alone()
        shown["amount_of_game"] = amount_of(of_game, of_all)
        shown["rows_of_game"] = _rows(of_game)
    page = render(request, "web/mail_choices.html", shown)
    page.status_code = status
    return page


def choices_save(request: HttpRequest, chooser: Chooser) -> HttpResponse:
    """Save choices for all games, or a link's; raises Http404 for an unknown amount."""
    of_game = "of_game" in request.POST
    game = _game_of(chooser) if of_game else None
    if of_game and game is None:  # they have left it
        return choices_page(request, chooser)
    try:
        answers = _answers(request.POST, of_game=of_game)
        choices_replace(person=chooser.person, game=game, answers=answers)
    except QuotaError as error:
        return choices_page(request, chooser, refusal=str(error), status=TOO_MANY_REQUESTS)
    return choices_page(request, chooser, saved=True)


def _answers(sent: QueryDict, *, of_game: bool) -> Mapping[str, Mapping[str, bool | None]]:
    """Return what a form chooses: an amount, or each kind and channel for itself."""
    if amount := sent.get("amount"):
        if amount not in AMOUNTS:
            raise Http404
        return answers_of(amount, of_game=of_game)
    return {
        key: {at: f"{key}.{at}" in sent for at in CHANNELS}
        for key in kinds_to_choose(of_game=of_game)
    }


def _game_of(chooser: Chooser) -> Game | None:
    """Return the game that a link's mail is about, if its reader sits there and it is not over."""
    if chooser.game_id is None:
        return None
    going_on = Game.objects.filter(state__in=(Game.State.OPEN, Game.State.RUNNING))
    return going_on.filter(pk=chooser.game_id, assignments__user=chooser.person).first()


def _rows(applied: Matrix) -> list[dict[str, object]]:
    """Return which notices are wanted: for each kind, its channels."""
    return [
        {
            "label": KINDS[key].label,
            "cells": [
                (f"{key}.{at}", channel.label, applied[key][at]) for at, channel in CHANNELS.items()
            ],
        }
        for key in applied
    ]
