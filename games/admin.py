"""Games in the admin site: read-only, and without hidden cards."""

import json
import re
from contextlib import suppress
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy
from typing_extensions import override

from accounts.models import User
from accounts.selectors import user_by_handle
from accounts.staff.pages import ReadOnly, StaffAdmin
from games.models import Game, SeatAssignment, StoredEvent

HEX = re.compile('"[0-9a-f]{64}"')
NEWEST = 1_000  # games
NEWEST_OF_PERSON = 300  # games made, as many seats, and as many given up


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The seats of a game."""

    model = SeatAssignment
    fields = ["number", "user", "occupant", "level", "name", "awaited", "wants_end"]


@admin.register(Game)
class GameAdmin(ReadOnly, StaffAdmin):
    """Shows a game and the public part of its events."""

    list_display = ["id", "state", "visibility", "mode", "seats", "creator", "moved_at"]
    list_filter = ["state", "visibility", "mode", "seats"]
    ordering = ["-created_at", "-id"]
    search_fields = ["id", "creator__handle"]  # `get_search_results` looks for them
    search_help_text = format_lazy(
        gettext_lazy(
            "The whole id of a game, or the whole handle of a person, for the newest games that "
            "they made, and those in which they sit or have sat. Without a search, the newest "
            "{newest} games are listed."
        ),
        newest=f"{NEWEST:,}",
    )
    list_select_related = ["creator"]
    fields = ["id", "state", "visibility", "seating", "start", "practice", "mode", "options"]
    fields += ["seats", "edition", "creator", "created_at", "started_at", "ended_at", "commitment"]
    fields += ["revision", "version", "head", "moved_at", "round", "awaited", "scores"]
    fields += ["winners", "over", "ruling", "events"]
    readonly_fields = ["events"]
    inlines = [SeatInline]

    @override
    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Find games by a whole id or a person's whole handle, so that an index is enough.

        Without a search term, list the newest games.
        """
        if not search_term:
            newest = Game.objects.order_by("-created_at", "-id").values("pk")[:NEWEST]
            return queryset.filter(pk__in=newest), False
        with suppress(ValueError):
            return queryset.filter(pk=UUID(search_term.strip())), False
        person = user_by_handle(handle=search_term.strip())
        return (queryset.filter(pk__in=_games_of(person)) if person else queryset.none()), False

    @admin.display
    def events(self, game: Game) -> SafeString:
        """List the events with their times, without their private parts and commitments."""
        rows = game.events.order_by("sequence")
        told = (
            (each.sequence, f"{each.recorded_at:%Y-%m-%d %H:%M:%S}", each.type, _public(each))
            for each in rows.only("sequence", "recorded_at", "type", "public").iterator()
        )
        return format_html_join("", "{} {} {} {}<br>", told)


def _public(event: StoredEvent) -> str:
    """Return the public members of an event, without commitments, which say nothing to people."""
    members = json.loads(event.public)
    said = {name: value for name, value in members.items() if not HEX.search(json.dumps(value))}
    return json.dumps(said, ensure_ascii=False)


def _games_of(person: User) -> set[UUID]:
    """Return the newest games that a person made, in which they sit, and in which they have sat."""
    made = person.games_created.order_by("-created_at", "-id").values_list("pk", flat=True)
    sits = person.seat_assignments.order_by("-moved_at", "-id").values_list("game", flat=True)
    sat = person.past_occupations.order_by("-id").values_list("game", flat=True)
    return {game for games in (made, sits, sat) for game in games[:NEWEST_OF_PERSON]}
