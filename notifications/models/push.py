"""The browsers to which the server pushes what happens in people's games."""

import uuid
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils import timezone

from games.models import Game

MAX_ENDPOINT: Final = 1000  # characters
KEPT: Final = timedelta(days=180)  # after it was last renewed, which pages do on each visit


class PushSubscription(models.Model):
    """A browser of a person, which its push service reaches at `endpoint`.

    The endpoint is a secret of the browser, and unique by its `digest`; `public_key` and `auth` are
    the keys with which messages to it are encrypted. It is confirmed once its service has taken a
    message; until then it gets nothing but a ping. `session` is the digest of the session in which
    it was renewed last, so that it ends with the log-out. `failing_since` is the first failure
    since the last success, and `paused_until` the moment before which nothing is sent there.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_subscriptions"
    )
    session = models.CharField(max_length=40, blank=True, db_index=True)
    endpoint = models.CharField(max_length=MAX_ENDPOINT)
    digest = models.CharField(max_length=64, unique=True)
    public_key = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    created_at = models.DateTimeField(default=timezone.now)
    renewed_at = models.DateTimeField(default=timezone.now, db_index=True)
    confirmed_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)

    class Meta:
        ordering = [F("created_at"), F("id")]
        indexes = [models.Index(fields=["paused_until"], name="subscriptions_by_pause")]

    def __str__(self) -> str:
        return f"push subscription {self.pk}"


class ShownTurn(models.Model):
    """A browser that shows that a game waits for its person, since a push at `version`.

    The row is deleted when that is closed, or replaced by newer news of the game.
    """

    subscription = models.ForeignKey(PushSubscription, models.CASCADE, related_name="shown")
    game = models.ForeignKey(Game, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField()
    checked_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["subscription", "game"], name="shown_once")]

    def __str__(self) -> str:
        return f"{self.game_id} on {self.subscription_id}"
