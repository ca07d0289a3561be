"""Games, for the staff: to be read, never to be changed, and no hand to be seen."""

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.staff import ReadOnly, StaffAdmin
from games.models import Game, SeatAssignment


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who sits there."""

    model = SeatAssignment
    fields = ["number", "user", "awaited", "wants_end"]


@admin.register(Game)
class GameAdmin(ReadOnly, StaffAdmin):
    """Shows a game, and of its events what everybody may see."""

    list_display = ["id", "state", "visibility", "mode", "seats", "creator", "moved_at"]
    list_filter = ["state", "visibility", "mode", "seats"]
    search_fields = ["id", "creator__handle"]
    list_select_related = ["creator"]
    fields = ["id", "state", "visibility", "seating", "start", "mode", "options", "seats"]
    fields += ["edition", "creator", "created_at", "started_at", "ended_at", "commitment"]
    fields += ["revision", "version", "head", "moved_at", "round", "awaited", "scores"]
    fields += ["winners", "over", "events"]
    readonly_fields = ["events"]
    inlines = [SeatInline]

    @admin.display
    def events(self, game: Game) -> SafeString:
        """List the events, without their private parts."""
        rows = game.events.order_by("sequence").values_list("sequence", "type", "public")
        return format_html_join("", "{} {} {}<br>", rows)
