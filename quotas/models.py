"""Usage counts of quotas, and the cache entries stored while Redis is unavailable."""

from django.db import models


class Usage(models.Model):
    """How often a person or address used a quota in the period that began at `since`.

    `subject` is a user's id, or a keyed hash of an address or host: these are not stored.
    """

    quota = models.CharField(max_length=32)
    subject = models.CharField(max_length=64)
    since = models.DateTimeField(db_index=True)
    used = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["quota", "subject"], name="one_usage_a_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.quota} of {self.subject}"


class CacheEntry(models.Model):
    """An entry of `config.server.cache`, with the columns that Django's DatabaseCache expects."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.cache_key
