"""The page on which people report something to the moderators."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import gettext

from accounts.models import User
from moderation.inputs import ReportSerializer
from moderation.kinds import KINDS, NotReportableError, Reportable, thing_find
from moderation.models import LONGEST_COMMENT, Complaint
from moderation.reporting import has_reported, report_make
from web.frame.acts import Act, ActPage, Done
from web.frame.forms import FormField


class ReportPage(ActPage):
    """A form that reports a thing; with `sent` in the query, what happens next."""

    template = "web/report.html"
    needs_log_in = True
    thing: Reportable

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the thing; raises Http404."""
        self.about = {"kind": ids["kind"], "id": ids["id"]}
        try:
            self.thing = thing_find(user=self.person, **self.about)
        except NotReportableError:
            raise Http404 from None

    def context(self) -> dict[str, Any]:
        """Return what the thing says, and who wrote it if only one person can have done so."""
        writers = User.objects.filter(pk__in=self.thing.writers).exclude(pk=self.person.pk)
        kind, about = self.about["kind"], self.thing.about
        return {
            "thing": self.thing,
            "title": KINDS[kind].title,
            "reported": has_reported(user=self.person, kind=kind, about=about),
            "writer": writers.first() if len(self.thing.writers) == 1 else None,
            "own": self.person.pk in self.thing.writers,
            "sent": "sent" in self.request.GET,
        }

    def acts(self) -> Sequence[Act]:
        return [
            Act(
                "report",
                "",
                gettext("Report"),
                self._report,
                [
                    FormField(
                        "reason",
                        gettext("What is wrong?"),
                        "radio",
                        choices=Complaint.Reason.choices,
                        needed=True,
                    ),
                    FormField(
                        "comment",
                        gettext("What else should the moderators know?"),
                        "lines",
                        gettext("You may leave this empty. They do not learn who wrote it."),
                        most=LONGEST_COMMENT,
                    ),
                ],
                ReportSerializer,
                prepare=lambda body: body | {"about": self.about},
                offered="sent" not in self.request.GET and self.person.pk not in self.thing.writers,
            )
        ]

    def _report(self, members: dict[str, Any]) -> Done:
        about = members.pop("about")
        report_make(user=self.person, **about, **members)
        return Done(f"{self.request.path}?sent=1")
