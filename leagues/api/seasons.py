"""The views for seasons: declaring, registering, starting, and who plays whom."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpResponse
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged_answer, without_secrets
from api.inputs import EmptySerializer, read_input
from api.paging import PageQuerySerializer, page_of
from api.views import ApiView
from leagues import (
    attendance,
    declaring,
    entering,
    models,
    moving,
    organising,
    previews,
    starting,
    substituting,
    transfers,
)
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
from leagues.outputs import entrants as entrant_outputs
from leagues.outputs import plans
from leagues.outputs import seasons as outputs

CREATED = 201
ACCEPTED = 202
NO_CONTENT = 204


@extend_schema(tags=["leagues"])
class SeasonsView(ApiView):
    """The seasons of a league."""

    @extend_schema(
        operation_id="seasons_list",
        summary="The seasons of a league",
        parameters=[PageQuerySerializer, IF_NONE_MATCH],
        responses={200: outputs.SeasonPage, 304: UNCHANGED},
    )
    def get(self, request: Request, league_id: UUID) -> HttpResponse:
        """Return the seasons, the last first; drafts only to organisers."""
        read_input(PageQuerySerializer, request.query_params)
        user = requester(request)
        league = organising.league_get(user=user, league_id=league_id)
        rows = league.seasons.all()
        if not organising.is_organiser(league.pk, user):
            rows = rows.exclude(state=models.Season.State.DRAFT)
        page = page_of(request, self, rows, ("-number",))
        body = outputs.SeasonPage(outputs.seasons(page.rows), page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="season_declare",
        summary="Declare a season",
        request=SeasonSerializer,
        responses={CREATED: outputs.Season},
    )
    def post(self, request: Request, league_id: UUID) -> HttpResponse:
        """Declare the rules and dates of a new season of your league; read its `warnings`."""
        members = read_input(SeasonSerializer, request.data)
        season = declaring.season_declare(
            user=requester(request),
            league_id=league_id,
            declaration=declaring.Declaration(**members),
        )
        return json_answer(outputs.season(season), CREATED)


@extend_schema(tags=["leagues"])
class SeasonView(ApiView):
    """One season."""

    @extend_schema(
        operation_id="season_get",
        summary="Look at a season",
        parameters=[IF_NONE_MATCH],
        responses={200: outputs.Season, 304: UNCHANGED},
    )
    def get(self, request: Request, season_id: UUID) -> HttpResponse:
        """Return the season; its entrants and fixtures have lists of their own."""
        season = declaring.season_get(user=requester(request), season_id=season_id)
        return without_secrets(tagged_answer(request, outputs.season(season)))

    @extend_schema(
        operation_id="season_replace",
        summary="Declare a draft anew",
        request=SeasonSerializer,
        responses=outputs.Season,
    )
    def put(self, request: Request, season_id: UUID) -> HttpResponse:
        """Replace rules and dates of your season, until registration opens."""
        members = read_input(SeasonSerializer, request.data)
        season = declaring.season_change(
            user=requester(request),
            season_id=season_id,
            declaration=declaring.Declaration(**members),
        )
        return json_answer(outputs.season(season))

    @extend_schema(
        operation_id="season_dates_change",
        summary="Move the dates of a season",
        request=DatesSerializer,
        responses=outputs.Season,
    )
    def patch(self, request: Request, season_id: UUID) -> HttpResponse:
        """Move dates of your season once registration is open; everybody who takes part is told."""
        members = read_input(DatesSerializer, request.data)
        reason = members.pop("reason", "")
        season = moving.dates_move(
            user=requester(request),
            season_id=season_id,
            new=moving.NewDates(**members),
            reason=reason,
        )
        return json_answer(outputs.season(season))


@extend_schema(tags=["leagues"])
class OpenSeasonView(ApiView):
    """The opening of a season's registration."""

    @extend_schema(
        operation_id="season_open",
        summary="Open the registration of a season",
        request=EmptySerializer,
        responses=outputs.Season,
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Open the registration of your draft now; from then on, its rules stay as they are."""
        read_input(EmptySerializer, request.data)
        season = declaring.season_open(user=requester(request), season_id=season_id)
        return json_answer(outputs.season(season))


@extend_schema(tags=["leagues"])
class CallOffSeasonView(ApiView):
    """The end of a season that does not take place, or breaks off."""

    @extend_schema(
        operation_id="season_call_off",
        summary="Call a season off",
        request=ReasonSerializer,
        responses=plans.CallOffAnswer,
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Call your season off; games that are open are void. With `dry_run`, say what it does."""
        members = read_input(ReasonSerializer, request.data)
        about: dict[str, Any] = {"user": requester(request), "season_id": season_id}
        if members.pop("dry_run", False):
            season, found = previews.call_off_try(**about)
            return json_answer(plans.CallOffAnswer(outputs.season(season), plans.effects(found)))
        season = declaring.season_call_off(**about, **members)
        return json_answer(plans.CallOffAnswer(outputs.season(season)))


@extend_schema(tags=["leagues"])
class EntrantsView(ApiView):
    """The entrants of a season."""

    @extend_schema(
        operation_id="entrants_list",
        summary="Who takes part",
        parameters=[EntrantsQuerySerializer, IF_NONE_MATCH],
        responses={200: entrant_outputs.EntrantPage, 304: UNCHANGED},
    )
    def get(self, request: Request, season_id: UUID) -> HttpResponse:
        """Return the entrants in the order in which they registered."""
        filters = read_input(EntrantsQuerySerializer, request.query_params)
        season = declaring.season_get(user=requester(request), season_id=season_id)
        rows = models.Entrant.objects.filter(season=season)
        if state := filters.get("state"):
            rows = rows.filter(state=state)
        if division := filters.get("division"):
            rows = rows.filter(Q(division=division - 1) | Q(standing__division=division - 1))
        page = page_of(request, self, rows, ("sequence",))
        body = entrant_outputs.EntrantPage(entrant_outputs.entrants(page.rows), page.next)
        return without_secrets(tagged_answer(request, body))

    @extend_schema(
        operation_id="season_register",
        summary="Register for a season",
        request=EntrantSerializer,
        responses={CREATED: entrant_outputs.Registration, ACCEPTED: entrant_outputs.Registration},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Register, or wait for a place; 202 if your partner has not named you yet."""
        members = read_input(EntrantSerializer, request.data)
        entrant = entering.register(user=requester(request), season_id=season_id, **members)
        return _registration(entrant)


@extend_schema(tags=["leagues"])
class OwnEntrantView(ApiView):
    """One's own entry in a season."""

    @extend_schema(
        operation_id="season_withdraw",
        summary="Withdraw from a season",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, season_id: UUID) -> HttpResponse:
        """Withdraw, or end your hiatus; while the season runs, this is for good."""
        entering.withdraw(user=requester(request), season_id=season_id)
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["leagues"])
class RemovalView(ApiView):
    """The end of somebody's part in a season, by an organiser."""

    @extend_schema(
        operation_id="entrant_remove",
        summary="Withdraw an entrant",
        request=TrySerializer,
        responses=plans.RemovalAnswer,
    )
    def post(self, request: Request, season_id: UUID, entrant_id: UUID) -> HttpResponse:
        """Withdraw an entrant of your season. With `dry_run`, say what it does."""
        members = read_input(TrySerializer, request.data)
        about: dict[str, Any] = {"user": requester(request), "season_id": season_id}
        about["entrant_id"] = entrant_id
        if members.get("dry_run"):
            _, found = previews.removal_try(**about)
            return json_answer(plans.RemovalAnswer(plans.effects(found)))
        entering.entrant_remove(**about)
        return json_answer(plans.RemovalAnswer())


@extend_schema(tags=["leagues"])
class SubstitutesView(ApiView):
    """Substitutes of entrants who withdrew."""

    @extend_schema(
        operation_id="substitute_name",
        summary="Name a substitute",
        request=SubstituteSerializer,
        responses={CREATED: outputs.Season},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Name who takes over all open games of an entrant who withdrew, as an organiser."""
        members = read_input(SubstituteSerializer, request.data)
        user = requester(request)
        season = substituting.substitute_name(
            user=user,
            season_id=season_id,
            entrant_id=members["entrant"],
            substitute_id=members["substitute"],
        )
        return json_answer(outputs.season(season), CREATED)


@extend_schema(tags=["leagues"])
class HiatusView(ApiView):
    """Missing a season without losing one's place."""

    @extend_schema(
        operation_id="season_hiatus_declare",
        summary="Miss a season",
        request=EmptySerializer,
        responses={CREATED: entrant_outputs.Registration},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Keep your claim to a division while you miss this season."""
        read_input(EmptySerializer, request.data)
        entrant = entering.hiatus_declare(user=requester(request), season_id=season_id)
        return _registration(entrant)


@extend_schema(tags=["leagues"])
class AttendanceView(ApiView):
    """Confirming, before the start, that one will play."""

    @extend_schema(
        operation_id="season_attendance_confirm",
        summary="Confirm that you will play",
        request=EmptySerializer,
        responses={CREATED: entrant_outputs.Registration},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Confirm it once you are asked, until the start; either partner does for a team."""
        read_input(EmptySerializer, request.data)
        user = requester(request)
        entrant = attendance.attendance_confirm(user=user, season_id=season_id)
        return _registration(entrant)


@extend_schema(tags=["leagues"])
class DivisionView(ApiView):
    """The division to which an organiser moves an entrant before the start."""

    @extend_schema(
        operation_id="entrant_move",
        summary="Move an entrant to another division",
        request=MoveSerializer,
        responses=entrant_outputs.EntrantSummary,
    )
    def put(self, request: Request, season_id: UUID, entrant_id: UUID) -> HttpResponse:
        """Move an entrant of your season up, or ask them to agree to a lower division."""
        members = read_input(MoveSerializer, request.data)
        entrant = transfers.entrant_move(
            user=requester(request),
            season_id=season_id,
            entrant_id=entrant_id,
            division=members["division"] - 1,
            reason=members["reason"],
        )
        (shown,) = entrant_outputs.entrants([entrant])
        return json_answer(shown)

    @extend_schema(
        operation_id="entrant_move_back",
        summary="Move an entrant no longer",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, season_id: UUID, entrant_id: UUID) -> HttpResponse:
        """Take back that an entrant of your season is moved, or asked."""
        transfers.move_take_back(
            user=requester(request), season_id=season_id, entrant_id=entrant_id
        )
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["leagues"])
class DivisionConsentView(ApiView):
    """Agreeing to play in a lower division."""

    @extend_schema(
        operation_id="season_division_answer",
        summary="Agree to a lower division, or decline it",
        request=MoveAnswerSerializer,
        responses={CREATED: entrant_outputs.Registration},
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Answer the organiser who asks you; either partner does for a team."""
        members = read_input(MoveAnswerSerializer, request.data)
        entrant = transfers.move_answer(
            user=requester(request),
            season_id=season_id,
            division=members["division"] - 1,
            agree=members["agree"],
        )
        return _registration(entrant)


@extend_schema(tags=["leagues"])
class StartSeasonView(ApiView):
    """The start of a season."""

    @extend_schema(
        operation_id="season_start",
        summary="Try the start of a season, or start it",
        request=StartSerializer,
        responses=plans.StartAnswer,
    )
    def post(self, request: Request, season_id: UUID) -> HttpResponse:
        """Show the plan with `dry_run`; with the `token` of that plan, carry it out."""
        members = read_input(StartSerializer, request.data)
        user, token = requester(request), members.get("token")
        if bool(members.get("dry_run")) == (token is not None):
            detail = gettext("Send either `dry_run` as true, or the `token` of a plan.")
            raise ValidationError({"token": [detail]})
        if token is None:
            plan = starting.start_try(user=user, season_id=season_id)
            season = declaring.season_get(user=user, season_id=season_id)
            return json_answer(plans.StartAnswer(outputs.season(season), plans.start(season, plan)))
        season = starting.start_confirm(user=user, season_id=season_id, token=token)
        return json_answer(plans.StartAnswer(outputs.season(season)))


def _registration(entrant: models.Entrant | None) -> HttpResponse:
    if entrant is None:
        return json_answer(entrant_outputs.Registration(entrant=None), ACCEPTED)
    (shown,) = entrant_outputs.entrants([entrant])
    return json_answer(entrant_outputs.Registration(entrant=shown), CREATED)
