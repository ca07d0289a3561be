"""Records about the server itself."""

from django.db import models
from django.utils import timezone


class Heartbeat(models.Model):
    """When a background process was last heard of: `beat`, or any `worker`.

    `reported` is true from the moment its silence was logged until it is heard of again.
    """

    name = models.CharField(max_length=10, primary_key=True)
    heard_at = models.DateTimeField(default=timezone.now)
    reported = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name
