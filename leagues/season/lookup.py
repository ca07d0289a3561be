"""Seasons and their fixtures, as somebody may know of them, and locked for a change."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from api.leases import lock_unlocked
from leagues.models import OVER, Fixture, Season
from leagues.refusals import LeagueNotFoundError, SeasonError
from leagues.services import change_spend, is_organiser, league_get


def season_get(*, user: User | None, season_id: UUID, lock: bool = False) -> Season:
    """Return a season that `user` may see, None being anybody; only organisers see drafts.

    Raises LeagueNotFoundError.
    """
    found = Season.objects.select_related("league").filter(pk=season_id).first()
    if found is None:
        raise LeagueNotFoundError
    league_get(user=user, league_id=found.league_id)
    season = season_lock(season_id) if lock else found
    if season.state == Season.State.DRAFT and not is_organiser(season.league_id, user):
        raise LeagueNotFoundError
    return season


def season_lock_to_change(user: User, season_id: UUID) -> Season:
    """Lock a season for a change by an organiser, which is counted.

    Raises LeagueNotFoundError, NotAllowedError for anybody else, and QuotaError.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    change_spend(season.league_id, user)
    return season


def check_not_over(season: Season) -> None:
    """Raise SeasonError `season_over` for a season that is over."""
    if season.state in OVER:
        raise SeasonError("season_over", gettext("The season is over."))


def season_lock(season_id: UUID) -> Season:
    """Lock a season until the transaction ends, and return it. Raises Season.DoesNotExist."""
    return (
        Season.objects.select_for_update(no_key=True, of=("self",))
        .select_related("league")
        .get(pk=season_id)
    )


@transaction.atomic
def is_locked(season_id: UUID) -> bool:
    """Return whether another transaction has locked a season, which it does not wait for."""
    return lock_unlocked(Season.objects.filter(pk=season_id)).first() is None


def fixture_get(season: Season, fixture_id: UUID) -> Fixture:
    """Return a fixture of a season with its game; raises LeagueNotFoundError."""
    found = Fixture.objects.filter(season=season, pk=fixture_id).select_related("game").first()
    if found is None:
        raise LeagueNotFoundError
    return found
