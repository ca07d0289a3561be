"""The queue of reports in the admin site, and what moderators do on its pages of games.

Nobody sees who made a report.
"""

from typing import Any, Final, cast
from urllib.parse import quote

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.forms import Textarea
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext, gettext_lazy
from typing_extensions import override

from accounts.admin import UserAdmin
from accounts.models import User
from accounts.selectors import user_by_handle
from accounts.staff.pages import MAX_COUNTED, StaffAdmin, StaffLink, warn
from games.admin import GameAdmin
from games.models import Game
from leagues.models import Fixture
from moderation.acts import ENDINGS, REMOVAL
from moderation.kinds import KINDS, may_see, writers_of
from moderation.models import Complaint, Report
from moderation.reporting import report_handle

MOST: Final = 50  # complaints on a page, the newest
LONGEST: Final = 140  # characters of a text in the list
OF_THING: Final = ["thing", "text", "writer", "where", "opened_at", "complaints", "earlier"]
FIELDS: Final = [*OF_THING, "state", "advice"]


def _links_of_game(request: HttpRequest, game: Game) -> list[StaffLink]:
    by, links = cast(User, request.user), []
    if may_see(user=by, kind="game", id=str(game.pk)):
        page = reverse("game-page", args=[game.pk])
        links.append(StaffLink(gettext_lazy("Page of the game"), page))
    fixture = Fixture.objects.filter(game=game).first()
    if fixture and may_see(user=by, kind="season", id=str(fixture.season_id)):
        page = reverse("season-page", args=[fixture.season_id])
        links.append(StaffLink(gettext_lazy("Season"), page))
    return links


def _links_of_person(request: HttpRequest, person: User) -> list[StaffLink]:
    return [
        StaffLink(title, f"{reverse(f'admin:{name}_changelist')}?q={person.handle}")
        for title, name, right in FOUND
        if cast(User, request.user).has_perm(right)
    ]


FOUND: Final = (
    (gettext_lazy("Games"), "games_game", "games.view_game"),
    (gettext_lazy("Deliveries"), "notifications_delivery", "notifications.view_delivery"),
    (gettext_lazy("Reports"), "moderation_report", "moderation.view_report"),
)
GameAdmin.acts = ENDINGS
GameAdmin.links = staticmethod(_links_of_game)
UserAdmin.links = staticmethod(_links_of_person)


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
    search_fields = ["about", "author__handle"]  # `get_search_results` looks for them
    search_help_text = gettext_lazy(
        "The whole handle of who wrote it, or the whole id of what was reported."
    )
    acts = (REMOVAL,)
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
    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Report], search_term: str
    ) -> tuple[QuerySet[Report], bool]:
        """Find reports by the whole handle of an author or the whole id of a thing."""
        if not search_term:
            return queryset, False
        person = user_by_handle(handle=search_term.strip())
        kind, _, about = search_term.strip().rpartition(" ")  # as links have it: `Report.__str__`
        thing = Q(about=about[:36], kind=kind) if kind in KINDS else Q(about=about[:36])
        return queryset.filter(Q(author=person) if person else thing), False

    @override
    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Return a report, with whether the requester may see the thing, or have written it."""
        report: Any = super().get_object(request, *args, **kwargs)
        if report is not None:
            by = cast(User, request.user)
            id = report.text if report.kind == "person" else report.about
            report.is_seen = may_see(user=by, kind=report.kind, id=id)
            report.is_own = by.pk in writers_of(kind=report.kind, about=report.about)
        return report

    @override
    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **kwargs: Any) -> Any:
        """Show a report or handle it; one that is handled already is shown, and the note kept."""
        if request.method == "POST" and super().has_change_permission(request):
            report = self.get_object(request, unquote(object_id))
            if report is not None and report.state != Report.State.OPEN:
                whom = str(report.handled_by or gettext("somebody"))
                if report.handled_by == request.user:
                    whom = gettext("you")
                warn(
                    request, gettext("This report is handled already, by {whom}.").format(whom=whom)
                )
                return redirect(request.path)
        return super().change_view(request, object_id, *args, **kwargs)

    @override
    def response_change(self, request: HttpRequest, obj: Report) -> HttpResponse:
        """Say that the report is handled, unless somebody else was faster, and list the others."""
        if obj.handled_by_id == cast(User, request.user).pk:
            messages.success(request, gettext("The report is handled."))
        return redirect("admin:moderation_report_changelist")

    @override
    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        note = gettext_lazy("What you did about it. Saving it makes the report handled.")
        kwargs |= {"widgets": {"note": Textarea({"rows": 3})}, "help_texts": {"note": note}}
        return super().get_form(request, obj, change, **kwargs)

    @override
    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: Any) -> None:
        by = cast(User, request.user)
        if report_handle(report=obj, by=by, note=obj.note):
            obj.handled_by = by
        else:
            warn(request, gettext("Somebody else has handled this report meanwhile."))

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
        """Return whether the requester may handle a report: an open one, not of what they wrote."""
        allowed = super().has_change_permission(request, obj)
        return allowed and (obj is None or (obj.state == Report.State.OPEN and not obj.is_own))

    @override
    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        """Return False: a schedule deletes them."""
        return False

    @admin.display(description="text")
    def shown(self, report: Report) -> str:
        return Truncator(report.text).chars(LONGEST)

    @admin.display(description="kind")
    def thing(self, report: Report) -> str:
        return str(KINDS[report.kind].title)

    @admin.display(description="reports")
    def number(self, report: Any) -> int:
        return int(report.number or 0)

    @admin.display(description="written by")
    def writer(self, report: Report) -> SafeString | str:
        if report.author is None:
            return "-"
        page = reverse("admin:accounts_user_change", args=[report.author.pk])
        return format_html('<a href="{}">{}</a>', page, report.author.handle)

    @admin.display
    def where(self, report: Any) -> SafeString | str:
        """Return a link to where it stands, if the requester may see that."""
        if not report.is_seen:
            return gettext("{place} (you cannot see this page)").format(place=report.place)
        return format_html('<a href="{0}">{0}</a>', report.place)

    @admin.display(description=gettext_lazy("other reports"))
    def earlier(self, report: Report) -> SafeString:
        """Link to the other reports of the same thing, and of what the same person wrote."""
        others = Report.objects.exclude(pk=report.pk)
        same = others.filter(kind=report.kind, about=report.about)
        found = [(gettext("of the same"), quote(str(report)), same)]
        if report.author is not None:
            theirs = others.filter(author=report.author)
            found.append((gettext("of the same author"), report.author.handle, theirs))
        page = reverse("admin:moderation_report_changelist")
        rows = ((page, query, rows[:MAX_COUNTED].count(), name) for name, query, rows in found)
        return format_html_join(", ", '<a href="{}?q={}">{} {}</a>', rows)

    @admin.display(description=gettext_lazy("what to know"))
    def advice(self, report: Any) -> str:
        """Say what the requester cannot do here, and who can."""
        told = []
        if report.is_own:
            told.append(gettext("You may have written this, so somebody else handles it."))
        if KINDS[report.kind].remove is None:
            told.append(
                gettext(
                    "The text is in the season's log, which nobody changes from here. An operator "
                    "can remove it: docs/operating.md, “A text that must not be kept”."
                )
            )
        return " ".join(told) or "-"

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
