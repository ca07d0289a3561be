"""The views for one's own calendar: weekend, sleeping hours and vacations."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.authentication import requester
from api.answers import json_answer
from api.idempotency import HEADER, OPTIONAL_KEY, answer_repeatably, read_key
from api.inputs import read_input
from api.views import ApiView
from games import availability
from games.inputs.calendars import CalendarSerializer, VacationEndSerializer, VacationSerializer
from games.outputs import people as outputs

CREATED = 201
NO_CONTENT = 204


@extend_schema(tags=["me"])
class CalendarView(ApiView):
    """One's own calendar."""

    @extend_schema(
        operation_id="me_calendar_get", summary="When do I play?", responses=outputs.Calendar
    )
    def get(self, request: Request) -> HttpResponse:
        """Return your weekend, your sleeping hours and your time zone."""
        return json_answer(outputs.calendar(requester(request)))

    @extend_schema(
        operation_id="me_calendar_update",
        summary="Change my weekend, sleeping hours or time zone",
        request=CalendarSerializer,
        responses=outputs.Calendar,
    )
    def patch(self, request: Request) -> HttpResponse:
        """Change the members that you send, from your next decision on."""
        changes = read_input(CalendarSerializer, request.data)
        user = requester(request)
        availability.routine_change(user=user, **changes)
        user.refresh_from_db(fields=["time_zone"])
        return json_answer(outputs.calendar(user))


@extend_schema(tags=["me"])
class VacationsView(ApiView):
    """One's own vacations."""

    @extend_schema(
        operation_id="me_vacations_list", summary="My vacations", responses=outputs.Vacations
    )
    def get(self, request: Request) -> HttpResponse:
        """Return your vacations and how many days you may take."""
        return json_answer(outputs.vacations(requester(request)))

    @extend_schema(
        operation_id="me_vacation_take",
        summary="Take a vacation",
        parameters=[OPTIONAL_KEY],
        request=VacationSerializer,
        responses={CREATED: outputs.Vacation},
    )
    def post(self, request: Request) -> HttpResponse:
        """Take a vacation, from now on or later; your clocks stand while it lasts."""
        members = read_input(VacationSerializer, request.data)
        user = requester(request)

        def take() -> outputs.Vacation:
            return outputs.vacation(availability.vacation_take(user=user, **members))

        if HEADER in request.headers:
            return answer_repeatably(request, user, read_key(request), take, status=CREATED)
        return json_answer(take(), CREATED)


@extend_schema(tags=["me"])
class VacationView(ApiView):
    """A vacation of one's own."""

    @extend_schema(
        operation_id="me_vacation_change",
        summary="Come back earlier or later",
        request=VacationEndSerializer,
        responses=outputs.Vacation,
    )
    def patch(self, request: Request, vacation_id: int) -> HttpResponse:
        """Move the end of a vacation that is planned or lasts now."""
        members = read_input(VacationEndSerializer, request.data)
        changed = availability.vacation_change_end(
            user=requester(request), vacation_id=vacation_id, **members
        )
        if changed is None:
            raise NotFound
        return json_answer(outputs.vacation(changed))

    @extend_schema(
        operation_id="me_vacation_end",
        summary="End or cancel a vacation",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request, vacation_id: int) -> HttpResponse:
        """End a vacation that lasts now, or cancel one that is planned."""
        if not availability.vacation_end(user=requester(request), vacation_id=vacation_id):
            raise NotFound
        return HttpResponse(status=NO_CONTENT)
