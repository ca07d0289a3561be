"""Deliveries in the admin site: what waits, was sent, was superseded or failed, and why.

No text of a message and no address is shown. Staff may have dead letters sent again.
"""

from datetime import datetime
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy, ngettext
from typing_extensions import override

from accounts.selectors import user_by_handle
from accounts.staff.pages import ReadOnly, StaffAdmin
from notifications.models import Delivery
from notifications.sending.deliveries import delivery_resend

NEWEST = 300  # notices of a person
MOST = 100  # dead letters that are sent again at once
FIELDS = ["id", "kind", "person", "game", "about", "version", "created", "channel", "state"]
FIELDS += [
    "reason",
    "attempts",
    "error",
    "not_before",
    "lease_until",
    "queued_until",
    "sent_at",
    "replayed_at",
    "is_held",
]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, StaffAdmin):
    """Shows what became of each delivery; people by their handles, games by their ids."""

    list_display = ["id", "kind", "channel", "person", "state", "reason", "attempts"]
    list_display += ["created", "not_before", "sent_at"]
    list_filter = ["state"]
    search_fields = ["notice__person__handle"]  # `get_search_results` looks for it
    search_help_text = format_lazy(
        gettext_lazy(
            "The whole handle of a person, for what their newest {newest} notices led to."
        ),
        newest=NEWEST,
    )
    list_select_related = ["notice__person"]
    ordering = ["-id"]
    sortable_by = ()  # no index has another order
    fields = [*FIELDS]
    readonly_fields = [*FIELDS]
    actions = ["resend"]

    @override
    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Delivery], search_term: str
    ) -> tuple[QuerySet[Delivery], bool]:
        """Find the deliveries of a person's newest notices by their whole handle."""
        if not search_term:
            return queryset, False
        person = user_by_handle(handle=search_term.strip())
        if person is None:
            return queryset.none(), False
        notices = person.notices.order_by("-id").values_list("pk", flat=True)[:NEWEST]
        return queryset.filter(notice__in=list(notices)), False

    @admin.display
    def kind(self, delivery: Delivery) -> str:
        return delivery.notice.kind

    @admin.display
    def person(self, delivery: Delivery) -> str:
        return str(delivery.notice.person or "")

    @admin.display
    def game(self, delivery: Delivery) -> UUID | None:
        return delivery.notice.game_id

    @admin.display
    def about(self, delivery: Delivery) -> str:
        """Return the id of what it is about, if that is not a game."""
        return delivery.notice.about

    @admin.display
    def version(self, delivery: Delivery) -> int:
        """Return the version of the game or season at which it became news."""
        return delivery.notice.version

    @admin.display
    def created(self, delivery: Delivery) -> datetime:
        return delivery.notice.created_at

    def has_resend_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("notifications.change_delivery"))

    @admin.action(permissions=["resend"], description=gettext_lazy("Send dead letters again"))
    def resend(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        """Let the dead letters among the chosen deliveries wait again, and log each."""
        failed = queryset.filter(state=Delivery.State.FAILED)[:MOST]
        resent = [each for each in failed if delivery_resend(delivery_id=each.pk)]
        for delivery in resent:
            self.log_change(request, delivery, "Resent.")
        number = len(resent)
        self.message_user(
            request,
            ngettext(
                "%(number)d dead letter waits to be sent again. Notices about accounts hold no "
                "text any more, and cannot be.",
                "%(number)d dead letters wait to be sent again. Notices about accounts hold no "
                "text any more, and cannot be.",
                number,
            )
            % {"number": number},
        )
