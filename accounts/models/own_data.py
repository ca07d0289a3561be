"""The files of people's own data, which workers make in parts (`accounts.own_data`)."""

from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import models
from django.utils import timezone

from api.models import PackedTextField

KEPT: Final = timedelta(days=7)  # after it was asked for


class DataFile(models.Model):
    """The newest file of a person's own data, whole or yet to be made.

    `section` is the one that the next part begins in or goes on with, after the row `after`; of
    this section `rows` are in the file, which has `size` bytes so far. A worker takes a lease.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="data_file"
    )
    asked_at = models.DateTimeField(default=timezone.now, db_index=True)
    lease_until = models.DateTimeField(null=True)
    ready_at = models.DateTimeField(null=True)
    section = models.CharField(max_length=40, blank=True)
    after = models.JSONField(null=True)
    rows = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["asked_at"], condition=models.Q(ready_at=None), name="data_file_to_make"
            ),
        ]

    def __str__(self) -> str:
        return f"data of {self.user_id}"

    @property
    def kept_until(self) -> datetime:
        return self.asked_at + KEPT


class DataPart(models.Model):
    """A part of a file, as text; the parts in the order of their ids are the file."""

    file = models.ForeignKey(DataFile, models.CASCADE, related_name="parts")
    text = PackedTextField()

    def __str__(self) -> str:
        return f"part {self.pk} of {self.file_id}"
