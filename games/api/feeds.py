"""The views for the calendar of one's deadlines, and for the address at which it is read."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from accounts.feeds import feed_close, feed_open, user_of_feed
from accounts.log_in.authentication import requester
from api.answers import add_etag
from api.operations import CREATED, Members, operation
from api.views import AnyAccept, ApiView
from games.inputs.calendars import DeadlinesQuerySerializer
from games.outputs.people import CalendarFeed
from games.time.deadline_calendar import deadline_calendar, feed_address
from quotas.records.accounts import CALENDAR_READS_AN_HOUR
from quotas.services import spend

ICALENDAR = "text/calendar"


class CalendarFeedView(ApiView, tag="me"):
    """The address at which your calendar program reads your deadlines."""

    @operation("me_calendar_feed_open", "Get an address for my calendar program", status=CREATED)
    def post(self, request: Request) -> CalendarFeed:
        """Make a new address, which is shown only now; the one before is not valid any more."""
        return CalendarFeed(feed_address(feed_open(user=requester(request))))

    @operation("me_calendar_feed_close", "Revoke that address")
    def delete(self, request: Request) -> None:
        """Revoke the address of your calendar; without one, this changes nothing."""
        feed_close(user=requester(request))


class DeadlinesView(ApiView, tag="me"):
    """Your deadlines as a calendar."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    content_negotiation_class = AnyAccept

    @operation(
        "me_deadlines_get",
        "My deadlines, for a calendar program",
        DeadlinesQuerySerializer,
        answers={(200, ICALENDAR): OpenApiTypes.STR},
        tagged=True,
        auth=[],
    )
    def get(self, request: Request, members: Members) -> HttpResponse:
        """Return an event for each game that waits for you and has a deadline, 100 at most."""
        user = user_of_feed(token=members["token"])
        if user is None:
            raise NotFound
        spend(str(user.pk), CALENDAR_READS_AN_HOUR)
        content = HttpResponse(deadline_calendar(user=user), f"{ICALENDAR}; charset=utf-8")
        answer = add_etag(request, content)
        answer.headers["Content-Language"] = user.language
        return answer
