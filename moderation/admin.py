"""The queue of reports in the admin site, and what moderators do on its pages of games.

Nobody sees who made a report.
"""

from typing import Any, Final

from django.contrib import admin, messages
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.forms import Textarea
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_lazy
from typing_extensions import override

from accounts.staff import StaffAdmin
from games.admin import GameAdmin
from moderation.acts import ENDINGS
from moderation.kinds import KINDS
from moderation.models import Complaint, Report
from moderation.reporting import report_handle

MOST: Final = 50  # complaints on a page, the newest
LONGEST: Final = 140  # characters of a text in the list
FIELDS: Final = ["thing", "text", "writer", "where", "opened_at", "complaints", "state"]

GameAdmin.acts = ENDINGS


@admin.register(Report)
class ReportAdmin(StaffAdmin):
    """Shows what was reported, open reports first; a moderator's note makes one handled.

    Each thing is one row, however many people reported it. Nobody sees reports about themselves.
    """

    list_display = ["shown", "thing", "writer", "number", "opened_at", "state"]
    list_filter = ["state", "kind"]
    list_select_related = ["author"]
    ordering = ["-state", "opened_at", "id"]
    sortable_by = ()  # no index has another order
    fields = [*FIELDS, "note", "handled_by", "handled_at"]
    readonly_fields = [*FIELDS, "handled_by", "handled_at"]

    @override
    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports with the number of people who made each, except about oneself."""
        of_each = Complaint.objects.filter(report=OuterRef("pk")).order_by().values("report")
        number = Subquery(of_each.annotate(number=Count("pk")).values("number"))
        rows: QuerySet[Report] = super().get_queryset(request)
        return rows.exclude(author=request.user.pk).annotate(number=number)

    @override
    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Return the form of the note."""
        note = gettext_lazy("What you did about it. Saving it makes the report handled.")
        kwargs |= {"widgets": {"note": Textarea({"rows": 3})}, "help_texts": {"note": note}}
        return super().get_form(request, obj, change, **kwargs)

    @override
    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: Any) -> None:
        """Note that the report is handled."""
        if not report_handle(report=obj, by=request.user, note=obj.note):  # type: ignore[arg-type]
            said = gettext("Somebody else has handled this report meanwhile; your note is lost.")
            messages.warning(request, said)

    @override
    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Render the page with one button, since a report cannot be changed twice."""
        context["show_save_and_continue"] = False
        return super().render_change_form(request, context, *args, **kwargs)

    @override
    def has_add_permission(self, _request: HttpRequest) -> bool:
        """Return False: people report on the pages."""
        return False

    @override
    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the requester may handle a report: those that are handled stay so."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or obj.state == Report.State.OPEN)

    @override
    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Return False: a schedule deletes them."""
        return False

    @admin.display(description="text")
    def shown(self, report: Report) -> str:
        """Return the beginning of the text."""
        return Truncator(report.text).chars(LONGEST)

    @admin.display(description="kind")
    def thing(self, report: Report) -> str:
        """Return what kind of thing it is."""
        return str(KINDS[report.kind].title)

    @admin.display(description="reports")
    def number(self, report: Any) -> int:
        """Return how many people reported it."""
        return int(report.number or 0)

    @admin.display(description="written by")
    def writer(self, report: Report) -> SafeString | str:
        """Return who wrote it, with a link to the page about them."""
        if report.author is None:
            return "-"
        page = reverse("admin:accounts_user_change", args=[report.author.pk])
        return format_html('<a href="{}">{}</a>', page, report.author.handle)

    @admin.display
    def where(self, report: Report) -> SafeString:
        """Return a link to where it stands."""
        return format_html('<a href="{0}">{0}</a>', report.place)

    @admin.display
    def complaints(self, report: Any) -> SafeString:
        """List what the newest MOST people say, and what the text said then if it had changed."""
        rows = report.complaints.order_by("-at", "-pk")[:MOST]
        said = [
            (row.at.strftime("%Y-%m-%d %H:%M"), row.get_reason_display(), row.comment, row.text)
            for row in rows
        ]
        return format_html("{}<br>", self.number(report)) + format_html_join(
            "", "{}: {}. {} {}<br>", said
        )
