"""Users, with their sessions, account changes, suspensions, calendars, reliability and blocks."""

import zoneinfo
from typing import Any, ClassVar, Final, Self

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from typing_extensions import override

from accounts.addresses import AddressField, normalize
from accounts.handles import FORM, KEPT, MAX_LENGTH, TAKEN, fold, has_handle, validate_handle
from accounts.models.own_data import DataFile, DataPart  # noqa: F401 - Django looks for them here
from accounts.reliability import COUNTED, share

LONGEST_REASON: Final = 1000
"""The most characters that the reason of a suspension has."""


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the IANA time zone database."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(
            gettext(
                "This is no time zone. Name one as the IANA database does, such as Europe/Berlin."
            ),
            code="time_zone_unknown",
        )


class UserManager(BaseUserManager["User"]):
    """Creates users without a sign-up, at the command line and in tests."""

    def create_user(
        self, handle: str, email: str, password: str | None = None, **fields: object
    ) -> "User":
        """Create a user, who can log in once the address is proven.

        Raises ValidationError if `email` is not a mail address.
        """
        user = self.model(handle=handle, email=normalize(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, handle: str, email: str, password: str | None = None, **fields: object
    ) -> "User":
        return self.create_user(handle, email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person, who logs in with a mail address and is known to others by a handle.

    Several accounts may claim an address, but only one can prove it. If claims had to be unique, a
    sign-up would reveal whether an address is registered. `reminders` are the seconds before a
    deadline at which the person is reminded of it, the longest first; None as the server chooses.
    """

    handle = models.CharField(
        max_length=MAX_LENGTH,
        unique=True,
        validators=[validate_handle],
        error_messages={"unique": TAKEN},
    )
    email = AddressField(db_index=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(max_length=8, default="en", choices=settings.LANGUAGES)
    game_mails = models.BooleanField(default=True)  # whether the person gets mails about games
    reminders = models.JSONField(null=True, blank=True)
    on_leaderboards = models.BooleanField(default=True)  # whether leaderboards list the person
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)  # by its owner, who can still undo it
    stored_handle = ""  # as it is in the database

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "handle"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("handle"),
                name="handle_unique_in_any_case",
                violation_error_message=TAKEN,
            )
        ]

    def __str__(self) -> str:
        return self.handle

    @classmethod
    @override
    def from_db(cls, *args: Any, **kwargs: Any) -> Self:
        """Return a stored user, and note the handle."""
        user = super().from_db(*args, **kwargs)
        user.stored_handle = vars(user).get("handle", "")
        return user

    @override
    def clean(self) -> None:
        """Raise ValidationError if a new handle is not free."""
        super().clean()
        if self.handle != self.stored_handle and not HeldHandle.objects.is_free(self.handle, self):
            raise ValidationError({"handle": ValidationError(TAKEN, "unique")})

    @override
    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user, with the hold on a new handle; raises IntegrityError if it is taken."""
        fields = kwargs.get("update_fields")
        with transaction.atomic():
            super().save(*args, **kwargs)
            if self.handle != self.stored_handle and (fields is None or "handle" in fields):
                HeldHandle.objects.hold(self)
                self.stored_handle = self.handle

    @property
    def is_present(self) -> bool:
        """Whether the account is neither suspended nor closed."""
        return self.is_active and self.closed_at is None


class HeldHandleManager(models.Manager["HeldHandle"]):
    """Says which handles are free, and lets users hold them."""

    def is_free(self, handle: str, user: User | None = None) -> bool:
        """Return whether nobody but `user` has a handle or one that looks alike, or had it lately.

        Users from before there were holds may have look-alikes; these have one hold together.
        """
        if not FORM.fullmatch(handle):  # which `validate_handle` refuses
            return True
        lately = models.Q(given_up_at=None) | models.Q(given_up_at__gt=timezone.now() - KEPT)
        own = (user and user.pk) or 0
        held = self.filter(lately, folded=fold(handle)).exclude(user=own).values("user")
        same = User.objects.filter(has_handle(handle)).exclude(pk=own).values("pk")
        return not held.union(same).exists()

    def hold(self, user: User) -> None:
        """Let a user hold the present handle, and give up the others; raises IntegrityError."""
        now, folded = timezone.now(), fold(user.handle)
        self.filter(folded=folded, given_up_at__lte=now - KEPT).delete()
        if user.stored_handle:
            self.filter(user=user, given_up_at=None).exclude(folded=folded).update(given_up_at=now)
        if not self.filter(user=user, folded=folded).update(given_up_at=None):
            self.create(user=user, folded=folded)


class HeldHandle(models.Model):
    """A handle that a user has, or gave up less than KEPT ago, and all that look alike (`fold`).

    It is free again once the account is deleted. It is nobody's if staff took it away.
    """

    folded = models.CharField(max_length=MAX_LENGTH, primary_key=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="held_handles")
    given_up_at = models.DateTimeField(null=True, db_index=True)

    objects: ClassVar[HeldHandleManager] = HeldHandleManager()

    def __str__(self) -> str:
        return f"{self.folded} of {self.user_id}"


class Session(AbstractBaseSession):
    """A session, stored under a hash of its key (`accounts.sessions`).

    It has no user until the log-in is complete.
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField(default=timezone.now)  # at most an hour behind
    ip = models.GenericIPAddressField(null=True)
    program = models.CharField(max_length=200, blank=True)  # the User-Agent


class AccountChange(models.Model):
    """A change to an account that a thief might make, and the address it was mailed to.

    The mail has a link that undoes this change and all later ones.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=40)
    address = AddressField()
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"


class Suspension(models.Model):
    """A time in which an account cannot be used, because staff suspended it.

    `reason` is what its person is told. Without `ends_at` it lasts until it is lifted. `lifted_by`
    is None if it ended by itself.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="suspensions")
    reason = models.TextField(max_length=LONGEST_REASON, blank=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    began_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(lifted_at=None),
                name="one_suspension_at_a_time",
            )
        ]
        indexes = [
            models.Index(
                fields=["ends_at"], condition=models.Q(lifted_at=None), name="suspension_by_end"
            ),
            models.Index(fields=["lifted_at"], name="suspension_by_lift"),
        ]

    def __str__(self) -> str:
        return f"suspension of {self.user_id}"


class Routine(models.Model):
    """A person's days off and sleeping hours, as they apply from `since` on.

    Each change adds a row, because games count time by the routine that applied when a decision
    opened.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="routines", db_index=False)
    since = models.DateTimeField(default=timezone.now)
    time_zone = models.CharField(max_length=64, validators=[validate_time_zone])
    weekend = models.JSONField(default=list)  # weekdays; Monday is 0
    sleep_start = models.PositiveSmallIntegerField(null=True)  # minutes past midnight
    sleep_end = models.PositiveSmallIntegerField(null=True)  # likewise

    class Meta:
        indexes = [models.Index(fields=["user", "since"], name="routine_by_age")]

    def __str__(self) -> str:
        return f"routine of {self.user_id} since {self.since}"


class Reliability(models.Model):
    """A person's latest decisions in games with clocks, over all games; a summary of their events.

    `outcomes` says of each, the newest first, whether it was made in time (`accounts.reliability`).
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    outcomes = models.CharField(max_length=COUNTED)

    def __str__(self) -> str:
        return f"reliability of {self.user_id}: {self.share}"

    @property
    def share(self) -> int | None:
        """The share of decisions made in time, in percent; None while there are too few."""
        return share(self.outcomes)


class Block(models.Model):
    """A person does not want to meet another; only the person who blocked is shown it."""

    blocker = models.ForeignKey(  # the constraint's index finds a person's own blocks
        User, models.CASCADE, related_name="blocks", db_index=False
    )
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocks_by_others")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(
                condition=~models.Q(blocker=models.F("blocked")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class CalendarFeed(models.Model):
    """The secret address of a person's calendar of deadlines, by the hash of its token.

    `entries` are those of the calendar as it was last read: by its UID, the deadline of each, and
    when the calendar first showed it, in seconds since 1970.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    digest = models.CharField(max_length=40, unique=True)
    entries = models.JSONField(default=dict, db_default={})

    def __str__(self) -> str:
        return f"calendar feed of {self.user_id}"


class FailingAddress(models.Model):
    """An address that gets no mails about games: mail bounces, or its owner complained.

    It fails `since` then. Once its owner has it tried again, mail goes there until the next report.
    """

    class Reason(models.TextChoices):
        """Why an address fails."""

        BOUNCED = "bounced"
        COMPLAINED = "complained"

    address = AddressField(unique=True)
    reason = models.CharField(max_length=10, choices=Reason)
    since = models.DateTimeField()
    tried_again = models.BooleanField(default=False)
    changed_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} {self.reason}"


class Vacation(models.Model):
    """A period in which a person does not play. Its days are counted in `time_zone`."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations", db_index=False)
    start = models.DateTimeField()
    end = models.DateTimeField()
    time_zone = models.CharField(max_length=64, validators=[validate_time_zone])

    class Meta:
        ordering = ["start"]
        indexes = [models.Index(fields=["user", "end"], name="vacation_by_end")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(end__gt=models.F("start")), name="vacation_ends_after_start"
            ),
        ]

    def __str__(self) -> str:
        return f"vacation of {self.user_id} from {self.start} until {self.end}"
