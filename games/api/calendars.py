"""The views for one's own calendar: weekend, sleeping hours and vacations."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import CREATED, Members, operation
from api.views import ApiView
from games.inputs.calendars import CalendarSerializer, VacationEndSerializer, VacationSerializer
from games.outputs import people as outputs
from games.time import availability


class CalendarView(ApiView, tag="me"):
    """One's own calendar."""

    @operation("me_calendar_get", "When do I play?")
    def get(self, request: Request) -> outputs.Calendar:
        """Return your weekend, your sleeping hours and your time zone."""
        return outputs.calendar(requester(request))

    @operation(
        "me_calendar_update", "Change my weekend, sleeping hours or time zone", CalendarSerializer
    )
    def patch(self, request: Request, members: Members) -> outputs.Calendar:
        """Change the members that you send, from your next decision on."""
        user = requester(request)
        availability.routine_change(user=user, **members)
        user.refresh_from_db(fields=["time_zone"])
        return outputs.calendar(user)


class VacationsView(ApiView, tag="me"):
    """One's own vacations."""

    @operation("me_vacations_list", "My vacations")
    def get(self, request: Request) -> outputs.Vacations:
        """Return your vacations and how many days you may take."""
        return outputs.vacations(requester(request))

    @operation(
        "me_vacation_take",
        "Take a vacation",
        VacationSerializer,
        status=CREATED,
        repeatable=True,
    )
    def post(self, request: Request, members: Members) -> outputs.Vacation:
        """Take a vacation, from now on or later; your clocks stand while it lasts."""
        return outputs.vacation(availability.vacation_take(user=requester(request), **members))


class VacationView(ApiView, tag="me"):
    """A vacation of one's own."""

    @operation("me_vacation_change", "Come back earlier or later", VacationEndSerializer)
    def patch(self, request: Request, vacation_id: int, members: Members) -> outputs.Vacation:
        """Move the end of a vacation that is planned or lasts now."""
        changed = availability.vacation_change_end(
            user=requester(request), vacation_id=vacation_id, **members
        )
        if changed is None:
            raise NotFound
        return outputs.vacation(changed)

    @operation("me_vacation_end", "End or cancel a vacation")
    def delete(self, request: Request, vacation_id: int) -> None:
        """End a vacation that lasts now, or cancel one that is planned."""
        if not availability.vacation_end(user=requester(request), vacation_id=vacation_id):
            raise NotFound
