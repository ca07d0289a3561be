"""Draws of lots (`leagues.contest.lots`): the only module that reads the seeds of seasons."""

from uuid import UUID

from leagues.contest.lots import commitment_to, key_of
from leagues.models import Season
from leagues.seeds import SeasonSeed, new_seed


def seal(season: Season) -> None:
    """Draw the seed of a new season, and insert both the season, with its commitment, and it."""
    seed = new_seed()
    season.commitment = commitment_to(str(season.pk), seed)
    season.save(force_insert=True)
    SeasonSeed.objects.create(season=season, seed=seed)


def key_for(season_id: UUID) -> bytes:
    """Return the key of the lots that decide ties in a season's standings."""
    return key_of(str(season_id), _seed(season_id))


def new_draw() -> bytes:
    """Return the key of the lots of one draw, which is stored nowhere.

    Draws keep people apart who blocked each other. Anybody who could repeat a draw without that
    would see whom it moved, so nobody can: not from the season's seed, and not from the database.
    """
    return new_seed()


def reveal(season_id: UUID) -> str:
    """Return the seed of a season as hex, to be published."""
    return _seed(season_id).hex()


def _seed(season_id: UUID) -> bytes:
    return bytes(SeasonSeed.objects.get(season=season_id).seed)
