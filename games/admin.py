"""Games, for the staff: to be read, never to be changed, and no hand to be seen."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.models import Game, SeatAssignment


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who sits there."""

    model = SeatAssignment
    fields = ["number", "user", "awaited", "wants_end"]


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Shows a game, and of its events what everybody may see."""

    list_display = ["id", "state", "visibility", "mode", "seats", "creator", "moved_at"]
    list_filter = ["state", "visibility", "mode", "seats"]
    search_fields = ["id", "creator__handle"]
    exclude = ["invited"]
    readonly_fields = ["events"]
    inlines = [SeatInline]

    @admin.display
    def events(self, game: Game) -> SafeString:
        """List the events, without their private parts."""
        rows = game.events.order_by("sequence").values_list("sequence", "type", "public")
        return format_html_join("", "{} {} {}<br>", rows)
