"""Queries about ratings: each follows an index, or looks through a limited number of rows."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from django.db.models import QuerySet

from accounts.models import User
from ratings.models import RatedSeat, Rating
from ratings.skill import PROVISIONAL_BELOW

BEST_FIRST: Final = ("-value", "pk")
NEWEST_FIRST: Final = ("-rated_game_id", "pk")
LOOKED_THROUGH: Final = 1_000  # the best ratings of a mode, of which a leaderboard lists people


def ratings_of(*, user: User) -> QuerySet[Rating]:
    """Return the ratings of `user` in modes of which they have finished a rated game, by mode."""
    return Rating.objects.filter(user=user, house=False, games__gt=0).order_by("mode")


def value_of(*, user: User, mode: str) -> int | None:
    """Return the careful value of the rating of `user` at a mode; None while it is provisional."""
    of_mode = Rating.objects.filter(user=user, mode=mode, house=False)
    rated = of_mode.filter(games__gte=PROVISIONAL_BELOW)
    return rated.values_list("value", flat=True).first()


def values_of(*, users: QuerySet[Any], mode: str) -> dict[int, int]:
    """Leave out provisional ones. `users` are the values of a query, so that there is one query."""
    of_mode = Rating.objects.filter(user__in=users, mode=mode, house=False)
    return dict(of_mode.filter(games__gte=PROVISIONAL_BELOW).values_list("user", "value"))


def changes_of(*, user: User, mode: str) -> QuerySet[RatedSeat]:
    """Return what rated games did to the rating of `user` at a mode, the latest first."""
    rating = Rating.objects.filter(user=user, mode=mode, house=False).values("pk")[:1]
    changed = RatedSeat.objects.filter(rating=rating, rated_game__isnull=False, games__isnull=False)
    return changed.select_related("game").order_by(*NEWEST_FIRST)


def house_ratings(*, mode: str) -> list[Rating]:
    """Return the ratings of the levels of house players at a mode, the best first."""
    rated = Rating.objects.filter(mode=mode, house=True, games__gt=0).exclude(level="")
    return list(rated.order_by(*BEST_FIRST))


def leaders(*, mode: str) -> QuerySet[Rating]:
    """Return the best ratings at a mode that are not provisional, the best first.

    People who do not want to be listed, and those whose account is suspended, closed or deleted,
    are left out.
    """
    rated = Rating.objects.filter(mode=mode, house=False, games__gte=PROVISIONAL_BELOW)
    best = rated.order_by("-value", "id").values("pk")[:LOOKED_THROUGH]
    listed = Rating.objects.filter(
        pk__in=best, user__on_leaderboards=True, user__is_active=True, user__closed_at=None
    )
    return listed.select_related("user").order_by(*BEST_FIRST)


def places_of(rows: Sequence[Rating], *, mode: str) -> list[int]:
    """Return the places of the rows of a page of `leaders`; equal values share a place."""
    if not rows:
        return []
    first, listed = rows[0], leaders(mode=mode)
    ahead = listed.filter(value__gt=first.value).count()
    level = listed.filter(value=first.value, pk__lt=first.pk).count()
    places = [ahead + 1]
    for position, (previous, row) in enumerate(pairwise(rows), ahead + level + 2):
        places.append(places[-1] if row.value == previous.value else position)
    return places
