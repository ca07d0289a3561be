"""A table before its game begins, and what people do at it apart from playing."""

from typing import Any, Final, NamedTuple
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from games.making.invitations import MOST_INVITED, invitation_state
from games.models import Game, SeatAssignment
from games.reading.selectors import game_invitations
from games.reading.tables import Table, table_get
from illimat_core.modes import MODES
from notifications.content.terms import terms_of
from notifications.content.wording import ruling_sentence
from web.frame.access import game_page, log_in_first, visitor_of
from web.frame.forms import SerializerForm, fields_of
from web.frame.keyed_forms import Refusal
from web.table import table_offers as offers
from web.table.game_management import managing_context
from web.table.table_acts import ACTS, BEFORE_START

ANSWERABLE: Final = {"open", "declined"}


class Seat(NamedTuple):
    """A seat of an open table; without an assignment it is free.

    `number` is that of a free seat that can be chosen, or None if it is drawn at the start.
    """

    assignment: SeatAssignment | None
    number: int | None


@require_http_methods(["GET", "HEAD", "POST"])
@game_page
def act_at_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show what can be done at a running game apart from playing; do what a form of a table says.

    `act` names what to do (`table_acts`). A refusal is shown on the page with the form; a
    person who comes too late is led to the game.
    """
    user = visitor_of(request)
    if request.method != "POST":
        table = table_get(user=user, game_id=game_id)
        if table.game.state != Game.State.RUNNING:
            return redirect("game-page", game_id)
        return table_page(request, table)
    if user is None:
        return log_in_first(request)
    table_get(user=user, game_id=game_id)  # nobody learns more from a refusal than from the page
    name = request.POST.get("act", "")
    if (act := ACTS.get(name)) is None:
        raise Http404

    def acted() -> str:
        act.do(user=user, game_id=game_id, **form.members)
        return reverse(act.goes) if act.goes else reverse("game-page", args=[game_id])

    form = SerializerForm(name, fields_of(act.takes), act.takes, data=request.POST)
    address = form.submit(request, user, acted)
    if address is None:
        table = table_get(user=user, game_id=game_id)
        if late := _too_late(table, name):
            messages.warning(request, late)
            return redirect("game-page", game_id)
        return table_page(request, table, refused=form.refusal, act=name)
    if act.said:
        messages.success(request, str(act.said))
    return redirect(address)


def _too_late(table: Table, act: str) -> str:
    """Return why the page from which somebody acted is outdated; empty if it is not."""
    if not table.begun:
        return ""
    if table.game.state != Game.State.RUNNING:
        return gettext("The game is over, so nothing was done.")
    begun = gettext("The game has begun already, so nothing was done.")
    return begun if act in BEFORE_START else ""


def table_page(
    request: HttpRequest,
    table: Table,
    *,
    refused: Refusal | None = None,
    act: str = "",
    etag: str = "",
) -> HttpResponse:
    """Return the page of an open table, or of what can be done at one that has begun.

    `refused` says why `act` was refused. By the `etag`, a script learns whether the page of an
    open table has changed.
    """
    shown: dict[str, Any] = {"table": table, "game": table.game, "refused": refused, "act": act}
    shown["typed"] = request.POST if refused else {}
    if table.begun:
        page = render(request, "web/game_manage.html", shown | managing_context(table))
    else:
        shown["etag"] = etag
        shown["ruling"] = ruling_sentence(table.game)
        shown["address"] = request.build_absolute_uri(reverse("game-page", args=[table.game.pk]))
        page = render(request, "web/game_open.html", shown | _open(table))
    page.status_code = refused.status if refused else page.status_code
    return page


def _open(table: Table) -> dict[str, Any]:
    """Return the context of a table that waits for people."""
    game, seated = table.game, table.assignments
    people = [each for each in seated if each.user_id]
    sits, full = table.own is not None, len(seated) >= game.seats
    invited = [each for each in game_invitations(table=table) if each.user_id not in _ids(people)]
    invitation = invitation_state(table) if table.viewer else "withdrawn"
    waits, private = game.state == Game.State.OPEN, game.visibility == Game.Visibility.PRIVATE
    return {
        "waits": waits,
        "sends_address": waits and not full and not private and (sits or table.made),
        "seats": _seats(table),
        "terms": terms_of(table),
        "conditions": _conditions(game),
        "full": full,
        "sits": sits,
        "invitation": invitation if invitation in ANSWERABLE else "",
        "invited": invited,
        "may_invite": len(invited) < MOST_INVITED,
        "levels": offers.levels() if table.made else [],
        "may_seat_house": not full and (sits or len(seated) < game.seats - 1),
        "may_start": bool(people) and len(seated) in MODES[game.mode].players,
        "starts_by_hand": game.start == Game.Start.BY_HAND,
    }


def _ids(people: list[SeatAssignment]) -> set[int | None]:
    return {each.user_id for each in people}


def _seats(table: Table) -> list[Seat]:
    """Return all seats: taken ones in the order of sitting down, or of their number if chosen."""
    game, seated = table.game, table.assignments
    if game.seating != Game.Seating.CHOSEN:
        return [Seat(each, None) for each in seated] + [
            Seat(None, None) for _ in range(game.seats - len(seated))
        ]
    by_number = {each.number: each for each in seated if each.number is not None}
    undecided = [Seat(each, None) for each in seated if each.number is None]
    return [Seat(by_number.get(number), number) for number in range(game.seats)] + undecided


def _conditions(game: Game) -> list[str]:
    """Return what else people agree to by sitting down, in sentences."""
    told = [
        gettext("The game begins when the last seat is taken.")
        if game.start == Game.Start.WHEN_FULL
        else gettext("The game begins when the person who made the table starts it."),
        {
            Game.Visibility.PUBLIC: gettext("Everybody can watch."),
            Game.Visibility.LINK: gettext("People who have the address can watch."),
            Game.Visibility.PRIVATE: gettext("Only people at the table can watch."),
        }[Game.Visibility(game.visibility)],
        ngettext(
            "{number} missed decision is excused.",
            "{number} missed decisions are excused.",
            game.excuses,
        ).format(number=game.excuses),
        gettext("The game can be paused if all who play agree.")
        if game.pauses
        else gettext("The game cannot be paused."),
    ]
    if game.min_reliability:
        # xgettext:no-python-format - "% o" is a percentage
        gate = gettext("It is for people who make at least {percent}% of their decisions in time.")
        told.append(gate.format(percent=game.min_reliability))
    return told
