"""Leagues in the admin site: read-only, and without seeds."""

from django.contrib import admin
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.staff.pages import ReadOnly, StaffAdmin
from leagues.models import League, Organiser, Season


class OrganiserInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The organisers of a league."""

    model = Organiser
    fields = ["user", "since"]


@admin.register(League)
class LeagueAdmin(ReadOnly, StaffAdmin):
    """Shows a league and its organisers."""

    list_display = ["name", "access", "created_at"]
    list_filter = ["access"]
    ordering = ["-created_at", "-id"]
    fields = ["id", "name", "about", "access", "created_at"]
    inlines = [OrganiserInline]


@admin.register(Season)
class SeasonAdmin(ReadOnly, StaffAdmin):
    """Shows a season, its rules and its last events."""

    list_display = ["name", "league", "number", "state", "starts_at", "ends_at"]
    list_filter = ["state"]
    list_select_related = ["league"]
    ordering = ["-starts_at", "-id"]
    fields = ["id", "league", "number", "name", "state", "rules", "registration_opens_at"]
    fields += ["starts_at", "ends_at", "started_at", "finished_at", "archived_at", "commitment"]
    fields += ["revealed", "prevented", "round", "version", "newest_events"]
    readonly_fields = ["newest_events"]

    @admin.display
    def newest_events(self, season: Season) -> SafeString:
        rows = season.events.order_by("-sequence").values_list("sequence", "type", "at")[:100]
        return format_html_join("", "{} {} {}<br>", rows)
