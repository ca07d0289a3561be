"""What people are to be told: written with what happened, sent afterwards."""

from datetime import datetime
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models import Game

CHANNEL = "email"


class OutboxMailQuerySet(QuerySet["OutboxMail"]):
    """Mails, by what is still to be done about them."""

    def open(self) -> "OutboxMailQuerySet":
        """Return what was neither sent nor superseded nor given up."""
        return self.filter(sent_at__isnull=True, superseded_at__isnull=True, dead_at__isnull=True)

    def closed(self) -> "OutboxMailQuerySet":
        """Return what was sent, superseded or given up."""
        return self.exclude(sent_at__isnull=True, superseded_at__isnull=True, dead_at__isnull=True)

    def due(self, now: datetime) -> "OutboxMailQuerySet":
        """Return what is to be sent by `now` and lies in nobody's hands."""
        return self.open().filter(not_before__lte=now, lease_until__lte=now)


class OutboxMail(models.Model):
    """One mail to one person.

    `dedupe` names what it tells; nobody is told the same thing twice. Mail about a game is written
    from what its reader may see at the moment of sending, so nothing hidden lies here, and is given
    its address when it is claimed. Only account mail, which has no user, brings its `address` and
    its text, and loses the text once it is sent. `version` is the game's when the decision opened.
    Who sends holds it until `lease_until`.
    """

    class Kind(models.TextChoices):
        """What a mail tells."""

        YOUR_TURN = "your_turn"
        GAME_BEGINS = "game_begins"
        UNANSWERED = "unanswered"
        GAME_OVER = "game_over"
        CALLED_OFF = "called_off"
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
    is_notice = models.BooleanField(default=False)  # of a change to the account
    is_held = models.BooleanField(default=False)  # its address had enough mails for a day

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
        """The local part of the Message-ID: the same for every attempt, and telling nothing."""
        return sha256(self.dedupe.encode()).hexdigest()[:32]


def dedupe_key(*, user_id: int, game_id: object, version: int, kind: str) -> str:
    """Return what names a mail about a game."""
    return f"{CHANNEL}:{kind}:{game_id}:{version}:{user_id}"
