"""Snapshots of long games, as rows (`games.stream.snapshots`)."""

from django.db import models


class Snapshot(models.Model):
    """The state of a game after the event with the hash `head`, as MessagePack."""

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="+", editable=False
    )
    head = models.CharField(max_length=64)
    body = models.BinaryField()
    seal = models.CharField(max_length=64)  # shows who wrote the row, and in which form

    def __str__(self) -> str:
        return f"snapshot of {self.game_id}"
