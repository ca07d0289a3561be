"""The secret seed of each season, in a table of its own that only `leagues.season.draw` reads.

No relation leads here from `Season`, so no filter, admin page or serializer can reach a seed.
"""

import secrets

from django.db import models

SEED_LENGTH = 32  # bytes


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_LENGTH)


class SeasonSeed(models.Model):
    """The seed from which all lots of a season are drawn."""

    season = models.OneToOneField(
        "leagues.Season", models.CASCADE, primary_key=True, related_name="+", editable=False
    )
    seed = models.BinaryField(max_length=SEED_LENGTH, default=new_seed)

    def __str__(self) -> str:
        return f"seed of {self.season_id}"
