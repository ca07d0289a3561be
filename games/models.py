"""What is kept of games: tables, seats, the events themselves, and answers given before.

The events are the truth. What is called a summary below is computed from them (`projections`) and
may be rebuilt at any time. Seats, never people, appear in events.
"""

import uuid
from itertools import combinations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games import seeds  # noqa: F401 - Django looks for models here
from illimat_core.modes import MODES


def modes() -> list[tuple[str, str]]:
    """Return the modes as choices; a function, so that a new mode takes no migration."""
    return [(mode, mode) for mode in MODES]


def _listed_by(*filters: str) -> list[models.Index]:
    """Return an index for each way to choose filters of the public list, in its order.

    So a page costs the same however many games there are and however few of them fit. None of the
    columns changes with a play.
    """
    chosen = [some for many in range(len(filters) + 1) for some in combinations(filters, many)]
    return [
        models.Index(
            fields=["visibility", *columns, "created_at", "id"],
            name="_".join(["game_by", *columns, "age"]),
        )
        for columns in chosen
    ]


class Game(models.Model):
    """One contest over several rounds; before its start, a table that people sit down at."""

    class State(models.TextChoices):
        """Where the game is on its way."""

        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CALLED_OFF = "called_off"

    class Visibility(models.TextChoices):
        """Who may know of it: everybody, who has its address, or who was invited."""

        PUBLIC = "public"
        LINK = "link"
        PRIVATE = "private"

    class Seating(models.TextChoices):
        """How people get their seats: all drawn at the start, or chosen by those who like to."""

        DRAWN = "drawn"
        CHOSEN = "chosen"

    class Start(models.TextChoices):
        """What starts it: the last seat taken, or its creator alone."""

        WHEN_FULL = "when_full"
        BY_HAND = "by_hand"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.PUBLIC)
    seating = models.CharField(max_length=6, choices=Seating, default=Seating.DRAWN)
    start = models.CharField(max_length=9, choices=Start, default=Start.WHEN_FULL)
    options = models.JSONField()
    mode = models.CharField(  # as in the options, to be found by
        max_length=16, choices=modes
    )
    seats = models.PositiveSmallIntegerField(choices=[(many, many) for many in range(1, 5)])
    edition = models.CharField(max_length=16, blank=True)  # of the rules, from the start on
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="games_created",
        db_index=False,  # game_by_creator does
    )
    invited = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Invitation", related_name="games_invited_to"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    commitment = models.CharField(max_length=64)  # to the seed; public
    revision = models.PositiveIntegerField(default=0)  # counts whatever anybody could see change

    # The summary
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)  # hash of the last event
    moved_at = models.DateTimeField(default=timezone.now)  # when the last event was recorded
    round = models.PositiveSmallIntegerField(default=0)
    awaited = models.JSONField(default=list)  # seats; null is a spectator
    scores = models.JSONField(default=list)  # by seat
    winners = models.JSONField(null=True)  # seats, once it is over
    over = models.BooleanField(default=False)
    last_event = models.JSONField(null=True)  # worth a sentence, as a spectator sees it

    damage = models.CharField(max_length=200, blank=True)  # of its events; freezes the game

    class Meta:
        indexes = [
            *_listed_by("state", "mode", "seats"),
            # For the staff's list
            models.Index(fields=["created_at", "id"], name="game_by_creation"),
            models.Index(fields=["creator", "created_at", "id"], name="game_by_creator"),
            models.Index(
                fields=["creator"],
                condition=Q(state__in=["open", "running"]),
                name="game_alive_by_creator",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class SeatAssignment(models.Model):
    """A person at a table. The seat has a number from the start on, or from when it was chosen."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="assignments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seat_assignments"
    )
    number = models.PositiveSmallIntegerField(null=True)
    entropy = models.CharField(max_length=64, blank=True)  # hex; what the person added to chance
    wants_end = models.BooleanField(default=False)
    # The game's summary, as far as people find their games by it
    awaited = models.BooleanField(default=False)
    game_state = models.CharField(
        max_length=10, choices=Game.State, default=Game.State.OPEN, editable=False
    )
    moved_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["id"]  # of sitting down
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_person"),
            models.UniqueConstraint(fields=["game", "number"], name="one_person_a_seat"),
        ]
        indexes = [
            models.Index(fields=["user", "moved_at", "id"], name="seat_by_move"),
            models.Index(fields=["user", "game_state", "moved_at", "id"], name="seat_by_state"),
            models.Index(
                fields=["user", "moved_at", "id"], condition=Q(awaited=True), name="seat_awaited"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.number}"


class Invitation(models.Model):
    """An invitation to a table. Declining it is no farewell: the person may still join."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="invitations")
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_invitation_a_person"),
        ]
        indexes = [
            models.Index(
                fields=["user", "id"], condition=Q(declined_at=None), name="invitation_by_age"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} to {self.user_id}"


class StoredEvent(models.Model):
    """An event as it is kept, for ever: no row is ever changed or deleted (`immutability`).

    `public` and `private` are canonical JSON. `private` is a list of parts
    `{"seen_by": [seats], "salt": hex, "part": {…}}`; the hash covers `public`, and of every part
    only the SHA-256 of its salt and itself. `seat` is whose command it came from, or who began the
    game, and `command_id` names the command in its first event. `entropy` is hex, 32 bytes for each
    who contributed.
    """

    pk = models.CompositePrimaryKey("game_id", "sequence")
    game = models.ForeignKey(Game, models.PROTECT, related_name="events", db_index=False)
    sequence = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    schema = models.PositiveSmallIntegerField()
    edition = models.CharField(max_length=16)
    seat = models.PositiveSmallIntegerField(null=True)
    public = models.TextField()
    private = models.TextField()
    entropy = models.CharField(max_length=256, null=True)  # noqa: DJ001 - none is not an empty one
    command_id = models.UUIDField(null=True)
    recorded_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "command_id"], name="one_append_a_command"),
            models.CheckConstraint(condition=Q(sequence__gte=1), name="sequence_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.sequence} {self.type}"


class IdempotencyKey(models.Model):
    """An answer that was given, so that the same request gets it again: for at least 30 days."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=128)
    fingerprint = models.CharField(max_length=64)  # of the request
    game = models.ForeignKey(Game, models.CASCADE, null=True, related_name="+", db_index=False)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return self.key
