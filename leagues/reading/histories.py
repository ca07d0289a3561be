"""The seasons that somebody has played in, as far as others may know of them."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet

from accounts.models import User
from leagues.contest.standings.ranking import RankedRow
from leagues.models import Entrant, EntrantPlayer, Season, Standing
from leagues.services import leagues_concerning, may_find
from leagues.stream.stored_standings import row_of


class SeasonEntry(NamedTuple):
    """Somebody's entry in a season: its row in the standings, if any, and how many these have."""

    player: EntrantPlayer
    standing: Standing | None
    row: RankedRow | None
    size: int


def entries_of(*, user: User, viewer: User) -> QuerySet[EntrantPlayer]:
    """Return the entries of `user`, the newest first, in seasons that `viewer` may find.

    Those are seasons of public leagues, and of leagues that concern the viewer.
    """
    found = EntrantPlayer.objects.filter(may_find(viewer, "season__league"), user=user)
    entries = found.exclude(season__state=Season.State.DRAFT)
    return entries.select_related("season__league", "entrant__standing").order_by("-id")


def entries_current(*, user: User) -> QuerySet[EntrantPlayer]:
    """Return the entries of `user` in seasons that are not archived, the newest first.

    Those who have withdrawn, or miss the season, are left out.
    """
    entries = EntrantPlayer.objects.filter(user=user, season__archived_at=None)
    gone = (Entrant.State.WITHDRAWN, Entrant.State.HIATUS)
    found = entries.exclude(entrant__state__in=gone)
    return found.select_related("season__league").order_by("-id")


def seasons_to_enter(*, user: User) -> QuerySet[Season]:
    """Return the seasons in leagues that concern `user` that they may register for, in any order.

    Those that they have entered are left out.
    """
    entered = EntrantPlayer.objects.filter(season=OuterRef("pk"), user=user)
    found = Season.objects.filter(~Exists(entered), state=Season.State.REGISTRATION)
    return found.filter(league__in=leagues_concerning(user)).select_related("league")


def with_rows(entries: Sequence[EntrantPlayer]) -> list[SeasonEntry]:
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
            found.append(SeasonEntry(player, None, None, 0))
        else:
            size = sizes[player.season_id, standing.division, standing.group]
            found.append(SeasonEntry(player, standing, row_of(standing), size))
    return found
