"""The database model of rulings, which are apart from the events, so that they can be deleted."""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

LONGEST_QUESTION: Final = 1000


class Ruling(models.Model):
    """A player's question to the organisers about a game, and the answer once there is one.

    It follows from no event. A ruling that ends the game is recorded as the result of its fixture,
    too, with the same reasons.
    """

    class Effect(models.TextChoices):
        """What a ruling does to the game: nothing, end it with places, or end it as void."""

        NONE = "none"
        PLACES = "places"
        VOID = "void"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    season = models.ForeignKey(
        "leagues.Season",
        models.CASCADE,
        related_name="rulings",
        db_index=False,  # ruling_by_age serves instead
    )
    fixture = models.ForeignKey("leagues.Fixture", models.CASCADE, related_name="rulings")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    question = models.TextField(max_length=LONGEST_QUESTION)
    effect = models.CharField(max_length=6, choices=Effect, blank=True)
    places = models.JSONField(default=list)  # by seat
    reasons = models.TextField(blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    answered_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["fixture", "asked_by"],
                condition=Q(answered_at=None),
                name="one_open_question_a_person",
            )
        ]
        indexes = [models.Index(fields=["season", "asked_at", "id"], name="ruling_by_age")]

    def __str__(self) -> str:
        return f"{self.asked_by_id} about {self.fixture_id}"
