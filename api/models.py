"""Stored answers to requests that carried an Idempotency-Key, and the epoch."""

import secrets
import zlib
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import timezone

COMPRESSED: Final = b"\x78"
"""What zlib begins with, and no JSON does."""


if TYPE_CHECKING:
    TextField = models.TextField[str, str]
else:
    TextField = models.TextField


class PackedTextField(TextField):
    """A text that is stored compressed; what was stored before is read, too."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return str(connection.data_types["BinaryField"])

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:  # noqa: ARG002
        packed = zlib.compress(value.encode(), 1) if value else b""
        return connection.Database.Binary(packed)

    def from_db_value(self, value: Any, *_: Any) -> str:
        if isinstance(value, str):  # SQLite keeps what it was before there was this field
            return value
        raw = bytes(value)
        return (zlib.decompress(raw) if raw.startswith(COMPRESSED) else raw).decode()


class IdempotencyKey(models.Model):
    """A key that a person's request carried, with the answer; kept for at least 30 days."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=128)
    fingerprint = models.CharField(max_length=64)  # of the request
    status = models.PositiveSmallIntegerField(null=True)
    body = PackedTextField(blank=True)
    language = models.CharField(max_length=8, blank=True, db_default="")  # of its sentences
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return self.key


class Epoch(models.Model):
    """Which history the database tells, in its only row; a restored backup begins another epoch.

    Clients remember how much of a log they have read. After a restore, the same numbers may name
    other events, so cursors and ETags carry the epoch.
    """

    value = models.CharField(max_length=8)
    began_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.value


class _Known:
    epoch = ""


def epoch() -> str:
    """Return the present epoch; it is read once, since it changes only while no server runs."""
    if not _Known.epoch:
        row, _ = Epoch.objects.get_or_create(pk=1, defaults={"value": _fresh_epoch()})
        epoch_note(row.value)
    return _Known.epoch


def epoch_change() -> str:
    row, _ = Epoch.objects.update_or_create(pk=1, defaults={"value": _fresh_epoch()})
    epoch_note(row.value)
    return row.value


def epoch_note(value: str) -> None:
    _Known.epoch = value


def _fresh_epoch() -> str:
    return secrets.token_hex(4)
