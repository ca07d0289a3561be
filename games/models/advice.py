"""Requests for hints and analyses, and what workers found for them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone


class HintRequest(models.Model):
    """The newest request for a hint in a practice game, by the person who plays it.

    `answer` is an `illimat_core.players.hints.Hint`; None until a worker has found it, for which it
    takes a lease. It is for the game at `version` only.
    """

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="+", editable=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    seat = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)
    lease_until = models.DateTimeField(null=True)
    answer = models.JSONField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"], condition=Q(answer__isnull=True), name="hint_to_give"
            ),
        ]

    def __str__(self) -> str:
        return f"hint for {self.game_id} at {self.version}"


class GameAnalysis(models.Model):
    """The analysis of a finished game, which `user` asked for.

    Workers add an `AnalysedDecision` for each decision, a few at a time; after the last one they
    set `turning_points` and `done_at`.
    """

    game = models.OneToOneField(
        "games.Game", models.CASCADE, primary_key=True, related_name="+", editable=False
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)
    lease_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    turning_points = models.JSONField(default=list)

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], condition=Q(done_at=None), name="analysis_to_make"),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.game_id}"


class AnalysedDecision(models.Model):
    """The verdict on the decision made at a version (`illimat_core.players.analysis.Verdict`)."""

    analysis = models.ForeignKey(
        GameAnalysis, models.CASCADE, related_name="decisions", db_index=False
    )
    version = models.PositiveIntegerField()
    verdict = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["analysis", "version"], name="one_verdict_a_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.analysis_id} at {self.version}"
