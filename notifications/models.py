"""The outbox: mails stored in the transaction that causes them, and sent afterwards."""

from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game

CHANNEL = "email"


class OutboxMailQuerySet(QuerySet["OutboxMail"]):
    """Selects mails by their state."""

    def open(self) -> "OutboxMailQuerySet":
        """Return the mails that were neither sent nor superseded nor given up."""
        return self.filter(sent_at__isnull=True, superseded_at__isnull=True, dead_at__isnull=True)

    def closed(self) -> "OutboxMailQuerySet":
        """Return the mails that were sent, superseded or given up."""
        return self.exclude(sent_at__isnull=True, superseded_at__isnull=True, dead_at__isnull=True)

    def due(self, now: datetime) -> "OutboxMailQuerySet":
        """Return the open mails that are due at `now` and not leased by a worker."""
        return self.open().filter(not_before__lte=now, lease_until__lte=now)


class OutboxMail(models.Model):
    """One mail to one person.

    `dedupe` identifies the news and is unique, so that nobody gets the same news twice. A mail
    about a game is composed when it is sent, from what its reader may see then, so the outbox holds
    no hidden information; it gets its address when it is claimed. Only account mail, which has no
    user, is queued with `address` and text; the text is deleted once the mail is sent. `version` is
    the game's version when the decision opened. `lease_until` is the end of the lease of the worker
    that sends the mail.
    """

    class Kind(models.TextChoices):
        """What a mail is about."""

        YOUR_TURN = "your_turn"
        GAME_BEGINS = "game_begins"
        GAME_OVER = "game_over"
        CALLED_OFF = "called_off"
        TABLE_NEWS = "table_news"
        ACCOUNT = "account"

    dedupe = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=11, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="outbox_mails"
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="outbox_mails")
    version = models.PositiveIntegerField(default=0)
    address = models.EmailField(blank=True)
    subject = models.TextField(blank=True)
    body_text = models.TextField(blank=True)
    body_html = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    not_before = models.DateTimeField(default=timezone.now)
    lease_until = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    superseded_at = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)
    last_error = models.TextField(blank=True)
    is_notice = models.BooleanField(default=False)  # about a change to the account
    is_held = models.BooleanField(default=False)  # its address has reached the daily limit

    objects = OutboxMailQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["not_before"],
                condition=Q(sent_at=None, superseded_at=None, dead_at=None),
                name="outbox_open",
            ),
            models.Index(fields=["address", "-sent_at"], name="outbox_by_address"),
        ]

    def __str__(self) -> str:
        return self.dedupe

    @property
    def digest(self) -> str:
        """The local part of the Message-ID: the same for every attempt, and revealing nothing."""
        return sha256(self.dedupe.encode()).hexdigest()[:32]


def dedupe_key(*, user_id: int, game_id: object, version: int, kind: str) -> str:
    """Return the `dedupe` of a mail about a game."""
    return f"{CHANNEL}:{kind}:{game_id}:{version}:{user_id}"
