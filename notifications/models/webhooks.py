"""The webhooks of people: addresses to which the server posts what happens in their games."""

import uuid
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from notifications.webhooks.signing import new_secret

MAX_URL: Final = 500  # characters
ROLLOVER: Final = timedelta(days=1)  # for which the secret before the current one still signs


class Webhook(models.Model):
    """An address of a person's program.

    It is confirmed once a program there has answered the challenge of a ping; until then it gets
    nothing but pings. `failing_since` is the first failure since the last success, and
    `paused_until` the moment before which nothing is sent there. A disabled webhook gets nothing
    until its owner enables it.
    """

    class Disabled(models.TextChoices):
        """Why a webhook is disabled."""

        OWNER = "owner"
        FAILING = "failing"
        GONE = "gone"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=MAX_URL)
    secret = models.CharField(max_length=100, default=new_secret)
    old_secret = models.CharField(max_length=100, blank=True)
    rolled_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(default=timezone.now)
    confirmed_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    paused_until = models.DateTimeField(null=True)
    disabled = models.CharField(max_length=10, choices=Disabled, blank=True)

    class Meta:
        ordering = [F("created_at"), F("id")]
        indexes = [models.Index(fields=["paused_until"], name="webhooks_by_pause")]
        constraints = [
            models.CheckConstraint(
                condition=Q(old_secret="") | Q(rolled_at__isnull=False), name="rolled_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk}"

    def secrets(self, now: datetime) -> list[str]:
        """Return the secrets that sign at `now`: for a day after a change, also the one before."""
        rolling = self.rolled_at is not None and now < self.rolled_at + ROLLOVER
        return [self.secret, self.old_secret] if rolling else [self.secret]
