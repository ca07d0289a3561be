"""Database models of games: tables, seats, invitations and events.

The events are the source of truth. What is called a summary below is computed from them
(`projections`) and may be rebuilt at any time. Events name seats, never people.
"""

import uuid
from datetime import UTC, datetime
from itertools import combinations
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import to_builtins

from accounts.reliability import share
from games import seeds  # noqa: F401 - Django looks for models here
from games.clocks.controls import NoClock
from games.clocks.states import ClockState
from games.models import advice, outages, snapshots, timers  # noqa: F401 - Django looks here
from illimat_core.modes import MODES

LATEST: Final = datetime.max.replace(tzinfo=UTC)
"""Stands for a moment that was not read: whatever depends on it has to be asked for."""


def modes() -> list[tuple[str, str]]:
    """Return the modes as choices; a function, so that a new mode needs no migration."""
    return [(mode, mode) for mode in MODES]


def no_clock() -> dict[str, Any]:
    """Return the time control of games that were created before there were clocks."""
    return to_builtins(NoClock())  # type: ignore[no-any-return]


def _listed_by(*filters: str) -> list[models.Index]:
    """Return an index for each combination of the public list's filters, in the list's order.

    So a page costs the same however many games there are and however few of them match. Playing
    changes none of these columns.
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
        """The stage that a game is in."""

        OPEN = "open"
        RUNNING = "running"
        FINISHED = "finished"
        CALLED_OFF = "called_off"

    class Visibility(models.TextChoices):
        """Who may know of a game: everybody, people with its address, or people let in.

        Those are invited to the game, or may see the league that arranged it.
        """

        PUBLIC = "public"
        LINK = "link"
        PRIVATE = "private"

    class Seating(models.TextChoices):
        """How seats are assigned: all drawn at the start, or chosen by people who wish to."""

        DRAWN = "drawn"
        CHOSEN = "chosen"

    class Start(models.TextChoices):
        """What starts a game: taking the last seat, or only its creator."""

        WHEN_FULL = "when_full"
        BY_HAND = "by_hand"

    class Leavers(models.TextChoices):
        """What follows when a player leaves a running game."""

        SUBSTITUTE = "substitute"
        HOUSE = "house"
        FORFEIT = "forfeit"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.PUBLIC)
    seating = models.CharField(max_length=6, choices=Seating, default=Seating.DRAWN)
    start = models.CharField(max_length=9, choices=Start, default=Start.WHEN_FULL)
    leavers = models.CharField(max_length=10, choices=Leavers, default=Leavers.SUBSTITUTE)
    excuses = models.PositiveSmallIntegerField(default=1)  # missed decisions that are forgiven
    pauses = models.BooleanField(default=True)  # whether those who play can pause the game
    min_reliability = models.PositiveSmallIntegerField(default=0)  # percent; of people who sit down
    rated = models.BooleanField(default=False)  # unless the house has a seat at the start
    # For a league: only its substitutes take over seats, and a no-show leaves like others
    arranged = models.BooleanField(default=False, db_default=False)
    options = models.JSONField()
    mode = models.CharField(  # copied from the options, for filters
        max_length=16, choices=modes
    )
    seats = models.PositiveSmallIntegerField(choices=[(many, many) for many in range(1, 5)])
    edition = models.CharField(max_length=16, blank=True)  # of the rules; set at the start
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="games_created",
        db_index=False,  # game_by_creator serves instead
    )
    invited = models.ManyToManyField(
        settings.AUTH_USER_MODEL, through="Invitation", related_name="games_invited_to"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    commitment = models.CharField(max_length=64)  # to the seed; public
    control = models.JSONField(default=no_clock)  # how much time people have; `clocks.controls`
    pause_proposed = models.DateTimeField(null=True)  # until when
    # Since the start: one person plays against house players only
    practice = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0)  # counts every change that anybody can see

    # The summary
    version = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)  # hash of the last event
    moved_at = models.DateTimeField(default=timezone.now)  # when the last event was recorded
    round = models.PositiveSmallIntegerField(default=0)
    awaited = models.JSONField(default=list)  # seats; null stands for spectators
    scores = models.JSONField(default=list)  # by seat
    winners = models.JSONField(null=True)  # seats, once it is over
    over = models.BooleanField(default=False)
    last_event = models.JSONField(null=True)  # the last that has a sentence, as spectators see it
    clock = models.JSONField(null=True)  # `clocks.states.ClockState`; None: yet to be computed

    paused_until = models.DateTimeField(null=True)

    # Why it was adjudicated, in the words of the league's organiser
    ruling = models.TextField(blank=True, default="")

    damage = models.CharField(
        max_length=200, blank=True
    )  # what is wrong with its events; freezes it

    # Not columns: what `games.reading.lookup` reads with a row
    now: datetime | None = None  # the database's time when the row was read
    locked_at: datetime | None = None  # likewise, if that locked it
    last_outage_end: datetime | None = LATEST
    heard_at: datetime | None = None  # the process that has been silent longest
    read_clock: tuple[Any, ClockState] | None = None  # the column `clock`, and what it means

    class Meta:
        indexes = [
            *_listed_by("state", "mode", "seats"),
            models.Index(fields=["moved_at"], condition=~Q(damage=""), name="game_frozen"),
            # For the admin site's list
            models.Index(fields=["created_at", "id"], name="game_by_creation"),
            models.Index(fields=["creator", "created_at", "id"], name="game_by_creator"),
            models.Index(
                fields=["creator"],
                condition=Q(state__in=["open", "running"]),
                name="game_alive_by_creator",
            ),
            models.Index(
                fields=["started_at"], condition=Q(state="running"), name="game_running_by_start"
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def frozen(self) -> bool:
        """Whether its stored events were found to be damaged."""
        return bool(self.damage)

    @property
    def waits_for(self) -> list[int | None]:
        """The seats that have something to do: the awaited ones, unless the game is frozen."""
        return [] if self.frozen else self.awaited


class Occupant(models.TextChoices):
    """The kinds of occupants, by how they came to the seat."""

    PLAYER = "player"
    SUBSTITUTE = "substitute"
    RETURNED = "returned"
    HOUSE = "house"


class SeatAssignment(models.Model):
    """A seat and who occupies it now: a person or a house player.

    The seat gets its number at the start, or when it is chosen. `since` is the sequence of the
    event with which the occupant took the seat over; 0 for occupants from the start. House players
    who sit here from the start have a `level` and a `name`; the house that took over from a person
    has neither, and plays at the default level.
    """

    class Standing(models.TextChoices):
        """Whether the seat is played, or what was offered when its player left."""

        PLAYED = "played"
        OPEN = "open"
        WIN_OFFERED = "win_offered"

    game = models.ForeignKey(Game, models.CASCADE, related_name="assignments")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="seat_assignments"
    )
    number = models.PositiveSmallIntegerField(null=True)
    entropy = models.CharField(max_length=64, blank=True)  # hex; what the person added to chance
    wants_end = models.BooleanField(default=False)
    agrees_on_pause = models.BooleanField(default=False)  # to pause; in a pause, to end it
    occupant = models.CharField(max_length=10, choices=Occupant, default=Occupant.PLAYER)
    level = models.CharField(max_length=16, blank=True)
    name = models.CharField(max_length=16, blank=True)
    since = models.PositiveIntegerField(default=0)
    standing = models.CharField(max_length=11, choices=Standing, default=Standing.PLAYED)
    until = models.DateTimeField(null=True)  # when the standing changes by itself
    # Copied from the game's summary, so that people find their games by an index
    awaited = models.BooleanField(default=False)
    game_state = models.CharField(
        max_length=10, choices=Game.State, default=Game.State.OPEN, editable=False
    )
    moved_at = models.DateTimeField(default=timezone.now, editable=False)

    # Not columns: what `games.reading.lookup` reads with a row
    away_until: datetime | None = None  # the end of the person's current vacation
    last_vacation_end: datetime | None = LATEST
    has_routine: bool = True
    notified_at: datetime | None = None  # `left_at` of the seat's notice
    failed_at: datetime | None = None  # likewise
    held_at: datetime | None = None  # likewise
    held_until: datetime | None = None  # likewise
    told_again: list[int] | None = None  # `again` of the seat's notice
    gets_mails: bool | None = True  # about games
    reminders: list[int] | None = None  # as the person chose them
    outcomes: str | None = None  # of the person's latest decisions

    class Meta:
        ordering = ["id"]  # the order in which people sat down
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_person"),
            models.UniqueConstraint(fields=["game", "number"], name="one_person_a_seat"),
            models.UniqueConstraint(
                fields=["game", "name"], condition=~Q(name=""), name="one_house_player_a_name"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "moved_at", "id"], name="seat_by_move"),
            models.Index(fields=["user", "game_state", "moved_at", "id"], name="seat_by_state"),
            models.Index(
                fields=["user", "moved_at", "id"], condition=Q(awaited=True), name="seat_awaited"
            ),
            models.Index(
                fields=["user", "moved_at", "id"],
                condition=Q(game_state="running", awaited=False),
                name="seat_waiting",
            ),
            models.Index(fields=["until", "id"], condition=Q(standing="open"), name="seat_open"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.number}"

    @property
    def shown_name(self) -> str:
        """What pages call the occupant: a handle, or the name of a house player; may be empty."""
        if self.name:
            return gettext("{name} (house)").format(name=self.name)
        return self.user.handle if self.user else ""

    @property
    def reliability(self) -> int | None:
        """The share of decisions that the person made in time, in percent; None for too few."""
        return share(self.outcomes)


class PastOccupation(models.Model):
    """A former occupant of a seat, from the event `since` to the one before `until`.

    Events name seats only; this row says which person had the seat, and saw its cards, at the time.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="past_occupations")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="past_occupations"
    )
    occupant = models.CharField(max_length=10, choices=Occupant)
    since = models.PositiveIntegerField()
    until = models.PositiveIntegerField()

    class Meta:
        ordering = ["until"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "until"], name="one_occupation_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} seat {self.seat}, {self.since} to {self.until}"


class Invitation(models.Model):
    """An invitation to a table. A person who has declined it may still join."""

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
    """An event as it is stored; no row is ever changed or deleted (`immutability`).

    `public` and `private` are canonical JSON. `private` is a list of parts
    `{"seen_by": [seats], "salt": hex, "part": {…}}`; the hash covers `public`, and of every part
    only the SHA-256 of its salt and content. `seat` is the seat whose command led to the event, or
    that began the game. Only the first event of a command has its `command_id`. `entropy` is hex,
    32 bytes for each contributor.

    `actor` and `source` describe the command (`games.actors`), for operators only: no hash covers
    them, and nobody at the table sees them.
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
    entropy = models.CharField(max_length=256, null=True)  # noqa: DJ001 - null differs from empty
    command_id = models.UUIDField(null=True)
    actor = models.CharField(max_length=16, null=True)  # noqa: DJ001 - only the first event has one
    source = models.CharField(max_length=16, null=True)  # noqa: DJ001 - likewise
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
