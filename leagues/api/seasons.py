"""The views for seasons: declaring, registering, starting, and who plays whom."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.answers import json_answer
from api.operations import ACCEPTED, CREATED, Members, operation
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from leagues import models, services
from leagues.entering import attendance, declarations, registrations
from leagues.inputs.entrants import (
    EntrantSerializer,
    EntrantsQuerySerializer,
    MoveAnswerSerializer,
    MoveSerializer,
    SubstituteSerializer,
)
from leagues.inputs.seasons import (
    DatesSerializer,
    ReasonSerializer,
    SeasonSerializer,
    StartSerializer,
    TrySerializer,
)
from leagues.office import round_dates, transfers
from leagues.outputs import entrants as entrant_outputs
from leagues.outputs import plans
from leagues.outputs import seasons as outputs
from leagues.reading import previews
from leagues.running import start, withdrawals
from leagues.season import lookup


class SeasonsView(ApiView, tag="leagues"):
    """The seasons of a league."""

    @operation(
        "seasons_list", "The seasons of a league", PageQuerySerializer, tagged=True, secretless=True
    )
    def get(self, request: Request, league_id: UUID) -> outputs.SeasonPage:
        """Return the seasons, the last first; drafts only to organisers."""
        user = requester(request)
        league = services.league_get(user=user, league_id=league_id)
        rows = league.seasons.all()
        if not services.is_organiser(league.pk, user):
            rows = rows.exclude(state=models.Season.State.DRAFT)
        page = page_of(request, self, rows, ("-number",))
        return outputs.SeasonPage(outputs.seasons(page.rows), page.next)

    @operation("season_declare", "Declare a season", SeasonSerializer, status=CREATED)
    def post(self, request: Request, league_id: UUID, members: Members) -> outputs.Season:
        """Declare the rules and dates of a new season of your league; read its `warnings`."""
        user, declaration = requester(request), declarations.Declaration(**members)
        return outputs.season(
            declarations.season_declare(user=user, league_id=league_id, declaration=declaration)
        )


class SeasonView(ApiView, tag="leagues"):
    """One season."""

    @operation("season_get", "Look at a season", tagged=True, secretless=True)
    def get(self, request: Request, season_id: UUID) -> outputs.Season:
        """Return the season; its entrants and fixtures have lists of their own."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        return outputs.season(season)

    @operation("season_replace", "Declare a draft anew", SeasonSerializer)
    def put(self, request: Request, season_id: UUID, members: Members) -> outputs.Season:
        """Replace rules and dates of your season, until registration opens."""
        user, declaration = requester(request), declarations.Declaration(**members)
        return outputs.season(
            declarations.season_change(user=user, season_id=season_id, declaration=declaration)
        )

    @operation("season_dates_change", "Move the dates of a season", DatesSerializer)
    def patch(self, request: Request, season_id: UUID, members: Members) -> outputs.Season:
        """Move dates of your season once registration is open; everybody who takes part is told."""
        user, reason = requester(request), members.pop("reason", "")
        new = round_dates.NewDates(**members)
        return outputs.season(
            round_dates.dates_move(user=user, season_id=season_id, new=new, reason=reason)
        )


class OpenSeasonView(ApiView, tag="leagues"):
    """The opening of a season's registration."""

    @operation("season_open", "Open the registration of a season")
    def post(self, request: Request, season_id: UUID) -> outputs.Season:
        """Open the registration of your draft now; from then on, its rules cannot change."""
        season = declarations.season_open(user=requester(request), season_id=season_id)
        return outputs.season(season)


class CallOffSeasonView(ApiView, tag="leagues"):
    """The end of a season that does not take place, or breaks off."""

    @operation("season_call_off", "Call a season off", ReasonSerializer)
    def post(self, request: Request, season_id: UUID, members: Members) -> plans.CallOffAnswer:
        """Call your season off; games that are open are void. With `dry_run`, say what it does."""
        about: dict[str, Any] = {"user": requester(request), "season_id": season_id}
        if members.pop("dry_run", False):
            season, found = previews.call_off_try(**about)
            return plans.CallOffAnswer(outputs.season(season), plans.effects(found))
        season = declarations.season_call_off(**about, **members)
        return plans.CallOffAnswer(outputs.season(season))


class EntrantsView(ApiView, tag="leagues"):
    """The entrants of a season."""

    @operation(
        "entrants_list", "Who takes part", EntrantsQuerySerializer, tagged=True, secretless=True
    )
    def get(
        self, request: Request, season_id: UUID, members: Members
    ) -> entrant_outputs.EntrantPage:
        """Return the entrants in the order in which they registered."""
        season = lookup.season_get(user=requester(request), season_id=season_id)
        rows = models.Entrant.objects.filter(season=season)
        if state := members.get("state"):
            rows = rows.filter(state=state)
        if division := members.get("division"):
            rows = rows.filter(Q(division=division - 1) | Q(standing__division=division - 1))
        page = page_of(request, self, rows, ("sequence",))
        return entrant_outputs.EntrantPage(entrant_outputs.entrants(page.rows), page.next)

    @operation(
        "season_register",
        "Register for a season",
        EntrantSerializer,
        answers={CREATED: entrant_outputs.Registration, ACCEPTED: entrant_outputs.Registration},
    )
    def post(self, request: Request, season_id: UUID, members: Members) -> HttpResponse:
        """Register, or wait for a place; 202 if your partner has not named you yet."""
        entrant = registrations.register(user=requester(request), season_id=season_id, **members)
        return json_answer(_registration(entrant), CREATED if entrant else ACCEPTED)


class OwnEntrantView(ApiView, tag="leagues"):
    """One's own entry in a season."""

    @operation("season_withdraw", "Withdraw from a season")
    def delete(self, request: Request, season_id: UUID) -> None:
        """Withdraw, or end your hiatus; while the season runs, this is for good."""
        registrations.withdraw(user=requester(request), season_id=season_id)


class RemovalView(ApiView, tag="leagues"):
    """The end of somebody's part in a season, by an organiser."""

    @operation("entrant_remove", "Withdraw an entrant", TrySerializer)
    def post(
        self, request: Request, season_id: UUID, entrant_id: UUID, members: Members
    ) -> plans.RemovalAnswer:
        """Withdraw an entrant of your season. With `dry_run`, say what it does."""
        about: dict[str, Any] = {"user": requester(request), "season_id": season_id}
        about["entrant_id"] = entrant_id
        if members.get("dry_run"):
            _, found = previews.removal_try(**about)
            return plans.RemovalAnswer(plans.effects(found))
        registrations.entrant_remove(**about)
        return plans.RemovalAnswer()


class SubstitutesView(ApiView, tag="leagues"):
    """Substitutes of entrants who withdrew."""

    @operation("substitute_name", "Name a substitute", SubstituteSerializer, status=CREATED)
    def post(self, request: Request, season_id: UUID, members: Members) -> outputs.Season:
        """Name who takes over all open games of an entrant who withdrew, as an organiser."""
        user = requester(request)
        season = withdrawals.substitute_name(
            user=user,
            season_id=season_id,
            entrant_id=members["entrant"],
            substitute_id=members["substitute"],
        )
        return outputs.season(season)


class HiatusView(ApiView, tag="leagues"):
    """Missing a season without losing one's place."""

    @operation("season_hiatus_declare", "Miss a season", status=CREATED)
    def post(self, request: Request, season_id: UUID) -> entrant_outputs.Registration:
        """Keep your claim to a division while you miss this season."""
        return _registration(
            registrations.hiatus_declare(user=requester(request), season_id=season_id)
        )


class AttendanceView(ApiView, tag="leagues"):
    """Confirming, before the start, that one will play."""

    @operation("season_attendance_confirm", "Confirm that you will play", status=CREATED)
    def post(self, request: Request, season_id: UUID) -> entrant_outputs.Registration:
        """Confirm it once you are asked, until the start; either partner does for a team."""
        user = requester(request)
        return _registration(attendance.attendance_confirm(user=user, season_id=season_id))


class DivisionView(ApiView, tag="leagues"):
    """The division to which an organiser moves an entrant before the start."""

    @operation("entrant_move", "Move an entrant to another division", MoveSerializer)
    def put(
        self, request: Request, season_id: UUID, entrant_id: UUID, members: Members
    ) -> entrant_outputs.EntrantSummary:
        """Move an entrant of your season up, or ask them to agree to a lower division."""
        entrant = transfers.entrant_move(
            user=requester(request),
            season_id=season_id,
            entrant_id=entrant_id,
            division=members["division"] - 1,
            reason=members["reason"],
        )
        (shown,) = entrant_outputs.entrants([entrant])
        return shown

    @operation("entrant_move_back", "Move an entrant no longer")
    def delete(self, request: Request, season_id: UUID, entrant_id: UUID) -> None:
        """Take back that an entrant of your season is moved, or asked."""
        transfers.move_take_back(
            user=requester(request), season_id=season_id, entrant_id=entrant_id
        )


class DivisionConsentView(ApiView, tag="leagues"):
    """Agreeing to play in a lower division."""

    @operation(
        "season_division_answer",
        "Agree to a lower division, or decline it",
        MoveAnswerSerializer,
        status=CREATED,
    )
    def post(
        self, request: Request, season_id: UUID, members: Members
    ) -> entrant_outputs.Registration:
        """Answer the organiser who asks you; either partner does for a team."""
        entrant = transfers.move_answer(
            user=requester(request),
            season_id=season_id,
            division=members["division"] - 1,
            agree=members["agree"],
        )
        return _registration(entrant)


class StartSeasonView(ApiView, tag="leagues"):
    """The start of a season."""

    @operation("season_start", "Try the start of a season, or start it", StartSerializer)
    def post(self, request: Request, season_id: UUID, members: Members) -> plans.StartAnswer:
        """Show the plan with `dry_run`; with the `token` of that plan, carry it out."""
        user, token = requester(request), members.get("token")
        if bool(members.get("dry_run")) == (token is not None):
            detail = gettext("Send either `dry_run` as true, or the `token` of a plan.")
            raise ValidationError({"token": [detail]})
        if token is None:
            plan = start.start_try(user=user, season_id=season_id)
            season = lookup.season_get(user=user, season_id=season_id)
            return plans.StartAnswer(outputs.season(season), plans.start(season, plan))
        season = start.start_confirm(user=user, season_id=season_id, token=token)
        return plans.StartAnswer(outputs.season(season))


def _registration(entrant: models.Entrant | None) -> entrant_outputs.Registration:
    (shown,) = entrant_outputs.entrants([entrant]) if entrant else (None,)
    return entrant_outputs.Registration(entrant=shown)
