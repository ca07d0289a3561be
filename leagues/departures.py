"""Withdrawing people from seasons when their account is closed, suspended or deleted.

Their seasons are locked before anything else, as everywhere: seasons come before people, and people
before games. Otherwise a sweep that has locked a season could wait for the person or their games,
and the transaction that ends the account for the season.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_ending, account_erasing, account_unavailable
from leagues.entering.registrations import withdraw_entrant
from leagues.models import OVER, Entrant, Season
from leagues.season import lookup


@receiver(account_ending)
def lock_seasons(*, user_ids: Collection[int], **_: Any) -> None:
    """Lock the seasons that people play in, in the order of their ids."""
    for season_id in _seasons_of(user_ids):
        lookup.season_lock(season_id)


@receiver(account_erasing)
def forget(*, user: User, **_: Any) -> None:
    """Withdraw `user` from all seasons that are not over; their row names nobody from then on.

    The names of their teams are removed, too, since they may say who it was.
    """
    Entrant.objects.filter(players__user=user).exclude(team="").update(team="")
    _withdraw(user)


@receiver(account_unavailable)
def withdraw_unavailable(*, user: User, **_: Any) -> None:
    """Withdraw `user`, whose account is closed or suspended, so that they are not paired again."""
    _withdraw(user)


def _withdraw(user: User) -> None:
    for season_id in _seasons_of([user.pk]):
        season = lookup.season_lock(season_id)
        if season.state in OVER:  # since
            continue
        entrants = Entrant.objects.filter(season=season, players__user=user)
        if entrant := entrants.first():
            withdraw_entrant(season, entrant, None)


def _seasons_of(user_ids: Collection[int]) -> list[UUID]:
    """Return the seasons that people take part in and that are not over, by id."""
    theirs = Season.objects.filter(entrants__players__user__in=user_ids).exclude(state__in=OVER)
    return list(theirs.order_by("pk").values_list("pk", flat=True).distinct())
