"""The secret seed of each game, in a table of its own that only `games.stream.dealer` reads.

No relation leads here from `Game`, so no filter, admin page or serializer can reach a seed.
"""

import secrets

from django.db import models

SEED_LENGTH = 32  # bytes


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_LENGTH)


class GameSeed(models.Model):
    """The seed from which all chance in a game is derived."""

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="+", editable=False
    )
    seed = models.BinaryField(max_length=SEED_LENGTH, default=new_seed)

    def __str__(self) -> str:
        return f"seed of {self.game_id}"
