"""What is to be told, each way in which it leaves, and what people chose to be told.

Notices and their deliveries are written in the transaction of the change that they tell of, and
sent afterwards.
"""

from functools import cached_property
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy

from api.traces.current import ID_LENGTH, request_id
from games.models import Game
from games.reading.tables import Table, table_of
from notifications.models.push import PushSubscription  # noqa: F401 - a model of this app
from notifications.models.webhooks import Webhook  # noqa: F401 - likewise

KEY_LENGTH: Final = 40  # of the keys of kinds and channels


class NoticeQuerySet(QuerySet["Notice"]):
    """Selects notices by the state of their deliveries."""

    def closed(self) -> "NoticeQuerySet":
        """Return the notices of which no delivery waits any more."""
        waiting = Delivery.objects.waiting().filter(notice=OuterRef("pk"))
        return self.filter(~Exists(waiting))


class Notice(models.Model):
    """One piece of news for one person, of a kind of `notifications.kinds`.

    `key` identifies the news and is unique, so that nobody gets the same news twice. It is about a
    game, or about the `about` of its kind's topic, by id; `version` is that of the game or season
    at which it became news, or says otherwise which news it is. A message about either is composed
    when it is sent, from what its reader may see then, so no notice holds hidden information. Only
    a notice about an account, its data, a disabled webhook or the end of push holds its own text,
    which is deleted once it is sent.
    """

    key = models.CharField(max_length=200, unique=True)
    kind = models.CharField(max_length=KEY_LENGTH)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="notices"
    )
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notices")
    about = models.CharField(max_length=64, blank=True, db_default="")
    version = models.PositiveIntegerField(default=0)
    address = models.EmailField(blank=True)
    subject = models.TextField(blank=True)
    body_text = models.TextField(blank=True)
    body_html = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)
    request = models.CharField(  # the id of the request that caused it, for the log
        max_length=ID_LENGTH, blank=True, default=request_id, db_default=""
    )
    is_spread = models.BooleanField(default=True)  # whether all its deliveries are written

    objects = NoticeQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=Q(is_spread=False), name="notices_to_spread")
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def is_composed(self) -> bool:
        """Whether its messages are composed when they are sent, since it holds no text."""
        return bool(self.game_id or self.about)

    @cached_property
    def table(self) -> Table:
        """The table of the game as the person sees it; only for a notice about a game."""
        if self.game is None:
            raise ValueError(f"Notice {self.pk} is not about a game.")
        return table_of(user=self.person, game=self.game)


COMPOSED: Final = Q(notice__game__isnull=False) | ~Q(notice__about="")
"""A condition for deliveries of notices that hold no text of their own."""


class DeliveryQuerySet(QuerySet["Delivery"]):
    """Selects deliveries by their state."""

    def composed(self) -> "DeliveryQuerySet":
        """Return the deliveries whose messages are composed when they are sent."""
        return self.filter(COMPOSED)

    def waiting(self) -> "DeliveryQuerySet":
        """Return the deliveries that were neither sent nor superseded and have not failed."""
        return self.filter(state=Delivery.State.WAITING)

    def wait_again(self, **changes: Any) -> int:
        """Let them wait as new ones, with all their attempts; return how many they are."""
        return self.update(
            state=Delivery.State.WAITING,
            attempts=0,
            not_before=Now(),
            lease_until=Now(),
            queued_until=Now(),
            **changes,
        )

    def unqueued(self) -> "DeliveryQuerySet":
        """Return the deliveries for which no task waits in the broker, unless it was lost there."""
        return self.filter(queued_until__lte=Now())

    def due(self) -> "DeliveryQuerySet":
        """Return the waiting deliveries that are due by the database's clock and not leased.

        There are none while the outbox is on hold: this is all that keeps them from leaving.
        """
        due = self.waiting().filter(not_before__lte=Now(), lease_until__lte=Now())
        return due.filter(~Exists(OutboxHold.objects.all()))


class Delivery(models.Model):
    """One way in which a notice leaves: by a channel of `notifications.channels`.

    `endpoint` tells the endpoints of a person apart if the channel allows several. `lease_until` is
    the end of the lease of the worker that sends it; attempts are counted before they are made.
    `queued_until` is until when a task to send it may wait for a worker.
    `address` is where it went last. `error` says what the last attempt failed with; it never quotes
    a message.
    """

    class State(models.TextChoices):
        """What has become of a delivery.

        One that has failed is a dead letter; a test that was not answered is none.
        """

        WAITING = "waiting"
        SENT = "sent"
        SUPERSEDED = "superseded"
        FAILED = "failed"
        UNANSWERED = "unanswered"

    class Reason(models.TextChoices):
        """Why a delivery was superseded."""

        OVERTAKEN = "overtaken", "The person has acted, or there was newer news."
        OUTDATED = "outdated", "It no longer held when it was due."
        UNWANTED = "unwanted", "The person does not want it."
        ABSENT = "absent", "The account is suspended or closed."
        EXPIRED = "expired", "It would have come too late."
        UNREACHABLE = "unreachable", "Mail to the address bounces, or its owner complained."
        UNPROVEN = "unproven", "Nobody has proven the address."
        MERGED = "merged", "Another message told it, too."
        RESTORED = "restored", "It waited in a backup; the operator says that it was sent."
        UNKNOWN = "unknown", "This server knows no such kind or channel."

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries", db_index=False)
    channel = models.CharField(max_length=KEY_LENGTH)
    endpoint = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=20, blank=True)  # a Reason, if it was superseded
    not_before = models.DateTimeField(db_default=Now())
    lease_until = models.DateTimeField(db_default=Now())
    queued_until = models.DateTimeField(db_default=Now())
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    address = models.CharField(max_length=254, blank=True)
    error = models.TextField(blank=True)
    replayed_at = models.DateTimeField(null=True)  # its receiver asked for it again
    is_held = models.BooleanField(default=False)  # back until it may leave with others like it

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel", "endpoint"], name="delivered_once")
        ]
        indexes = [
            models.Index(
                fields=["not_before"], condition=Q(state="waiting"), name="deliveries_waiting"
            ),
            models.Index(fields=["address", "-sent_at"], name="deliveries_by_address"),
            models.Index(
                fields=["sent_at"],
                condition=Q(channel="email", state="sent"),
                name="deliveries_mailed",
            ),
            models.Index(fields=["endpoint", "-id"], name="deliveries_by_endpoint"),
            models.Index(fields=["-id"], condition=Q(state="failed"), name="deliveries_failed"),
            models.Index(
                fields=["notice"],
                condition=Q(state="superseded", reason="overtaken"),
                name="deliveries_overtaken",
            ),
        ]
        verbose_name = gettext_lazy("delivery")
        verbose_name_plural = gettext_lazy("deliveries")

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.channel}"

    @property
    def digest(self) -> str:
        """Identifies the message: the same for every attempt, and revealing nothing."""
        name = ":".join(filter(None, (self.channel, self.endpoint, self.notice.key)))
        return sha256(name.encode()).hexdigest()[:32]

    @property
    def about(self) -> dict[str, Any]:
        """The `extra` of log lines about the delivery."""
        return {"game": self.notice.game_id}


class OutboxHold(models.Model):
    """That the outbox is on hold, in its only row: nothing leaves until the operator releases it.

    What waited when the hold began may have been sent by the server whose backup was restored.
    """

    since = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"on hold since {self.since}"


class Tally(models.Model):
    """How many messages of a kind have been sent by a channel, or have failed, ever."""

    channel = models.CharField(max_length=KEY_LENGTH)
    kind = models.CharField(max_length=KEY_LENGTH)
    state = models.CharField(max_length=10)
    number = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["channel", "kind", "state"], name="tallied_once")
        ]

    def __str__(self) -> str:
        return f"{self.channel}, {self.kind}, {self.state}: {self.number}"


class Choice(models.Model):
    """Whether a person wants the notices of a kind by a channel, of one game or of all."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_choices"
    )
    kind = models.CharField(max_length=KEY_LENGTH)
    channel = models.CharField(max_length=KEY_LENGTH)
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="notice_choices")
    wanted = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "kind", "channel"],
                condition=Q(game=None),
                name="chosen_once",
            ),
            models.UniqueConstraint(
                fields=["person", "kind", "channel", "game"],
                condition=Q(game__isnull=False),
                name="chosen_once_for_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.kind} by {self.channel}"


class Preferences(models.Model):
    """When a person is told: their quiet hours, and the time of their digest.

    Without `combined` each of their mails has one piece of news, and there is no digest. Times of
    day are minutes past midnight in the person's time zone. When they are reminded is in the
    account, where plays find it.
    """

    person = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True)
    quiet_start = models.PositiveSmallIntegerField(null=True)
    quiet_end = models.PositiveSmallIntegerField(null=True)
    digest_at = models.PositiveSmallIntegerField(null=True)
    combined = models.BooleanField(default=True, db_default=True)

    def __str__(self) -> str:
        return f"preferences of {self.person_id}"
