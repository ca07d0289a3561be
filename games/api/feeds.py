"""The views for the calendar of one's deadlines, and for the address at which it is read."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from accounts.authentication import requester
from accounts.feeds import feed_close, feed_open, user_of_feed
from api.answers import IF_NONE_MATCH, UNCHANGED, json_answer, tagged
from api.inputs import EmptySerializer, read_input
from api.views import AnyAccept, ApiView
from games.deadline_calendar import deadline_calendar, feed_address
from games.inputs.calendars import DeadlinesQuerySerializer
from games.outputs.people import CalendarFeed
from quotas.records.accounts import CALENDAR_READS_AN_HOUR
from quotas.services import spend

CREATED = 201
NO_CONTENT = 204
ICALENDAR = "text/calendar"


@extend_schema(tags=["me"])
class CalendarFeedView(ApiView):
    """The address at which your calendar program reads your deadlines."""

    @extend_schema(
        operation_id="me_calendar_feed_open",
        summary="Get an address for my calendar program",
        request=EmptySerializer,
        responses={CREATED: CalendarFeed},
    )
    def post(self, request: Request) -> HttpResponse:
        """Make a new address, which is shown only now; the one before is not valid any more."""
        read_input(EmptySerializer, request.data)
        address = feed_address(feed_open(user=requester(request)))
        return json_answer(CalendarFeed(address), CREATED)

    @extend_schema(
        operation_id="me_calendar_feed_close",
        summary="Revoke that address",
        request=None,
        responses={NO_CONTENT: None},
    )
    def delete(self, request: Request) -> HttpResponse:
        """Revoke the address of your calendar; without one, this changes nothing."""
        feed_close(user=requester(request))
        return HttpResponse(status=NO_CONTENT)


@extend_schema(tags=["me"])
class DeadlinesView(ApiView):
    """Your deadlines as a calendar."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    content_negotiation_class = AnyAccept

    @extend_schema(
        operation_id="me_deadlines_get",
        summary="My deadlines, for a calendar program",
        parameters=[DeadlinesQuerySerializer, IF_NONE_MATCH],
        responses={(200, ICALENDAR): OpenApiTypes.STR, 304: UNCHANGED},
        auth=[],
    )
    def get(self, request: Request) -> HttpResponse:
        """Return an event for each game that waits for you and has a deadline, 100 at most."""
        token = read_input(DeadlinesQuerySerializer, request.query_params)["token"]
        user = user_of_feed(token=token)
        if user is None:
            raise NotFound
        spend(str(user.pk), CALENDAR_READS_AN_HOUR)
        content = HttpResponse(deadline_calendar(user=user), f"{ICALENDAR}; charset=utf-8")
        answer = tagged(request, content)
        answer.headers["Content-Language"] = user.language
        return answer
