"""The endpoint for reports to the moderators."""

from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.codes import add_codes
from api.operations import CREATED, Members, operation
from api.problems import add_problems
from api.views import ApiView
from moderation import outputs
from moderation.inputs import ReportSerializer
from moderation.kinds import NotReportableError
from moderation.reporting import report_make

add_codes({"report_make": "not_found"})
add_problems({NotReportableError: lambda _: NotFound()})


class ReportsView(ApiView, tag="players"):
    """Reports to the moderators."""

    @operation(
        "report_make",
        "Report something to the moderators",
        ReportSerializer,
        status=CREATED,
        repeatable=True,
    )
    def post(self, request: Request, members: Members) -> outputs.NotedReport:
        """Report a person or a text that you see; nobody is told who reported it.

        While it is not handled, the same report again changes yours.
        """
        about = members.pop("about")
        return outputs.report(report_make(user=requester(request), **about, **members))
