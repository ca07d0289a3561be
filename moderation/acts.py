"""What moderators do with games and reported texts: forms of the admin site's pages."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

from django import forms
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy

from accounts.admin import ConfirmForm
from accounts.models import User
from accounts.staff.pages import StaffAct
from accounts.staff.suspensions import may_suspend
from games.models import Game
from games.play.adjudication import LONGEST_RULING
from games.refusals import DamageError, GameOverError, NotAllowedError, TableError
from moderation.endings import game_call_off, game_decide, is_impartial
from moderation.kinds import KINDS, writers_of
from moderation.models import Report

REMOVED: Final = "Text removed."


class CallOffForm(forms.Form):
    """Asks why a game is called off."""

    reasons = forms.CharField(
        label=gettext_lazy("Reasons"),
        help_text=gettext_lazy("Everybody who may see the game reads them."),
        max_length=LONGEST_RULING,
        widget=forms.Textarea,
    )
    confirmed = forms.BooleanField(label=gettext_lazy("I am sure"))


class AdjudicateForm(CallOffForm):
    """Asks how a game ends, and why."""

    basis = forms.ChoiceField(
        label=gettext_lazy("Places"),
        choices=[
            ("by_score", gettext_lazy("by the scores of the rounds scored so far")),
            ("by_place", gettext_lazy("by these scores, ties broken by the current round")),
            ("ruling", gettext_lazy("as you name them")),
        ],
        widget=forms.RadioSelect,  # whose words wrap on a phone
    )
    places = forms.RegexField(
        r"^\s*[1-4]([\s,]+[1-4])*\s*$",
        label=gettext_lazy("The places that you name, by seat"),
        help_text=gettext_lazy(
            "From seat 0 on, 1 for the best, as in 2 1 3. Otherwise leave it empty."
        ),
        required=False,
    )
    field_order = ("basis", "places", "reasons", "confirmed")

    def clean(self) -> dict[str, Any]:
        """Return what was chosen; raises ValidationError for places that nobody asked for."""
        chosen: dict[str, Any] = super().clean() or {}
        if chosen.get("places") and chosen.get("basis") != "ruling":
            raise ValidationError(
                {"places": gettext("Leave the places empty, or choose that you name them.")}
            )
        return chosen


def _call_off(by: User, game: Game, chosen: dict[str, Any]) -> str:
    _end(partial(game_call_off, user=by, game_id=game.pk, reasons=chosen["reasons"]))
    return "Called off."


def _adjudicate(by: User, game: Game, chosen: dict[str, Any]) -> str:
    places = [int(each) for each in chosen["places"].replace(",", " ").split()]
    how = {"basis": chosen["basis"], "places": places, "reasons": chosen["reasons"]}
    _end(partial(game_decide, user=by, game_id=game.pk, **how))
    return f"Adjudicated {chosen['basis']}."


def _end(end: Callable[[], object]) -> None:
    """End a game; raises ValidationError with why that is refused."""
    try:
        end()
    except GameOverError as refusal:
        raise ValidationError(gettext("The game is over.")) from refusal
    except DamageError as refusal:
        damaged = gettext(
            "Stored events are damaged, so nobody can end this. An operator has to restore them "
            "first: {damage}"
        )
        raise ValidationError(damaged.format(damage=refusal)) from refusal
    except (NotAllowedError, TableError) as refusal:
        raise ValidationError(str(refusal)) from refusal


def _may_end(request: HttpRequest, game: Game) -> bool:
    by = cast(User, request.user)
    return by.has_perm("games.change_game") and is_impartial(user=by, game_id=game.pk)


def _why_over(_: User, game: Game) -> str:
    return "" if game.ended_at is None else gettext("The game is over.")


def _why_not_running(by: User, game: Game) -> str:
    if game.state == Game.State.OPEN:
        return gettext("A table that waits for people can only be called off.")
    return _why_over(by, game)


def _seats(game: Game) -> str:
    """List the seats, their players, and their scores of the rounds scored so far."""
    seats = game.assignments.filter(number__isnull=False).select_related("user").order_by("number")
    words = gettext("Seat {number}: {who}, {score}")
    told = (
        words.format(
            number=seat.number,
            who=seat.user or seat.name or seat.get_occupant_display(),
            score=game.scores[seat.number or 0] if game.scores else 0,
        )
        for seat in seats
    )
    return format_html(
        "<ul>{}</ul>", format_html_join("", "<li>{}</li>", ((each,) for each in told))
    )


ENDINGS: Final = (
    StaffAct(
        "call-off",
        gettext_lazy("Call off"),
        gettext_lazy(
            "The game ends at once and counts for nobody. Everybody at the table gets a mail with "
            "the reasons."
        ),
        CallOffForm,
        _may_end,
        _call_off,
        gettext_lazy("The game is called off."),
        _why_over,
    ),
    StaffAct(
        "adjudicate",
        gettext_lazy("Adjudicate"),
        gettext_lazy(
            "The game ends at once with these places. Everybody at the table gets a mail with the "
            "reasons."
        ),
        AdjudicateForm,
        _may_end,
        _adjudicate,
        gettext_lazy("The game is adjudicated."),
        _why_not_running,
        _seats,
    ),
)


def _remove(_: User, report: Report, __: dict[str, Any]) -> str:
    remove = KINDS[report.kind].remove
    if remove is None:
        raise ValidationError(gettext("An operator has to remove it."))
    remove(report.about)
    return REMOVED


def _why_not_removable(_: User, report: Report) -> str:
    if KINDS[report.kind].remove is None:
        return gettext("An operator has to remove it.")
    kind = ContentType.objects.get_for_model(Report)
    acts = LogEntry.objects.filter(content_type=kind, object_id=str(report.pk))
    done = acts.filter(change_message=REMOVED).exists()
    return gettext("The text is removed already.") if done else ""


def _may_remove(request: HttpRequest, report: Report) -> bool:
    """Return whether the requester may remove a text: not their own, nor the handle of staff."""
    by = cast(User, request.user)
    is_handle = report.kind == "person" and report.author is not None
    return (
        by.has_perm("moderation.change_report")
        and by.pk not in writers_of(kind=report.kind, about=report.about)
        and not (is_handle and not may_suspend(by=by, user=cast(User, report.author)))
    )


REMOVAL: Final = StaffAct(
    "remove",
    gettext_lazy("Remove the text"),
    gettext_lazy(
        "What the thing says now is replaced for everybody, by words that say nothing; a handle, "
        "by another one, and nobody can take the old one for 180 days. That cannot be undone."
    ),
    ConfirmForm,
    _may_remove,
    _remove,
    gettext_lazy("The text is removed. Say in the note what you did."),
    _why_not_removable,
    lambda report: format_html("<blockquote>{}</blockquote>", report.text),
)
