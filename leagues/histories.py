"""The seasons that somebody has played in, as far as others may know of them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, QuerySet

from accounts.models import User
from leagues.models import Entrant, EntrantPlayer, Season, Standing
from leagues.organising import may_find
from leagues.standings.table import Row
from leagues.tables import row_of


class Entry(NamedTuple):
    """Somebody's entry in a season: its row in a table of so many, if there is one."""

    player: EntrantPlayer
    standing: Standing | None
    row: Row | None
    size: int


def entries_of(*, user: User, viewer: User) -> QuerySet[EntrantPlayer]:
    """Return the entries of `user`, the newest first, in seasons that `viewer` may find.

    Those are seasons of public leagues, and of leagues that concern the viewer.
    """
    found = EntrantPlayer.objects.filter(may_find(viewer, "season__league"), user=user)
    entries = found.exclude(season__state=Season.State.DRAFT)
    return entries.select_related("season__league", "entrant__standing").order_by("-id")


def entries_running(*, user: User) -> QuerySet[EntrantPlayer]:
    """Return the entries with which `user` plays in running seasons, the newest first."""
    plays = (Entrant.State.PLAYING, Entrant.State.SUBSTITUTE)
    entries = EntrantPlayer.objects.filter(
        user=user, entrant__state__in=plays, season__state=Season.State.RUNNING
    )
    return entries.select_related("season__league").order_by("-id")


def with_rows(entries: Sequence[EntrantPlayer]) -> list[Entry]:
    """Return entries with their rows of the tables, in one query."""
    seasons = {each.season_id for each in entries}
    counted = Standing.objects.filter(season__in=seasons).values("season", "division", "group")
    sizes = {
        (each["season"], each["division"], each["group"]): each["rows"]
        for each in counted.annotate(rows=Count("pk")).order_by()
    }
    found = []
    for player in entries:
        standing: Standing | None = getattr(player.entrant, "standing", None)
        if standing is None:
            found.append(Entry(player, None, None, 0))
        else:
            size = sizes[player.season_id, standing.division, standing.group]
            found.append(Entry(player, standing, row_of(standing), size))
    return found
