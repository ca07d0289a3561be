"""Database models of leagues: seasons, their events, and the rows computed from these.

The events are the source of truth (`leagues.stream.events`). Columns of seasons, entrants,
fixtures, byes, results and standings follow from them, unless a comment says otherwise, and may be
rebuilt at any time. Events name entrants, never people.
"""

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from leagues import seeds  # noqa: F401 - Django looks for models here
from leagues.models import rulings  # noqa: F401 - Django looks for models here
from leagues.spelling import KEY_LENGTH, NAME_LENGTH, NameField


class League(models.Model):
    """A series of seasons, run by its organisers."""

    class Access(models.TextChoices):
        """Who may see a league and register: everybody, people with its address, or invited."""

        PUBLIC = "public"
        LINK = "link"
        INVITATION = "invitation"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = NameField(max_length=NAME_LENGTH)
    name_key = models.CharField(  # noqa: DJ001 - null of older leagues whose key another one has
        max_length=KEY_LENGTH, null=True, editable=False
    )
    about = models.TextField(max_length=2000, blank=True)
    access = models.CharField(max_length=10, choices=Access, default=Access.PUBLIC)
    games_follow = models.BooleanField(
        default=True, db_default=True
    )  # whether those who may see the league may see its games
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)  # since when it has no more seasons

    class Meta:
        constraints = [
            # Only of public names, so that none tells strangers of a league that they may not see.
            models.UniqueConstraint(
                models.functions.Lower("name"),
                condition=Q(access="public"),
                name="public_name_in_any_case",
            ),
            models.UniqueConstraint(
                fields=["name_key"], condition=Q(access="public"), name="one_public_name_a_key"
            ),
        ]
        indexes = [
            models.Index(fields=["access", "created_at", "id"], name="league_by_age"),
            models.Index(
                fields=["id"], condition=~models.Q(games_follow=True), name="games_to_show"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Organiser(models.Model):
    """Somebody who runs a league, and has rights over it only."""

    league = models.ForeignKey(League, models.CASCADE, related_name="organisers", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["league", "user"], name="one_organiser_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} of {self.league_id}"


class LeagueInvitation(models.Model):
    """An invitation to see a league and register, or the offer to become an organiser.

    It is kept after it was declined, so that it cannot be repeated;
    `leagues.entering.league_invitations` says how long.
    """

    class Role(models.TextChoices):
        """What the person is invited to be."""

        PLAYER = "player"
        ORGANISER = "organiser"

    league = models.ForeignKey(League, models.CASCADE, related_name="invitations", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    role = models.CharField(max_length=9, choices=Role, default=Role.PLAYER)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    declined_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user", "role"], name="one_league_invitation_each"
            )
        ]
        indexes = [models.Index(fields=["role", "at"], name="league_invitation_by_age")]

    def __str__(self) -> str:
        return f"{self.league_id} to {self.user_id} as {self.role}"


class Season(models.Model):
    """One contest of a league: registration, games, and a final order."""

    class State(models.TextChoices):
        """The stage that a season is in."""

        DRAFT = "draft"
        REGISTRATION = "registration"
        RUNNING = "running"
        FINISHED = "finished"
        CALLED_OFF = "called_off"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    league = models.ForeignKey(League, models.CASCADE, related_name="seasons", db_index=False)
    number = models.PositiveIntegerField()
    name = NameField(max_length=NAME_LENGTH)
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    rules = models.JSONField(default=dict)  # `leagues.rules.SeasonRules`
    registration_opens_at = models.DateTimeField(null=True)
    asks_at = models.DateTimeField(null=True)  # when it next asks who will play
    asked_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)  # when its dates were last moved
    round_dates = models.JSONField(null=True)  # of all rounds, once dates moved while it runs
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(null=True)
    commitment = models.CharField(max_length=64)  # to the seed; public
    revealed = models.CharField(max_length=64, blank=True)  # the seed as hex, when it is public
    prevented = models.JSONField(null=True)  # why it could not start by itself
    round = models.PositiveSmallIntegerField(default=0)  # the last that was paired
    version = models.PositiveIntegerField(default=0)  # the sequence of the last event
    head = models.CharField(max_length=64, blank=True, db_default="")  # hash of the last event

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number")
        ]
        indexes = [models.Index(fields=["state", "starts_at"], name="season_by_state")]

    def __str__(self) -> str:
        return f"{self.name} ({self.league_id})"


OVER: Final = (Season.State.FINISHED, Season.State.CALLED_OFF)
"""The states of seasons that are over."""


class StoredSeasonEvent(models.Model):
    """An event as it is stored; no row is ever changed or deleted (`games.immutability`)."""

    pk = models.CompositePrimaryKey("season_id", "sequence")
    season = models.ForeignKey(Season, models.PROTECT, related_name="events", db_index=False)
    sequence = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    schema = models.PositiveSmallIntegerField()
    data = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sequence__gte=1), name="season_event_from_one")
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.sequence} {self.type}"


class EventAuthor(models.Model):
    """Whose request led to an event; without a row, it was the server's own.

    It is apart from the event, which cannot change, so that people can be forgotten.
    """

    pk = models.CompositePrimaryKey("season_id", "sequence")
    season = models.ForeignKey(Season, models.CASCADE, related_name="+", db_index=False)
    sequence = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.user_id} of {self.season_id} {self.sequence}"


class Entrant(models.Model):
    """Who takes part in a season: one player, or a team of partners."""

    class State(models.TextChoices):
        """What an entrant does in the season."""

        REGISTERED = "registered"
        WAITING = "waiting"
        HIATUS = "hiatus"
        PLAYING = "playing"
        SUBSTITUTE = "substitute"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="entrants", db_index=False)
    state = models.CharField(max_length=10, choices=State)
    confirmed = models.BooleanField(default=False, db_default=False)  # that they will play
    sequence = models.PositiveIntegerField()  # of the event that registered the entrant
    division = models.PositiveSmallIntegerField(null=True)
    group = models.PositiveSmallIntegerField(null=True)
    moved_to = models.PositiveSmallIntegerField(null=True)  # a division, by an organiser
    move_reason = models.TextField(blank=True, db_default="")
    move_agreed = models.BooleanField(null=True)  # by them; null if they need not
    substitute = models.ForeignKey("self", models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)
    keeps_claim = models.BooleanField(default=False, db_default=False)  # to a division
    team = NameField(max_length=NAME_LENGTH, blank=True)  # its name; in no event

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "sequence"], name="one_entrant_an_event")
        ]
        indexes = [
            models.Index(fields=["season", "state", "sequence"], name="entrant_by_state"),
            models.Index(fields=["season", "division", "group"], name="entrant_by_group"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class EntrantPlayer(models.Model):
    """A player of an entrant: what says who it is, and follows from no event.

    `user` is null once the person has deleted their account.
    """

    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="players")
    season = models.ForeignKey(Season, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="entries"
    )

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="one_entrant_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.season_id}"


class PartnerWish(models.Model):
    """Somebody named the partner with whom they want to register; follows from no event.

    It is deleted once the partner has named them, when the season starts or is called off, and, of
    those who enter late, after its end.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    partner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    team = NameField(max_length=NAME_LENGTH, blank=True)  # the name they want for it

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="one_partner_wish_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} with {self.partner_id}"


class SeasonMessage(models.Model):
    """What an organiser wrote to all who take part in a season; follows from no event.

    It is deleted with its author's account, or after some time (`leagues.office.messages`).
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="messages")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.pk} in {self.season_id}"


class Fixture(models.Model):
    """A table that was paired: who plays, and the game once it has begun."""

    id = models.UUIDField(primary_key=True, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="fixtures", db_index=False)
    division = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()  # in the season, in the order of pairing
    entrants = models.JSONField()  # their ids in the order of seats
    reasons = models.JSONField(default=list)  # `leagues.contest.reasons.Reason`
    game = models.OneToOneField("games.Game", models.PROTECT, null=True, related_name="fixture")
    settled = models.BooleanField(default=False)  # has a result

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_fixture_a_number")
        ]
        indexes = [
            models.Index(fields=["season", "division", "group", "round"], name="fixture_by_group"),
            models.Index(fields=["season"], condition=Q(game=None), name="fixture_to_arrange"),
            models.Index(fields=["season"], condition=Q(settled=False), name="fixture_open"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class FixtureSeat(models.Model):
    """A seat of a fixture, so that an entrant's fixtures are found without reading all."""

    id = models.UUIDField(primary_key=True, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="seats", db_index=False)
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture", "number"], name="one_fixture_a_seat")
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} in seat {self.number} of {self.fixture_id}"


class Bye(models.Model):
    """A round in which an entrant does not play."""

    id = models.UUIDField(primary_key=True, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="byes")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="byes", db_index=False)
    division = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField()
    round = models.PositiveSmallIntegerField()
    reason = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entrant", "round"], name="one_bye_a_round")]

    def __str__(self) -> str:
        return f"{self.entrant_id} in round {self.round}"


class Result(models.Model):
    """The result of a fixture; of several, the one with the greatest revision counts."""

    id = models.UUIDField(primary_key=True, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="results", db_index=False)
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="results", db_index=False)
    sequence = models.PositiveIntegerField()  # of the event
    revision = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)  # `standings.records.ResultKind`
    seats = models.JSONField(default=list)  # `standings.records.SeatResult` by seat
    reason = models.TextField(blank=True)
    by_player = models.BooleanField(default=False)  # corrected by an organiser who plays in it
    stayed = models.UUIDField(null=True)  # who was to play a void game of two, if only one was

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["fixture", "revision"], name="one_result_a_revision"),
            models.UniqueConstraint(fields=["season", "sequence"], name="one_result_an_event"),
        ]

    def __str__(self) -> str:
        return f"{self.fixture_id}, revision {self.revision}"


class Standing(models.Model):
    """An entrant's row in the standings of a group, as of the season's last result.

    `place` is that of the row in the order of the standings; level rows share one in `row`.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="standings", db_index=False)
    entrant = models.OneToOneField(Entrant, models.CASCADE, related_name="standing")
    division = models.PositiveSmallIntegerField()
    group = models.PositiveSmallIntegerField()
    place = models.PositiveIntegerField()
    row = models.JSONField()  # `leagues.contest.standings.ranking.RankedRow`

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["season", "division", "group", "place"], name="one_row_a_place"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entrant_id} at place {self.place}"
