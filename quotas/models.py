"""How much of each quota has been used."""

from django.db import models


class Usage(models.Model):
    """How often somebody did something in the period that began at `since`.

    `subject` is a user's id, or a keyed hash of an address: addresses themselves are not stored.
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
